/** What waited to be read counts for nothing: no lamp is lit by it, and a press of some time before does nothing. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { connectControl, NotSent } from '../../electron/cli/control/client.ts'
import { LATE_MS, STALE_MS } from '../../shared/control/protocol.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { atEnd, closing } from '../support/atEnd.ts'
import { controlled, coreProofOf } from './controlKit.ts'

const CODE = 'cue_code'

/** A core that says what a test has it say, and a client of it whose clock the test moves. */
async function met() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  atEnd(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const nonce = 'a'.repeat(64)
  let socket: WebSocket | null = null
  let resyncs = 0
  const commands: { asOf?: number }[] = []
  const say = (message: object) => socket?.send(JSON.stringify(message))
  server.on('connection', (one) => {
    socket = one
    say({ type: 'hello', protocol: 'cuelight-control', versions: [1], nonce })
    one.on('message', (data) => {
      const said = JSON.parse(String(data))
      if (said.type === 'resync') resyncs += 1
      if (said.type === 'command') commands.push(said)
      if (said.type !== 'identify') return
      const proof = coreProofOf(CODE, `127.0.0.1:${port}`, `${said.nonce} ${nonce}`)
      say({ type: 'identified', version: 1, name: 'Deck', scope: 'show', proof, aliveMs: 1_000, staleMs: STALE_MS })
    })
  })
  const clock = new VirtualClock()
  const troubles: (string | null)[] = []
  /** The tallies that were shown as current. */
  const lit: unknown[] = []
  const deck = closing(
    connectControl({
      ...{ address: `ws://127.0.0.1:${port}/control`, code: CODE, random: () => 1, after: clock.after.bind(clock) },
      clocks: () => [clock.monotonic(), clock.now()],
      onState: (state, isStale) => isStale || lit.push(state?.tally),
      onTrouble: (why) => troubles.push(why),
    }),
  )
  await expect.poll(() => troubles).toEqual([null])
  return {
    ...{ clock, deck, lit, say, commands, troubles, resyncs: () => resyncs },
    snapshot: (tally: string, revision = 1) => say({ type: 'snapshot', revision, now: 0, state: { tally } }),
    alive: (now = 0) => say({ type: 'alive', revision: 1, now }),
    cut: () => socket?.terminate(),
  }
}

test.each([
  ['its timers fire first', (clock: VirtualClock) => clock.advance(STALE_MS)],
  ['what waited is read first', (clock: VirtualClock) => clock.jump(STALE_MS)],
])('after a hold-up, only a snapshot that was requested since lights lamps: %s', async (_, holdUp) => {
  const { clock, deck, lit, snapshot, alive, resyncs } = await met()
  snapshot('live')
  await expect.poll(() => deck.isStale()).toBe(false)
  expect(resyncs()).toBe(0)
  holdUp(clock)
  expect(deck.isStale()).toBe(true)
  await expect(deck.command({ type: 'closePadlock' })).rejects.toThrow(NotSent)
  for (let waited = 0; waited < 3; waited += 1) alive()
  await expect.poll(resyncs).toBe(1)
  expect(deck.isStale()).toBe(true)
  snapshot('off')
  await expect.poll(() => deck.isStale()).toBe(false)
  expect([lit, resyncs()]).toEqual([['live', 'off'], 1])
})

test('a snapshot that had been requested before a hold-up lights none either', async () => {
  const { clock, deck, lit, snapshot, say, resyncs } = await met()
  snapshot('live')
  await expect.poll(() => deck.isStale()).toBe(false)
  say({ type: 'patch', base: 7, revision: 8, now: 0, changes: {} })
  await expect.poll(resyncs).toBe(1)
  clock.jump(STALE_MS)
  snapshot('live', 8)
  await expect.poll(resyncs).toBe(2)
  expect(deck.isStale()).toBe(true)
  snapshot('off', 9)
  await expect.poll(() => deck.isStale()).toBe(false)
  expect(lit).toEqual(['live', 'off'])
})

test('on a new connection, a word that fits what was known on the last one lights nothing', async () => {
  const { clock, deck, lit, snapshot, alive, cut, troubles } = await met()
  snapshot('live')
  await expect.poll(() => deck.isStale()).toBe(false)
  cut()
  await expect.poll(() => clock.dues).toContain(250)
  clock.advance(250)
  await expect.poll(() => troubles.at(-1)).toBe(null)
  alive(5)
  alive(6)
  snapshot('off')
  await expect.poll(() => deck.state()?.tally).toBe('off')
  expect([deck.isStale(), lit]).toEqual([false, ['live', 'off']])
})

test('a command says what its sender had heard last', async () => {
  const { deck, snapshot, alive, commands } = await met()
  snapshot('off')
  alive(41)
  alive(42)
  await expect.poll(() => deck.isStale()).toBe(false)
  void deck.command({ type: 'closePadlock' }).catch(() => {})
  await expect.poll(() => commands).toMatchObject([{ asOf: 42 }])
})

test('a command that is read seconds late is refused, and one without a time is not', async () => {
  const on = await controlled()
  const deck = await on.connect('show')
  const sent = (command: object, asOf?: number) => {
    const id = randomUUID()
    const coming = deck.next('outcome', id)
    deck.send({ type: 'command', id, asOf, command })
    return coming
  }
  const now = on.rig.clock.now()
  expect(await sent({ type: 'closePadlock' }, now - LATE_MS - 1)).toMatchObject({ result: 'refused', reason: 'late' })
  expect(on.rig.state().padlock.locked).toBe(false)
  expect(await sent({ type: 'closePadlock' }, now - LATE_MS)).toMatchObject({ result: 'done' })
  expect(await sent({ type: 'closePadlock' })).toMatchObject({ result: 'done' })
})

test('what only takes back is never too late', async () => {
  const on = await controlled()
  const deck = await on.connect('show')
  const armed = await deck.command({ type: 'armStop', ...(await on.live()), mode: 'hold' })
  expect(on.rig.state().arm?.act).toBe('stop')
  const id = randomUUID()
  const coming = deck.next('outcome', id)
  deck.send({ type: 'command', id, asOf: 0, command: { type: 'cancelArm', armId: armed.arm?.id } })
  expect(await coming).toMatchObject({ result: 'done' })
  expect(on.rig.state().arm).toBe(null)
})
