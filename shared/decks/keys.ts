/** The keys that control surfaces have, and what the user chose for one. */
import * as z from 'zod'
import { plainName } from '../util/plainName.ts'
import { DECK_ACTIONS } from '../words/decks/streamDeck.ts'

export type DeckAction = keyof typeof DECK_ACTIONS
/** All actions, in the order in which they are listed. */
export const ACTIONS = Object.keys(DECK_ACTIONS) as DeckAction[]

const text = z.string().max(200).overwrite(plainName).default('').catch('')

/** What the user chose for one key. Anything else in it is ignored: it may come from another version. */
export const KeySettings = z
  .object({
    /** Name or number. */
    scene: text,
    /** How the scene is switched. Left out: as set in Cuelight. */
    press: z.enum(['asSet', 'take', 'cue']).default('asSet').catch('asSet'),
    /** Name or id. */
    macro: text,
  })
  .catch({ scene: '', press: 'asSet', macro: '' })
export type KeySettings = z.output<typeof KeySettings>
