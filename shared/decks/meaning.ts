/** What a key means in the state that is shown: which scene, and what is on air. */
import type { ControlState } from '../control/model.ts'
import { findNamed } from '../intents/naming.ts'
import { DECK_NOTES } from '../words/decks/streamDeck.ts'
import type { DeckAction, KeySettings } from './keys.ts'

/** One key or dial, and what is being done with it. */
export interface KeyState {
  action: DeckAction
  /** A dial shows the chosen scene, or the active one. */
  isDial: boolean
  settings: KeySettings
  /** What its first press armed. */
  armId: string | null
  /** Its Stop is being held: how far, from 0 to 1. */
  ring: number | null
  /** A command of it has no outcome yet. */
  isBusy: boolean
  note: string | null
  /** The scene that was chosen by turning. */
  chosen: string | null
}

type Scene = NonNullable<ControlState['scenes']>[number]

/** What is on air, as far as it is certain. `stale`: the last reading is too old; `unknown`: Cuelight does not know. */
export function airOf({ tally, live, read }: ControlState): 'off' | 'preparing' | 'live' | 'unknown' | 'stale' {
  switch (tally) {
    case 'unsynced':
      return 'live'
    case 'error':
      if (live !== null) return live.status === 'PREPARING' ? 'preparing' : 'live'
      // Without a reading, an error is all that is known.
      return read.live === null ? 'unknown' : 'off'
    default:
      return tally
  }
}

/** The scene that a key means now; or why it means none, as a note. */
export function sceneMeant({ settings, isDial, chosen }: KeyState, state: ControlState): Scene | string {
  const { scenes, activeScene } = state
  if (scenes === null) return DECK_NOTES.notKnown
  if (isDial) return scenes.find(({ id }) => id === (chosen ?? activeScene)) ?? DECK_NOTES.noScene
  if (settings.scene === '') return DECK_NOTES.chooseScene
  const found = findNamed<Scene>(scenes, settings.scene, { numbered: true, whole: true })
  if ('found' in found) return found.found
  return 'several' in found ? DECK_NOTES.several : DECK_NOTES.noScene
}

/** The macro that a key means; or why it means none, as a note. */
export function macroMeant({ settings: { macro } }: KeyState, { macros }: ControlState) {
  if (macro === '') return DECK_NOTES.chooseMacro
  const found = findNamed(macros, macro, { whole: true })
  return 'found' in found ? found.found : DECK_NOTES.noMacro
}

/** The scenes before and after the active one in the list; null: there is none. */
export function scenesAround({ scenes, activeScene }: ControlState) {
  const at = scenes?.findIndex(({ id }) => id === activeScene) ?? -1
  return { at, previous: at > 0 ? (scenes?.[at - 1]?.id ?? null) : null }
}
