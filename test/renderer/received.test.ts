/** The page accepts exactly the messages that the schemas allow. */
import { describe, expect, it } from 'vitest'
import { greetingIn, messageIn } from '../../renderer/bridge/received.ts'
import { Greeting } from '../../shared/bridge/handshake.ts'
import { ServerMessage } from '../../shared/bridge/messages.ts'
import type { Failure } from '../../shared/failures.ts'
import { parseJson } from '../../shared/util/json.ts'
import { appState } from './states.ts'

const failure: Failure = {
  ...{ kind: 'timeout', operation: 'stopLive', method: 'POST', path: '/live/stop', mayHaveHappened: true },
  ...{ status: 504, detail: 'no answer' },
}
const arm = {
  ...{ armId: 'a', act: 'stop', mode: 'hold', projectId: 'p', projectName: 'Today', liveId: null },
  ...{ destinations: ['one'], armedAt: 1, notBefore: 2, expires: 3 },
} as const
const outcome = (of: object) => ({ type: 'outcome', id: '1', outcome: of })
const hex = 'a'.repeat(64)

/** One of each kind of message that the core can send. */
const MESSAGES: readonly object[] = [
  { type: 'snapshot', revision: 3, state: appState() },
  { type: 'patch', base: 3, revision: 4, patches: [{ op: 'replace', path: ['projects', 'p', 0], value: 1 }] },
  { type: 'patch', base: 3, revision: 4, patches: [{ op: 'remove', path: [] }] },
  outcome({ result: 'done', done: { what: 'refreshed' } }),
  outcome({ result: 'armed', arm }),
  outcome({ result: 'refused', refusal: { reason: 'notLive' } }),
  outcome({ result: 'failed', failure }),
  outcome({ result: 'unknown', failure }),
  { type: 'panelAddress', address: 'http://x' },
  { type: 'agent' },
  { type: 'phone', name: 'Mine', scope: 'look', staleMs: 2_000 },
  { type: 'alive' },
  { type: 'downloadAddress', id: '1', address: '/one' },
  { type: 'answer', id: '1', value: { any: 1 }, readAt: 5 },
  { type: 'noAnswer', id: '1', why: 'gone', failure: null },
  { type: 'noAnswer', id: '1', why: 'gone', failure },
  { type: 'touched', names: ['listScenes'], projectId: null },
  { type: 'invalid', id: null, field: 'type', message: 'what?' },
]
const GREETINGS: readonly object[] = [
  { type: 'session', nonce: hex, id: hex, coreKey: hex },
  { type: 'challenge', nonce: hex, proof: hex },
]

const ODD = [undefined, null, 0, -1, '', 'x', 'y'.repeat(101), 'G'.repeat(64), true, [], [null], {}, { type: 'x' }]
/** The page accepts anything below these keys, because only the core defines their content. */
const WITHIN = new Set(['state', 'value', 'done', 'arm', 'refusal', 'failure'])

/** The message with each of its values replaced by each odd value (undefined: left out), one at a time. */
function* spoiled(value: unknown): Generator<unknown> {
  yield* ODD
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    for (const odd of WITHIN.has(name) ? ODD : spoiled(part))
      yield Array.isArray(value) ? value.with(Number(name), odd) : { ...value, [name]: odd }
  }
}

describe('messages from the core', () => {
  it.each([
    ['message', MESSAGES, messageIn, ServerMessage],
    ['greeting', GREETINGS, greetingIn, Greeting],
  ] as const)('the parser accepts and refuses the same as the schema: each %s, spoiled at each place', (...given) => {
    const [, messages, taken, schema] = given
    const texts = messages.flatMap((one) => [one, ...spoiled(one)]).map((one) => JSON.stringify(one) ?? '')
    expect(texts.length).toBeGreaterThan(50)
    const differently = texts.filter((text) => (taken(text) !== null) !== schema.safeParse(parseJson(text)).success)
    expect(differently).toEqual([])
  })

  it('every kind in the schemas is among those tried', () => {
    const typesOf = (messages: readonly object[]) => new Set(messages.map((one) => (one as { type: string }).type))
    const known = (schema: { def: { options: readonly unknown[] } }) => schema.def.options.length
    expect([typesOf(MESSAGES).size, typesOf(GREETINGS).size]).toEqual([known(ServerMessage), known(Greeting)])
  })

  it('a message is refused if it is no JSON, or if its type is a property that every object has', () => {
    for (const text of ['', '{"type":', '{"type":"toString"}', '{"type":"__proto__"}', '[]', 'null'])
      expect([messageIn(text), greetingIn(text)]).toEqual([null, null])
  })
})
