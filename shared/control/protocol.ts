/**
 * The control API, version 1: JSON messages over a WebSocket of the panel's server. The core greets, the client proves
 * its pairing and the core proves itself, then come a snapshot of the state and its changes, and each request gets one
 * reply with its id.
 */
import * as z from 'zod'
import { ControlCommand } from './commands.ts'
import { ControlState } from './model.ts'
import { SCOPES } from './scopes.ts'

export const CONTROL_PATH = '/control'
export const CONTROL_VERSION = 1
/** The core says something at least this often, in ms. */
export const ALIVE_MS = 1_000
/** From this time without a word on, in ms, every lamp is stale. */
export const STALE_MS = 2_000

/**
 * Why a connection was closed. Reconnect after any of them, slowly after `notPaired` and `version`: before the core has
 * proved itself, another program on its port may say so.
 */
export const CONTROL_CLOSE = {
  notUnderstood: { code: 4400, about: 'the first message is no identify' },
  notPaired: { code: 4401, about: 'unknown pairing, wrong proof, or the pairing has ended' },
  version: { code: 4406, about: 'no version in common' },
  late: { code: 4408, about: 'no identify in time' },
  tooMany: { code: 4429, about: 'too many connections' },
} as const

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`))
/** A UUID, so that no two commands have the same: a repeated id is the same command, and gets the same outcome. */
const id = z.uuid()
const revision = z.number()
const now = z.number().describe("The core's wall clock, in ms.")
const tagged = <const Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape })

export const EVENTS = ['state', 'touched'] as const

/** The first message has a fixed form: no more than this is read of anybody who has not proved a pairing, in bytes. */
export const LARGEST_IDENTIFY = 1_000

/** The first message of a client. */
export const Identify = tagged('identify', {
  version: z.number(),
  pairing: hex(8).describe('The first 16 hex digits of SHA-256(StoredKey).'),
  nonce: hex(32).describe('Random, new for each connection.'),
  proof: hex(32).describe('ClientKey XOR HMAC(StoredKey, text), as in RFC 5802.'),
  events: z
    .array(z.enum(EVENTS))
    .max(EVENTS.length)
    .default(['state'])
    .describe('What it wants to hear without asking.'),
})
export type Identify = z.output<typeof Identify>

/**
 * A command is refused if, when it is read, the last message that its sender had heard is older than this, in ms: then
 * the core was held up, and whoever pressed the key meant another moment. A late cue is worse than none.
 */
export const LATE_MS = STALE_MS + 1_000

/** All later messages of a client. */
export const ControlRequest = z.discriminatedUnion('type', [
  tagged('command', {
    id,
    command: ControlCommand,
    asOf: now
      .optional()
      .describe(
        `The \`now\` that its sender heard last. If it is read more than ${LATE_MS} ms later, it is refused. Left out: it is carried out however late it is read.`,
      ),
  }),
  tagged('query', { id, name: z.string().max(200), input: z.record(z.string(), z.unknown()).default({}) }),
  tagged('resync', {}).describe('Asks for a snapshot.'),
  tagged('ping', { id }).describe('Answered with `pong`, after every change until then.'),
])
export type ControlRequest = z.output<typeof ControlRequest>
export type ControlRequestInput = z.input<typeof ControlRequest>

const Armed = z.object({ id: z.string(), waitMs: z.number(), lastsMs: z.number() })

/** Everything that the core sends. */
export const ControlReply = z.discriminatedUnion('type', [
  tagged('hello', { protocol: z.literal('cuelight-control'), versions: z.array(z.number()), nonce: hex(32) }),
  tagged('identified', {
    version: z.number(),
    name: z.string(),
    scope: z.enum(SCOPES),
    proof: hex(32).describe('HMAC(ServerKey, text): trust nothing before you have checked it.'),
    aliveMs: z.number().describe('The core says something at least this often.'),
    staleMs: z.number().describe('From this time without a word on, nothing shown is known any more.'),
  }),
  tagged('snapshot', { revision, now, state: ControlState }),
  tagged('patch', {
    base: revision.describe('Holds on top of this revision; on any other, ask for a snapshot.'),
    revision,
    now,
    changes: ControlState.partial().describe('Each field given replaces that field.'),
  }),
  tagged('alive', { revision, now }),
  tagged('outcome', {
    id,
    result: z.enum(['done', 'armed', 'refused', 'failed', 'unknown']),
    reason: z.string().describe('What was done, or why not, as a word for programs. The list may grow.'),
    sentence: z.string(),
    arm: Armed.nullable().describe('What the second step needs: not before `waitMs`, not after `lastsMs` from now.'),
  }),
  tagged('answer', { id, value: z.unknown(), readAt: z.number() }),
  tagged('noAnswer', { id, why: z.string() }),
  tagged('touched', { names: z.array(z.string()), projectId: z.string().nullable() }),
  tagged('pong', { id, now }),
  tagged('invalid', { id: z.string().nullable(), field: z.string(), message: z.string() }),
])
export type ControlReply = z.output<typeof ControlReply>

/** The text that both proofs cover. @param host as the client wrote it in its address, with the port */
export const signedText = (host: string, clientNonce: string, coreNonce: string): string =>
  `cuelight-control ${CONTROL_VERSION} ${host} ${clientNonce} ${coreNonce}`
