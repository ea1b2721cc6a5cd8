import * as z from 'zod'

/** What the core and its keychain process say to each other: one line of JSON each way, over pipes. */

const service = z.string().min(1)
const account = z.string().min(1).max(200)
const Manner = z.enum(['quietly', 'asking'])

export const Question = z.discriminatedUnion('ask', [
  z.strictObject({ ask: z.literal('get'), service, account, manner: Manner }),
  z.strictObject({ ask: z.literal('set'), service, account, key: z.string().min(1) }),
  z.strictObject({ ask: z.literal('remove'), service, account }),
])
export type Question = z.output<typeof Question>

const found = z.object({ is: z.literal('found'), key: z.string().min(1) })
/** It surely is not there. */
const missing = z.object({ is: z.literal('missing') })
/** The key is there or not, it cannot be seen. */
const locked = z.object({ is: z.literal('locked') })
const kept = z.object({ is: z.literal('kept') })
const removed = z.object({ is: z.literal('removed') })
/** No keychain answers on this system: why. */
const none = z.object({ is: z.literal('none'), message: z.string() })

export const Found = z.discriminatedUnion('is', [found, missing, locked, none])
export type Found = z.output<typeof Found>
export const Kept = z.discriminatedUnion('is', [kept, locked, none])
export type Kept = z.output<typeof Kept>
export const Removed = z.discriminatedUnion('is', [removed, locked, none])
export type Removed = z.output<typeof Removed>
export type Reply = Found | Kept | Removed

/**
 * Looking into a locked keychain makes the system ask for its password. Only what a person has just pressed may do that
 * (`asking`); what Cuelight does by itself, again and again, must not (`quietly`).
 */
export type Manner = z.output<typeof Manner>

/** The system's keychain, as Cuelight uses it. Whatever it does, an answer comes. */
export interface Keychain {
  get(account: string, manner: Manner): Promise<Found>
  /** A person has just given the key: the system may ask that person to unlock the keychain. */
  set(account: string, key: string): Promise<Kept>
  /** Never makes the system ask anybody. */
  remove(account: string): Promise<Removed>
}
