import * as z from 'zod'

/** The messages between the core and its keychain process: one JSON message each way. */

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
/** The key surely does not exist. */
const missing = z.object({ is: z.literal('missing') })
/** It cannot be seen whether the key exists. */
const locked = z.object({ is: z.literal('locked') })
const kept = z.object({ is: z.literal('kept') })
const removed = z.object({ is: z.literal('removed') })
/** No keychain responds on this system; the message says why. */
const none = z.object({ is: z.literal('none'), message: z.string() })

export const Found = z.discriminatedUnion('is', [found, missing, locked, none])
export type Found = z.output<typeof Found>
export const Kept = z.discriminatedUnion('is', [kept, locked, none])
export type Kept = z.output<typeof Kept>
export const Removed = z.discriminatedUnion('is', [removed, locked, none])
export type Removed = z.output<typeof Removed>
export type Reply = Found | Kept | Removed

/**
 * Reading a locked keychain makes the system ask for its password. Only a command that the user has just given may
 * cause that (`asking`); what Cuelight repeats automatically must not (`quietly`).
 */
export type Manner = z.output<typeof Manner>

/** The system's keychain, as Cuelight uses it. Every call resolves, whatever the keychain does. */
export interface Keychain {
  get(account: string, manner: Manner): Promise<Found>
  /** The user has just entered the key, so the system may ask them to unlock the keychain. */
  set(account: string, key: string): Promise<Kept>
  /** Never makes the system ask the user. */
  remove(account: string): Promise<Removed>
}
