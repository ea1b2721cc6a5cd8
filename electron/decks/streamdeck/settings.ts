/** What comes from the Stream Deck application and its property inspector, parsed. */
import * as z from 'zod'
import { CONTROL_PATH } from '../../../shared/control/protocol.ts'
import { ACTIONS, type DeckAction } from '../../../shared/decks/keys.ts'
import { PANEL_PORT } from '../../../shared/settings/settings.ts'
import { INSPECTOR_WORDS } from '../../../shared/words/decks/streamDeck.ts'

/** The plugin's id; those of its actions begin with it. It must never change: keys that are in use are found by it. */
export const PLUGIN_ID = 'app.cuelight.deck'
export const actionId = (action: DeckAction): string => `${PLUGIN_ID}.${action.toLowerCase()}`
/** Null: it is none of ours. */
export const actionOf = (id: string): DeckAction | null => ACTIONS.find((one) => actionId(one) === id) ?? null

/** As Cuelight makes it: 32 bytes in base64url. Its length says where it ends, whatever was pasted after it. */
const CODE = /cue_[\w-]{43}/
const ADDRESS = /wss?:\/\/[^\s"']{1,100}/
/** Both loopback addresses, and the name that every system gives them. */
const HERE = ['127.0.0.1', '[::1]', 'localhost']

const isHere = (address: string): boolean => {
  const url = URL.parse(address)
  return url !== null && url.protocol === 'ws:' && HERE.includes(url.hostname) && url.pathname === CONTROL_PATH
}

/** The pairing as the Stream Deck keeps it, for all keys. */
export const Pairing = z.object({
  code: z.string().regex(new RegExp(`^${CODE.source}$`)),
  address: z.string().max(200).refine(isHere),
})
export type Pairing = z.output<typeof Pairing>

const USUAL_ADDRESS = `ws://127.0.0.1:${PANEL_PORT}${CONTROL_PATH}`

/**
 * The pairing in what was pasted: a code, all that `cuelight pair` printed, or an address for the code that is kept.
 *
 * @returns what is wrong, as a sentence
 */
export function pairingIn(pasted: string, kept: Pairing | null): Pairing | string {
  const given = ADDRESS.exec(pasted)?.[0]
  const code = CODE.exec(pasted)?.[0] ?? (given === undefined ? undefined : kept?.code)
  if (code === undefined) return INSPECTOR_WORDS.noCode
  const address = given ?? USUAL_ADDRESS
  return isHere(address) ? { code, address } : INSPECTOR_WORDS.notHere
}

/** What is read of a text that was pasted, in characters. */
const MOST_PASTED = 2_000

/** What the property inspector asks for. */
export const Asked = z.discriminatedUnion('type', [
  z.object({ type: z.literal('status') }),
  z.object({ type: z.literal('pair'), pasted: z.string().transform((text) => text.slice(0, MOST_PASTED)) }),
  z.object({ type: z.literal('unpair') }),
])
export type Asked = z.output<typeof Asked>

/** What the property inspector shows. The code is never sent back to it. */
export interface Status {
  type: 'status'
  /** How it is paired, in words. */
  pairing: string
  /** Where it connects to, in words; empty: nowhere. */
  address: string
  /** What is wrong, in words; null: nothing. */
  trouble: string | null
  isPaired: boolean
  /** What the fields offer. */
  scenes: string[]
  macros: string[]
}
