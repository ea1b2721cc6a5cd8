/**
 * Clients that never end, never read or never stop: each loses its own connection, and the good one notices nothing.
 */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type WebSocket from 'ws'
import type { PanelServer } from '../../electron/remote/panelServer.ts'
import { LARGEST_HEAD, MOST_STRANGERS, PATIENCE } from '../../electron/remote/requestGuard.ts'
import { LARGEST_MESSAGE } from '../../shared/bridge/bridge.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { ask, type PanelSession } from '../fakes/panelPage.ts'
import { newDir } from '../fakes/rig.ts'
import { base, clock, enter, entered, expectGoesOn, get, hostOf, opened, panel, raw } from './kit.ts'

const SHORT = { headersMs: 100, idleMs: 150 }

const isOutcome = ({ type }: { type: string }) => type === 'outcome'

const typesOf = (socket: WebSocket) => {
  const types: string[] = []
  socket.on('message', (data) => types.push(JSON.parse(String(data)).type))
  return types
}

const head = (server: PanelServer, first: string, ...more: string[]) =>
  [first, `Host: ${hostOf(server)}`, ...more].join('\r\n')

/** A valid request for access; its proof is never sent. */
const upgrade = (server: PanelServer, { id }: PanelSession) =>
  head(
    server,
    `GET /bridge?session=${id}&nonce=${'0'.repeat(64)} HTTP/1.1`,
    `Origin: ${base(server)}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  )

test('a head that never ends is given up, by its length and by its time', async () => {
  const door = await entered()
  const long = raw(door.server, head(door.server, 'GET / HTTP/1.1', `X: ${'x'.repeat(LARGEST_HEAD)}`))
  expect(await long.ended).toContain('431')
  const slow = raw(door.server, head(door.server, 'GET / HTTP/1.1', 'X: '))
  const silent = raw(door.server, '')
  const unproven = raw(door.server, `${upgrade(door.server, door.session)}\r\n\r\n`)
  expect(await unproven.firstOrEnd).toContain('101')
  clock.advance(PATIENCE.headersMs)
  expect(await slow.ended).toContain('408')
  expect(await silent.ended).toContain('408')
  await unproven.ended
  await expectGoesOn(door)
})

test('a body that never ends is not waited for: the response is a refusal, and the connection ends', async () => {
  const door = await entered()
  for (const first of ['GET / HTTP/1.1', 'POST / HTTP/1.1', 'PUT /download/settings HTTP/1.1', 'HEAD / HTTP/1.1']) {
    for (const kind of ['Transfer-Encoding: chunked', 'Content-Length: 1000000000000']) {
      const { socket, ended } = raw(door.server, `${head(door.server, first, kind)}\r\n\r\n`)
      const more = () => socket.write('a\r\n0123456789\r\n', (error) => error || setImmediate(more))
      more()
      const status = /^(GET|HEAD)/.test(first) ? 413 : 405
      expect([first, kind, (await ended).slice(0, 12)]).toEqual([first, kind, `HTTP/1.1 ${status}`])
    }
  }
  await expectGoesOn(door)
})

test('a client that does not read its page is not waited for', async () => {
  const door = await entered({ patience: SHORT })
  writeFileSync(join(door.pages, 'index.html'), randomBytes(20_000_000))
  const again = await panel(newDir(), 0, { patience: SHORT, pages: door.pages })
  const { socket, ended } = raw(again.server, `${head(again.server, 'GET / HTTP/1.1')}\r\n\r\n`)
  let taken = 0
  socket.on('data', (chunk) => {
    taken += chunk.byteLength
  })
  socket.pause()
  await fewerConnections()
  socket.resume()
  await ended
  expect(taken).toBeLessThan(20_000_000)
  await expectGoesOn(door)
})

/** Resolves when one side of a connection has been closed: a client that does not read never notices. */
async function fewerConnections(): Promise<void> {
  const count = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  const breath = () => new Promise((resolve) => setTimeout(resolve, 10))
  // Connections of earlier requests are still closing.
  let most = count()
  for (let same = 0; same < 3; same += 1) {
    await breath()
    if (count() !== most) same = 0
    most = count()
  }
  while (count() >= most) await breath()
}

test('strangers are served a few at a time, and one that reads slowly makes room for others', async () => {
  const door = await entered()
  writeFileSync(join(door.pages, 'index.html'), randomBytes(20_000_000))
  const { server } = await panel(newDir(), 0, { pages: door.pages })
  let answered = 0
  for (let count = 0; count < 12; count += 1) {
    const { socket } = raw(server, `${head(server, 'GET / HTTP/1.1')}\r\n\r\n`)
    socket.once('data', () => {
      answered += 1
      socket.pause()
    })
  }
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  for (const most of [3, 6, 9, 12]) {
    while (answered < most) await turns(1)
    await turns(300)
    expect(answered).toBe(most)
    clock.advance(100)
  }
})

test('the shipped timeouts are seconds, and not infinite', () => {
  // Node takes 0 for infinite.
  expect(Math.min(...Object.values(PATIENCE))).toBeGreaterThan(0)
  expect(Math.max(...Object.values(PATIENCE))).toBeLessThanOrEqual(30_000)
})

/** The head of a masked client frame (RFC 6455, 5.2) that announces a length. */
function frameHead(opcode: number, length: number, final: boolean): Buffer {
  const bytes = Buffer.alloc(14)
  bytes[0] = (final ? 0x80 : 0) | opcode
  bytes[1] = 0xff
  bytes.writeBigUInt64BE(BigInt(length), 2)
  return bytes
}

async function rawBridge(server: PanelServer, session: PanelSession) {
  const socket = await opened(server, session)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  return { socket, wire: (socket as unknown as { _socket: import('node:net').Socket })._socket, closed }
}

test('frames that never finish take the memory of at most one message, and end only that connection', async () => {
  const door = await entered()
  const announced = await rawBridge(door.server, door.session)
  announced.wire.write(frameHead(1, LARGEST_MESSAGE + 1, true))
  expect(await announced.closed).toBe(1009)

  const pieces = await rawBridge(door.server, door.session)
  const more = (opcode: number): void => {
    const piece = Buffer.concat([frameHead(opcode, 1_000, false), Buffer.alloc(1_000)])
    pieces.wire.write(piece, (error) => error || setImmediate(more, 0))
  }
  more(1)
  expect(await pieces.closed).toBe(1009)

  const unfinished = await rawBridge(door.server, door.session)
  unfinished.wire.write(Buffer.concat([frameHead(1, LARGEST_MESSAGE, true), Buffer.alloc(10)]))
  await expectGoesOn(door)
})

test.each([
  ['a frame of an unknown kind', Buffer.from([0x83, 0x80, 0, 0, 0, 0]), 1002],
  ['a frame without a mask', Buffer.from([0x81, 0x01, 0x78]), 1002],
  ['text that is no UTF-8', Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0xff]), 1007],
  ['bytes', Buffer.from([0x82, 0x81, 0, 0, 0, 0, 0x78]), 1003],
])('%s ends the connection with a reason', async (_, bytes, code) => {
  const door = await entered()
  const { wire, closed } = await rawBridge(door.server, door.session)
  wire.write(bytes)
  expect(await closed).toBe(code)
  await expectGoesOn(door)
})

test('a client that keeps asking and never reads is disconnected', async () => {
  const door = await entered()
  const deaf = await rawBridge(door.server, door.session)
  deaf.socket.pause()
  door.core.store.change((draft) => {
    draft.service.account = 'x'.repeat(500_000)
  })
  for (let count = 0; count < 400; count += 1) deaf.socket.send('{"type":"resync"}')
  // The others are served in between, often enough for all of that to have been sent.
  for (let count = 0; count < 100; count += 1) {
    await expectGoesOn(door)
    clock.advance(10)
  }
  deaf.socket.resume()
  expect(await deaf.closed).toBe(1006)
})

test('thousands of commands get one response each, and another client is served after a few of them', async () => {
  const door = await entered()
  const busy = await opened(door.server, door.session)
  const types = typesOf(busy)
  for (let count = 0; count < 5_000; count += 1) {
    busy.send(JSON.stringify({ type: 'command', id: `n${count}`, command: { type: 'no' } }))
  }
  await expectGoesOn(door)
  expect(types.length).toBeLessThan(100)
  // Over its allowance it is read slowly, and each further command is refused.
  while (types.length < 5_000) {
    clock.advance(10)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(new Set(types)).toEqual(new Set(['outcome']))
})

test('one browser may send as much as a user can, from all its panels together, and again a second later', async () => {
  const door = await entered()
  const panels = [door.good, await opened(door.server, door.session)]
  const command = { type: 'commitStop', armId: 'none' }
  let nr = 0
  const press = async () => {
    nr += 1
    const id = `n${nr}`
    const socket = panels[nr % 2] as WebSocket
    const answered = (answer: { id: string; outcome: Outcome }) => answer.id === id
    const { outcome } = await ask(socket, { type: 'command', id, command }, answered)
    // Over the allowance messages are read slowly: the next one after 10 ms.
    if (outcome.result === 'refused' && outcome.refusal.reason === 'tooMany') clock.advance(10)
    return outcome.result === 'refused' ? outcome.refusal.reason : outcome.result
  }
  // A hundred at once is what holding a key does.
  for (let count = 0; count < 100; count += 1) expect(await press()).toBe('noArm')
  for (let count = 0; count < 100; count += 1) await press()
  const journalled = door.core.store.get().journal.length
  for (let count = 0; count < 100; count += 1) expect(await press()).toBe('tooMany')
  expect(door.core.store.get().journal.length).toBe(journalled)
  const other = await opened(door.server, await enter(door.server.newAddress()))
  const answer = await ask(other, { type: 'command', id: 'o', command }, isOutcome)
  expect(answer).toMatchObject({ outcome: { refusal: { reason: 'noArm' } } })
  clock.advance(1_000)
  expect(await press()).toBe('noArm')
})

test('a client with hundreds of pending commands is not read until one has its outcome', async () => {
  let asked = 0
  const answers: (() => void)[] = []
  const made = await panel()
  const dispatch: typeof made.core.dispatch = (id, command, source) => {
    asked += 1
    return new Promise((resolve) => answers.push(() => resolve(made.core.dispatch(id, command, source))))
  }
  // A second passes whenever the clock is read, so the rate limit never applies.
  const { clock: core } = made.core
  const leaping = { now: () => core.now(), after: core.after.bind(core), monotonic: () => asked * 1_000 }
  const door = await panel(newDir(), 0, { core: { ...made.core, dispatch, clock: leaping } })
  const session = await enter(door.server.newAddress())
  const busy = await opened(door.server, session)
  const types = typesOf(busy)
  const filler = 'x'.repeat(10_000)
  for (let count = 0; count < 2_000; count += 1) {
    busy.send(JSON.stringify({ type: 'command', id: `n${count}`, command: { type: filler } }))
  }
  // Another client is served meanwhile, often enough for all of them to have been read.
  const other = await opened(door.server, await enter(door.server.newAddress()))
  for (let count = 0; count < 400; count += 1) {
    other.send('{"type":"resync"}')
    clock.advance(10)
    await new Promise((resolve) => other.once('message', resolve))
  }
  expect(asked).toBeGreaterThanOrEqual(256)
  expect(asked).toBeLessThan(300)
  while (types.length < 2_000) {
    for (const answer of answers.splice(0)) answer()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(asked).toBe(2_000)
})

test('of pipelined requests only the first gets a response, and the connection ends', async () => {
  const door = await entered()
  const request = `${head(door.server, 'GET / HTTP/1.1')}\r\n\r\n`
  for (const before of ['', '\r\n', '\r\n\r\n', '\n\r\n'.repeat(1_000)]) {
    const said = await raw(door.server, before + request.repeat(3_000)).ended
    expect([before.slice(0, 9), said.match(/HTTP\/1\.1 \d+/g)]).toEqual([before.slice(0, 9), ['HTTP/1.1 200']])
    expect(said).toMatch(/connection: close/i)
  }
  // In pieces, and what was not requested at once is not accepted later.
  const slow = raw(door.server, request.slice(0, 5))
  for (const piece of [request.slice(5, -3), request.slice(-3), request.repeat(100)]) {
    await new Promise((resolve) => slow.socket.write(piece, resolve))
    await expectGoesOn(door)
  }
  expect((await slow.ended).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
})

test('a crowd of open connections keeps nobody out: the one that has waited longest is dropped', async () => {
  const door = await entered()
  let dropped = 0
  const crowd = Array.from({ length: MOST_STRANGERS + 100 }, () => {
    const socket = connect(door.server.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.on('close', () => {
      dropped += 1
    })
    return socket
  })
  const haveLeft = async (count: number) => {
    while (dropped < count) await new Promise((resolve) => setImmediate(resolve))
  }
  await haveLeft(100)
  await expectGoesOn(door)
  expect(await get(base(door.server))).toMatchObject({ status: 200, body: 'the panel' })
  await expectGoesOn({ ...door, good: await opened(door.server, await enter(door.server.newAddress())) })
  for (const socket of crowd) socket.destroy()
  await haveLeft(crowd.length)
  await expectGoesOn({ ...door, good: await opened(door.server, door.session) })
}, 10_000)

test('unfinished heads together take a limited amount of memory', async () => {
  const door = await entered()
  const closed: number[] = []
  const filler = `${head(door.server, 'GET / HTTP/1.1')}\r\nX: ${'x'.repeat(500_000)}`
  for (let count = 0; count < 60; count += 1) {
    const { socket, ended } = raw(door.server, filler)
    void ended.then(() => closed.push(count))
    await new Promise((resolve) => socket.write('x', resolve))
  }
  while (closed.length < 20) await new Promise((resolve) => setImmediate(resolve))
  expect(await get(base(door.server))).toMatchObject({ status: 200 })
  await expectGoesOn(door)
})
