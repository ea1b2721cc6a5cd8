/** Trying a connection before anything is saved: what is reported, and that nothing of the key is kept. */
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { refuseKeyIn } from '../../electron/core/profiles/keys.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { FaultKind } from '../fakes/independent/faults.ts'
import type { IndependentServer } from '../fakes/independent/server.ts'
import { hearts, written } from '../support/secrets.ts'
import { everythingIn } from './desk.ts'
import { theatre } from './theatre.ts'

const KEY = 'svc_theKeyThatIsOnlyTried-9f83ab27cd'
const ACCOUNT = { type: 'tryConnection', account: 'club' } as const

async function opened(options: Parameters<Awaited<ReturnType<typeof theatre>>['service']>[0] = {}) {
  const on = await theatre()
  const server = await on.service({ key: KEY, ...options })
  const tried = (more: { baseUrl?: string; key?: string } = {}) =>
    on.desk.press({ ...ACCOUNT, baseUrl: server.baseUrl, key: KEY, ...more })
  return { ...on, server, tried }
}

async function answerTo(desk: { pass(ms: number): Promise<void> }, asked: Promise<Outcome>): Promise<Outcome> {
  let isAnswered = false
  void asked.finally(() => {
    isAnswered = true
  })
  for (let turns = 0; !isAnswered && turns < 100; turns += 1) await desk.pass(500)
  if (!isAnswered) throw new Error('it was never answered')
  return asked
}

const AGO = expect.toSatisfy((ms: number) => ms >= 0)
const failure = (outcome: Outcome) => (outcome.result === 'failed' ? outcome.failure.kind : outcome.result)

test('a key that works: the number of projects and the time it took, with one request', async () => {
  const { tried, server } = await opened({ projects: 11 })
  expect(await tried()).toEqual({ result: 'done', done: { what: 'connectionTried', projects: 12, ms: AGO } })
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /projects'])
})

test('afterwards the key is in no profile, keychain, file, state or log', async () => {
  const { desk, keychain, tried, server } = await opened()
  server.faults.add({ kind: 'refuse', status: 400, code: `NOT_${KEY}`, message: `not with ${KEY}` })
  await tried()
  await tried()
  await tried({ key: `${KEY}-mistyped` })
  expect(server.requests.length).toBe(3)
  expect(desk.state().profiles.map(({ kind }) => kind)).toEqual(['studio'])
  expect([...keychain.keys.values(), ...keychain.asked]).toEqual([])
  const places = { files: everythingIn(desk.dataDir), state: JSON.stringify(desk.state()), log: desk.log.join('\n') }
  for (const form of [...written(KEY), ...hearts(KEY)])
    for (const [place, text] of Object.entries(places)) expect(text.includes(form), `${form} in ${place}`).toBe(false)
  // The places were really searched: the attempt is recorded, without its key.
  expect(places.files).toContain('tryConnection')
  expect(places.state).toContain('tryConnection')
})

test('a trial says nothing about the service in use, and takes nothing from it', async () => {
  const { desk, tried, server } = await opened()
  await desk.until(() => desk.tally() === 'off', 'the show of the studio is read')
  server.faults.add({ kind: 'unauthorized' })
  expect(failure(await tried())).toBe('unauthorised')
  expect(desk.state()).toMatchObject({ profileId: 'studio', service: { failure: null, rehearsal: true } })
  expect(desk.tally()).toBe('off')
})

test.each([
  ['another kind of key', { key: 'sk_other' }, 'key'],
  ['a key with a space in it', { key: 'svc_a b' }, 'key'],
  ['an address that is no interface', { baseUrl: 'https://live.example/v1' }, 'baseUrl'],
  ['an address with a key in it', { baseUrl: 'https://live.example/svc_other/v1/external' }, 'baseUrl'],
  ['an address in the clear', { baseUrl: 'http://live.example/v1/external' }, 'baseUrl'],
])('%s is refused at its field, and nothing is sent', async (_, more, field) => {
  const { tried, server } = await opened()
  expect(await tried(more)).toMatchObject({ result: 'refused', refusal: { reason: 'invalid', field } })
  expect(server.requests).toEqual([])
})

test.each([
  ['a key that is not known', { kind: 'unauthorized' }, 'unauthorised'],
  ['a plan without access', { kind: 'planRequired' }, 'plan'],
  ['too many requests', { kind: 'rateLimited', retryAfterMs: 30_000 }, 'rateLimited'],
  ['a page for people', { kind: 'html' }, 'unreadable'],
  ['another interface', { kind: 'answer', status: 200, body: { hello: 'world' } }, 'unreadable'],
  ['nothing of that name', { kind: 'answer', status: 404, text: 'Not Found' }, 'notFound'],
  ['a redirect, which is not followed', { kind: 'redirect' }, 'unreadable'],
] as [string, FaultKind, string][])('%s is reported as what it is', async (_, fault, kind) => {
  const { desk, tried, server } = await opened()
  server.faults.add({ ...fault, times: 'always' })
  const outcome = await answerTo(desk, tried())
  expect(failure(outcome)).toBe(kind)
  if (kind === 'rateLimited') expect(outcome).toMatchObject({ failure: { retryAfterMs: expect.any(Number) } })
})

test('an unreachable server and one without TLS are told apart by the reason', async () => {
  const { desk, tried, server } = await opened()
  const { port } = new URL(server.baseUrl)
  await server.close()
  const gone = await answerTo(desk, tried())
  expect(gone).toMatchObject({ failure: { kind: 'offline', detail: 'ECONNREFUSED' } })
  const plain = createServer((socket) => socket.resume().end('no TLS here\n')).listen(Number(port), '127.0.0.1')
  await new Promise((resolve) => plain.once('listening', resolve))
  const noTls = await answerTo(desk, tried({ baseUrl: `https://127.0.0.1:${port}/v1/external` }))
  expect(noTls).toMatchObject({ failure: { kind: 'offline', detail: expect.stringMatching(/SSL|TLS/) } })
  await new Promise((resolve) => plain.close(resolve))
})

test('a server that hangs blocks nothing: other changes go on, and the trial is given up in ten seconds', async () => {
  const { desk, tried, server, profile } = await opened()
  server.faults.add({ kind: 'hang', times: 'always' })
  const asked = tried()
  await server.arrived('GET', '/projects')
  await profile('Other', server)
  expect(desk.profile('Other').name).toBe('Other')
  const before = desk.clock.monotonic()
  expect(failure(await answerTo(desk, asked))).toBe('timeout')
  expect(desk.clock.monotonic() - before).toBeLessThanOrEqual(10_500)
})

test('a new trial ends the one before; a running one is given up when Cuelight quits', async () => {
  const { desk, tried, server, again } = await opened()
  server.faults.add({ kind: 'hang' })
  const first = tried()
  await server.arrived('GET', '/projects')
  expect(await tried()).toMatchObject({ done: { what: 'connectionTried' } })
  expect(failure(await first)).toBe('cancelled')
  server.faults.add({ kind: 'hang' })
  const last = tried()
  await server.arrived('GET', '/projects', 3)
  await again()
  expect(failure(await last)).toBe('cancelled')
  expect(desk.state().profiles.length).toBe(1)
})

test('a key that served a profile there and is no longer accepted is called revoked', async () => {
  const { desk, tried, server, profile, use } = await opened()
  await use(await profile('Main', server))
  expect(failure(await tried({ key: `${KEY}x` }))).toBe('unauthorised')
  ;(server as IndependentServer).control.revokeKey()
  expect(failure(await tried())).toBe('revoked')
  expect(desk.profile('Main').key).toBe('kept')
})

test('the welcome is shown over restarts, until an account is saved or it is dismissed', async () => {
  const first = await theatre()
  expect(first.desk.state().welcome).toBe(true)
  await first.desk.press({ type: 'setPadlock', locked: true })
  const second = await first.again()
  expect(second.desk.state().welcome).toBe(true)
  const putAway = { type: 'putAwayWelcome' } as const
  expect(await second.desk.press(putAway, 'cli')).toMatchObject({ refusal: { reason: 'personOnly' } })
  expect(await second.desk.press(putAway)).toMatchObject({ done: { what: 'welcomePutAway' } })
  expect(second.desk.state().welcome).toBe(false)
  expect((await second.again()).desk.state().welcome).toBe(false)

  const other = await opened()
  expect(other.desk.state().welcome).toBe(true)
  await other.tried()
  expect(other.desk.state().welcome).toBe(true)
  await other.profile('Main', other.server)
  expect(other.desk.state().welcome).toBe(false)
})

const PREFIX = '$acme-'
const ODD_KEY = '$acme-0123456789abcdef'
const at = (segment: string) => `https://live.example/${segment}/v1/external`

test.each([
  ['this very key', at(ODD_KEY), ODD_KEY],
  ['this very key, escaped', at(encodeURIComponent(ODD_KEY)), ODD_KEY],
  ['another key of this deployment', at('$acme-fedcba9876543210'), ODD_KEY],
  ['a key of this deployment, with none given', at('%24acme-fedcba9876543210'), undefined],
])('an address with %s is refused', (_, baseUrl, key) =>
  expect(() => refuseKeyIn(baseUrl, key, PREFIX)).toThrow('invalid'),
)

test('an address without a key is not', () => {
  for (const segment of ['gateway', '$acme-live', 'acme']) refuseKeyIn(at(segment), ODD_KEY, PREFIX)
})
