/** Surfaces that flood, send nonsense or never read: each loses its own connection, and another's Stop goes through. */
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { LARGEST_MESSAGE } from '../../shared/bridge/bridge.ts'
import { atEnd } from '../support/atEnd.ts'
import { controlled, greeted, surface } from './controlKit.ts'

test('while one surface floods, in commands, queries and nonsense, the Stop of another is sent at once', async () => {
  const on = await controlled()
  const seen = await on.live()
  const [wild, deck] = [await on.connect('edit', 'wild'), await on.connect('show', 'deck')]
  const before = on.server.requests.length
  for (let at = 0; at < 3_000; at += 1) {
    const id = randomUUID()
    wild.send({ type: 'command', id, command: { type: 'refresh', projectId: seen.projectId } })
    wild.send({ type: 'query', id, name: 'listScenes', input: { projectId: seen.projectId } })
    wild.send(`{"type":"command","id":"${id}","command":${'['.repeat(50)}`)
  }
  const { arm } = await deck.command({ type: 'armStop', ...seen })
  on.rig.clock.advance(500)
  expect(await on.whole(deck.command({ type: 'commitStop', armId: arm?.id ?? '' }))).toMatchObject({ result: 'done' })
  expect(on.stops()).toBe(1)
  expect(on.server.requests.length - before).toBeLessThan(150)
  expect(wild.socket.readyState).toBe(wild.socket.OPEN)
  expect(on.rig.log).toEqual([])
})

test('a new connection of the same pairing has no new allowance', async () => {
  const on = await controlled()
  const code = await on.pair('show')
  const first = await surface(on.address, code)
  for (let at = 0; at < 200; at += 1) first.send({ type: 'ping', id: randomUUID() })
  await first.next('invalid')
  const second = await surface(on.address, code)
  const projectId = on.rig.show().id
  expect(await second.command({ type: 'refresh', projectId })).toMatchObject({ reason: 'tooMany' })
})

test.each([
  ['no JSON', 'hello', '(whole)'],
  ['a list', '[]', '(whole)'],
  ['no type', '{}', 'type'],
  ['an unknown type', '{"type":"subscribe"}', 'type'],
  ['a second identify', '{"type":"identify","version":1}', 'type'],
  ['an id that is no UUID', '{"type":"command","id":"1","command":{"type":"stopMacro"}}', 'id'],
  ['a key of every object', `{"type":"query","id":"${randomUUID()}","name":"x","__proto__":1}`, '__proto__'],
  ['an unknown command', `{"type":"command","id":"${randomUUID()}","command":{"type":"quit"}}`, 'command.type'],
  [
    'a command without what its sender saw',
    `{"type":"command","id":"${randomUUID()}","command":{"type":"sync"}}`,
    'command.projectId',
  ],
])('%s is answered with the field that is wrong, and the connection goes on', async (_, text, field) => {
  const on = await controlled()
  const deck = await on.connect('edit')
  const invalid = deck.next('invalid')
  deck.send(text)
  expect(await invalid).toMatchObject({ field })
  await deck.settled()
  expect(on.rig.log).toEqual([])
})

test('a message that is too large, endless or binary ends its own connection', async () => {
  const on = await controlled()
  const good = await on.connect('show', 'good')
  const large = await on.connect('show', 'large')
  large.send(`"${'x'.repeat(LARGEST_MESSAGE)}"`)
  expect(await large.closed).toBe(1009)
  const binary = await on.connect('show', 'binary')
  binary.socket.send(Buffer.from([1, 2, 3]))
  expect(await binary.closed).toBe(1003)
  const unnamed = await greeted(on.address)
  unnamed.socket.send(Buffer.from([1, 2, 3]))
  expect(await unnamed.closed).toBe(4400)
  const endless = await on.connect('show', 'endless')
  endless.socket.send('"', { fin: false })
  for (let sent = 0; sent < 2 * LARGEST_MESSAGE; sent += 1_000) endless.socket.send('x'.repeat(1_000), { fin: false })
  expect(await endless.closed).toBe(1009)
  await good.settled()
  expect(on.rig.log).toEqual([])
})

test('a head that never ends, and a hundred connections that say nothing, keep no surface out', async () => {
  const on = await controlled()
  const { port } = new URL(on.address)
  for (let at = 0; at < 100; at += 1) {
    const socket = connect({ port: Number(port), host: '127.0.0.1' }).on('error', () => {})
    socket.write(`GET /control HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: `)
    atEnd(() => socket.destroy())
  }
  for (let at = 0; at < 20; at += 1) await greeted(on.address)
  const deck = await on.connect('show')
  await deck.settled()
  expect(deck.state().tally).toBe('off')
})

test('a surface that never reads is cut off; the others are served', async () => {
  const on = await controlled({ scenes: 300 })
  const [idle, good] = [await on.connect('look', 'idle'), await on.connect('look', 'good')]
  idle.socket.pause()
  for (let at = 0; at < 400 && on.pairings.list().pairings.some((one) => one.name === 'idle' && one.connections); ) {
    at += 1
    // Each change makes a patch with all scenes.
    on.rig.core.store.change(({ projects }) => {
      for (const project of Object.values(projects))
        for (const one of project.scenes ?? []) one.name = `${at}`.repeat(300)
    })
    await good.settled().catch(() => {})
    on.rig.clock.advance(1_000)
  }
  const idleLeft = on.pairings.list().pairings.find(({ name }) => name === 'idle')?.connections
  expect(idleLeft).toBe(0)
  await good.settled()
})
