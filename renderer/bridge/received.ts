import type { Greeting } from '../../shared/bridge/handshake.ts'
import type { ServerMessage } from '../../shared/bridge/messages.ts'
import { SCOPES } from '../../shared/control/scopes.ts'
import { parseJson } from '../../shared/util/json.ts'

/**
 * Hand-written checks of the core's messages: zod would delay the first paint by 40 ms. A test proves that these
 * checks accept what the schemas accept, and nothing else in the fields they look at
 * (`test/renderer/received.test.ts`). The inner content of a state, outcome or response is trusted to the core.
 */
type Check = (value: unknown) => boolean

const isThere: Check = (value) => value !== undefined
const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => Number.isFinite(value)
const isId: Check = (value) => isText(value) && (value as string).length > 0 && (value as string).length <= 100
const isHex: Check = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value as string)
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const ifThere =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const record =
  (fields: Record<string, Check>): Check =>
  (value) =>
    isRecord(value) && Object.entries(fields).every(([name, check]) => check(value[name]))
/** A discriminated union: `tag` names the field, `members` checks the other fields of each member. */
const oneOf =
  (tag: string, members: Record<string, Check>): Check =>
  (value) => {
    const name = isRecord(value) ? value[tag] : undefined
    return typeof name === 'string' && Object.hasOwn(members, name) && (members[name]?.(value) ?? false)
  }

const isFailure = record({
  kind: isText,
  operation: isText,
  method: isText,
  path: isText,
  mayHaveHappened: (value) => typeof value === 'boolean',
})

const isOutcome = oneOf('result', {
  done: record({ done: record({ what: isText }) }),
  armed: record({
    arm: record({ armId: isText, act: isText, armedAt: isNumber, notBefore: isNumber, expires: isNumber }),
  }),
  refused: record({ refusal: record({ reason: isText }) }),
  failed: record({ failure: isFailure }),
  unknown: record({ failure: isFailure }),
} satisfies Record<Extract<ServerMessage, { type: 'outcome' }>['outcome']['result'], Check>)

const isScope: Check = (value) => (SCOPES as readonly unknown[]).includes(value)

const isPatch = record({
  op: (value) => value === 'replace' || value === 'remove' || value === 'add',
  path: listOf((value) => isText(value) || isNumber(value)),
})

const isMessage = oneOf('type', {
  snapshot: record({ revision: isNumber, now: ifThere(isNumber), state: isRecord }),
  patch: record({ base: isNumber, revision: isNumber, now: ifThere(isNumber), patches: listOf(isPatch) }),
  outcome: record({ id: isId, outcome: isOutcome }),
  panelAddress: record({ address: isText }),
  agent: record({}),
  phone: record({ name: isText, scope: isScope, staleMs: isNumber }),
  alive: record({}),
  downloadAddress: record({ id: isId, address: isText }),
  answer: record({ id: isId, value: isThere, readAt: isNumber }),
  noAnswer: record({ id: isId, why: isText, failure: orNull(isFailure) }),
  touched: record({ names: listOf(isText), projectId: orNull(isText) }),
  invalid: record({ id: orNull(isId), field: isText, message: isText }),
} satisfies Record<ServerMessage['type'], Check>)

const isGreeting = oneOf('type', {
  session: record({ nonce: isHex, id: isHex, coreKey: isHex }),
  challenge: record({ nonce: isHex, proof: isHex }),
} satisfies Record<Greeting['type'], Check>)

/** Parses a message of the core; null: not a message, or unreadable. */
export const messageIn = (text: string): ServerMessage | null => parsed<ServerMessage>(text, isMessage)

/** Parses the core's greeting; null: not a greeting. */
export const greetingIn = (text: string): Greeting | null => parsed<Greeting>(text, isGreeting)

function parsed<T>(text: string, check: Check): T | null {
  const value = parseJson(text)
  return check(value) ? (value as T) : null
}
