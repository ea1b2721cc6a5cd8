/** The plugin's manifest, as the Stream Deck application reads it (Stream Deck SDK, "Manifest"). */

import { ACTIONS, type DeckAction } from '../../../shared/decks/keys.ts'
import { DECK_ABOUT, DECK_ACTIONS } from '../../../shared/words/decks/streamDeck.ts'
import { PRODUCT } from '../../../shared/words/labels.ts'
import { actionId, PLUGIN_ID } from './settings.ts'

export const PLUGIN_FOLDER = `${PLUGIN_ID}.sdPlugin`
/** The plugin as one file: opened, the Stream Deck application installs it. */
export const PLUGIN_FILE = `${PLUGIN_ID}.streamDeckPlugin`

/** Where each picture is; the application looks for it without its ending. */
export const ICON_PATHS = {
  plugin: 'icons/plugin',
  category: 'icons/category',
  action: (action: DeckAction) => `icons/${action.toLowerCase()}`,
  key: (action: DeckAction) => `icons/${action.toLowerCase()}-key`,
} as const

/**
 * Those that must not happen by a sequence of keys: a hold cannot be in one, a second press must be a person's, and
 * whoever made the sequence cannot know which way a toggle goes.
 */
const BY_HAND_ONLY: readonly DeckAction[] = ['goLive', 'stop', 'macro', 'autoSync']
/** Those that a dial can be too. */
const ON_DIALS: readonly DeckAction[] = ['scene']

function entryOf(action: DeckAction): object {
  const { name, about } = DECK_ACTIONS[action]
  const isAlsoDial = ON_DIALS.includes(action)
  const isByHand = BY_HAND_ONLY.includes(action)
  return {
    UUID: actionId(action),
    Name: name,
    Tooltip: about,
    Icon: ICON_PATHS.action(action),
    States: [{ Image: ICON_PATHS.key(action), ShowTitle: false }],
    // All text is in the picture: a title of the user's would hide what it says.
    UserTitleEnabled: false,
    DisableAutomaticStates: true,
    SupportedInMultiActions: !isByHand && action !== 'tally',
    SupportedInKeyLogicActions: !isByHand && action !== 'tally',
    Controllers: isAlsoDial ? ['Keypad', 'Encoder'] : ['Keypad'],
    ...(isAlsoDial ? { Encoder: { layout: '$A0', TriggerDescription: TRIGGERS } } : {}),
  }
}

const { turn: Rotate, press: Push } = DECK_ACTIONS.scene
const TRIGGERS = { Rotate, Push, Touch: Push }

/** @param about of Cuelight, from `package.json` */
export function manifestOf(about: { version: string; author: string }): object {
  const { version, author } = about
  return {
    $schema: 'https://schemas.elgato.com/streamdeck/plugins/manifest.json',
    UUID: PLUGIN_ID,
    Name: PRODUCT,
    Author: author,
    Description: DECK_ABOUT,
    Category: PRODUCT,
    CategoryIcon: ICON_PATHS.category,
    Icon: ICON_PATHS.plugin,
    // Four numbers are required.
    Version: `${version.split('-')[0]}.0`,
    SDKVersion: 3,
    // The first that runs plugins on Node 24, which has a WebSocket of its own.
    Software: { MinimumVersion: '7.1' },
    Nodejs: { Version: '24' },
    OS: [
      { Platform: 'mac', MinimumVersion: '13' },
      { Platform: 'windows', MinimumVersion: '10' },
    ],
    CodePath: 'bin/plugin.js',
    PropertyInspectorPath: 'ui/inspector.html',
    Actions: ACTIONS.map(entryOf),
  }
}
