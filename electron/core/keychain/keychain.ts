/**
 * The system's keychain, as Cuelight uses it. Whatever it does, an answer comes: found, locked, or not there at all.
 */
export interface Keychain {
  /** `locked`: the key is there or not, it cannot be seen. `missing`: it surely is not there. */
  get(account: string, manner: Manner): Promise<Found>
  /** A person has just given the key: the system may ask that person to unlock the keychain. */
  set(account: string, key: string): Promise<Kept>
  /** Never makes the system ask anybody. */
  remove(account: string): Promise<Removed>
}

/**
 * Looking into a locked keychain makes the system ask for its password. Only what a person has just pressed may do that
 * (`asking`); what Cuelight does by itself, again and again, must not (`quietly`).
 */
export type Manner = 'quietly' | 'asking'

/** No keychain answers on this system: why. */
export interface NoKeychain {
  is: 'none'
  message: string
}

export type Found = { is: 'found'; key: string } | { is: 'missing' } | { is: 'locked' } | NoKeychain
export type Kept = { is: 'kept' } | { is: 'locked' } | NoKeychain
export type Removed = { is: 'removed' } | { is: 'locked' } | NoKeychain

import * as z from 'zod'

/** What the core and its keychain process say to each other: one line of JSON each way, over pipes. */

const service = z.string().min(1)
const account = z.string().min(1).max(200)

export const Question = z.discriminatedUnion('ask', [
  z.strictObject({ ask: z.literal('get'), service, account, manner: z.enum(['quietly', 'asking']) }),
  z.strictObject({ ask: z.literal('set'), service, account, key: z.string().min(1) }),
  z.strictObject({ ask: z.literal('remove'), service, account }),
])
export type Question = z.output<typeof Question>

export const Reply = z.discriminatedUnion('is', [
  z.object({ is: z.literal('found'), key: z.string().min(1) }),
  z.object({ is: z.literal('missing') }),
  z.object({ is: z.literal('locked') }),
  z.object({ is: z.literal('kept') }),
  z.object({ is: z.literal('removed') }),
  z.object({ is: z.literal('none'), message: z.string() }),
])
export type Reply = z.output<typeof Reply>
