import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { WAIT } from '../../../build/suite/patience.ts'
import { Destination } from '../../../electron/studio/engine/destination.ts'
import { Engine } from '../../../electron/studio/engine/engine.ts'
import { type Amf, encodeAmf } from '../../../electron/studio/engine/flv/amf0.ts'
import { type Loop, readLoop } from '../../../electron/studio/engine/flv/loop.ts'
import type { Tag } from '../../../electron/studio/engine/flv/tag.ts'
import { chunksOf, createChunkReader, type Message } from '../../../electron/studio/engine/rtmp/chunks.ts'
import { publish } from '../../../electron/studio/engine/rtmp/publisher.ts'
import { VirtualClock } from '../../fakes/virtualClock.ts'
import { newDir } from '../../support/folders.ts'
import { clip } from './clips.ts'

const HANDSHAKE = 1_536

/** Waits for what sockets do, in real time. */
const until = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), { ...WAIT, interval: 5 })

let loop: Loop

beforeAll(async () => {
  loop = await readLoop(clip(newDir(), 'one', 2))
})

/** A server that accepts streams as the specification says, or fails in a way of the test's choice. */
interface TestServer {
  url: string
  readonly sockets: Socket[]
  readonly messages: Message[]
  answer: 'accepts' | 'refuses' | 'garbage' | 'silent' | 'closes'
  /** What it says besides, once it has accepted a stream. */
  afterwards?: (socket: Socket) => void
  /** The code with which it refuses. */
  code?: string
}

let clock: VirtualClock
let listener: Server
let server: TestServer
let destination: Destination

beforeEach(async () => {
  clock = new VirtualClock()
  const sockets: Socket[] = []
  const messages: Message[] = []
  listener = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    serve(socket, server)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  server = { url: `rtmp://127.0.0.1:${port}/app`, sockets, messages, answer: 'accepts' }
})

afterEach(() => {
  destination?.close()
  for (const socket of server.sockets) socket.destroy()
  listener.close()
})

function serve(socket: Socket, mine: TestServer): void {
  if (mine.answer === 'closes') return void socket.destroy()
  if (mine.answer === 'garbage') return void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')
  if (mine.answer === 'silent') return
  let shook = 0
  const send = (...values: Amf[]) =>
    socket.write(Buffer.concat(chunksOf({ type: 20, streamId: 0, timeMs: 0, body: encodeAmf(...values) }, 3, 128)))
  const reader = createChunkReader((message) => {
    mine.messages.push(message)
    const text = message.body.toString('latin1')
    if (text.includes('connect')) send('_result', 1, null, { code: 'NetConnection.Connect.Success' })
    if (text.includes('createStream')) send('_result', 4, null, 1)
    if (!text.includes('publish')) return
    const refusal = { level: 'error', code: mine.code ?? 'NetStream.Publish.BadName' }
    const accepted = { level: 'status', code: 'NetStream.Publish.Start' }
    send('onStatus', 0, null, mine.answer === 'refuses' ? refusal : accepted)
    mine.afterwards?.(socket)
  })
  socket.on('data', (bytes: Buffer) => {
    const needed = Math.max(0, Math.min(bytes.length, 1 + 2 * HANDSHAKE - shook))
    if (shook === 0) socket.write(Buffer.alloc(1 + 2 * HANDSHAKE, 3))
    shook += needed
    if (bytes.length > needed) reader.take(bytes.subarray(needed))
  })
}

let attempts = 0

function start(): void {
  attempts = 0
  const connect: typeof publish = (...how) => {
    attempts += 1
    return publish(...how)
  }
  destination = new Destination({ url: server.url, key: 'secret-key', clock, connect })
}

/** Sends the clip once, as if it began at a time. */
function play(fromMs = 0): void {
  const source = loop.source()
  for (const header of [source.headers.video, source.headers.audio]) if (header) destination.send(header)
  for (let tag: Tag | null = source.peek(); tag; tag = source.peek()) {
    destination.send({ ...tag, timeMs: fromMs + tag.timeMs - source.firstMs })
    source.shift()
  }
}

const types = () => server.messages.map(({ type }) => type).filter((type) => type !== 20 && type !== 1)

test('a stream begins with what decoders need and a keyframe, at time 0, also after a reconnect', async () => {
  start()
  await until(() => destination.state().state === 'LIVE')
  play(100_000)
  await until(() => types().length > 100)
  const begun = server.messages.filter(({ type }) => type === 8 || type === 9 || type === 18)
  expect(begun.slice(0, 4).map(({ type, timeMs, body }) => [type, timeMs, body[0], body[1]])).toEqual([
    [18, 0, 2, 0],
    [9, 0, 0x17, 0],
    [8, 0, 0xaf, 0],
    [9, 0, 0x17, 1],
  ])
  server.messages.length = 0
  server.sockets[0]?.destroy()
  await until(() => destination.state().state === 'WAIT')
  expect(destination.state()).toMatchObject({ error: 'CONNECTION_ERROR', reconnects: 1 })
  clock.advance(500)
  await until(() => destination.state().state === 'LIVE')
  // Nothing new was sent: it begins with the last keyframe, so that viewers need not wait for the next one.
  await until(() => types().length > 100)
  expect(types().slice(0, 4)).toEqual([18, 9, 8, 9])
  expect(server.messages.find(({ type, body }) => type === 9 && body[1] === 1)?.timeMs).toBe(0)
})

test('a refused stream says what to do and is tried again at 0.5, 1 and every 2 s, for ever', async () => {
  server.answer = 'refuses'
  start()
  for (const [nth, pause] of [500, 1_000, 2_000, 2_000, 2_000].entries()) {
    await until(() => destination.state().reconnects === nth + 1)
    expect(destination.state()).toMatchObject({ state: 'WAIT', error: 'AUTH_ERROR' })
    expect(destination.state().message).toMatch(/BadName.*Check the stream key/)
    clock.advance(pause - 1)
    expect(attempts).toBe(nth + 1)
    clock.advance(1)
    expect(attempts).toBe(nth + 2)
  }
  server.answer = 'accepts'
  await until(() => {
    clock.advance(500)
    return destination.state().state === 'LIVE'
  })
})

test.each([
  ['closes', /ended the connection before/],
  ['garbage', /no RTMP server/],
] as const)('a server that %s is named and tried again', async (answer, message) => {
  server.answer = answer
  start()
  await until(() => destination.state().reconnects === 1)
  expect(destination.state().message).toMatch(message)
  expect(JSON.stringify(destination.state())).not.toContain('secret-key')
})

test('a server that accepts the connection and says nothing is given up after 10 s', async () => {
  server.answer = 'silent'
  start()
  await until(() => server.sockets.length === 1)
  clock.advance(9_999)
  expect(destination.state().reconnects).toBe(0)
  clock.advance(1)
  expect(destination.state()).toMatchObject({ reconnects: 1, message: 'The server does not respond.' })
})

const control = (type: number, body: Buffer) =>
  Buffer.concat(chunksOf({ type, streamId: 0, timeMs: 0, body }, 2, 128))

test.each([
  ['pings', control(4, Buffer.of(0, 6, 0, 0, 0, 1))],
  ['bandwidths', control(6, Buffer.alloc(5))],
  ['acknowledgements', control(3, Buffer.alloc(4))],
] as const)(
  'a server that sends %s without end is left, and answered no more than it may ask',
  async (_, message) => {
    server.afterwards = (socket) => void socket.write(Buffer.concat(Array.from({ length: 30_000 }, () => message)))
    start()
    await until(() => destination.state().reconnects === 1)
    expect(destination.state()).toMatchObject({ error: 'STREAM_ERROR' })
    expect(destination.state().message).toMatch(/more than a publisher has use for/)
    expect(server.messages.filter(({ type }) => type === 4 || type === 5).length).toBeLessThanOrEqual(100)
  },
)

test('a server that ends the stream without an error, and keeps the connection, is not live', async () => {
  const status = encodeAmf('onStatus', 0, null, { level: 'status', code: 'NetStream.Unpublish.Success' })
  start()
  await until(() => destination.state().state === 'LIVE')
  server.sockets[0]?.write(control(20, status))
  await until(() => destination.state().reconnects === 1)
  expect(destination.state().message).toMatch(/ended the stream \(NetStream\.Unpublish\.Success\)/)
})

test.each(['secret-key', 'NetStream.secret-key', 'live_1_abc'])(
  'a server that answers %s is not quoted',
  async (code) => {
    server.answer = 'refuses'
    server.code = code.replaceAll('-', '_')
    destination = new Destination({ url: server.url, key: 'secret_key', clock })
    await until(() => destination.state().reconnects === 1)
    expect(destination.state().message).toMatch(/^The server refused the stream\. Check the stream key/)
  },
)

test('a frozen server costs at most 4 MB, and is left after 8 s without progress', async () => {
  start()
  await until(() => destination.state().state === 'LIVE')
  server.sockets[0]?.pause()
  let at = 0
  // The system's own buffers take some megabytes before anything waits.
  for (; destination.state().dropped === 0 && at < 3_000_000; at += 2_000) {
    play(at)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(destination.state().dropped).toBeGreaterThan(0)
  expect(destination.state().reconnects).toBe(0)
  clock.advance(10_000)
  expect(destination.state()).toMatchObject({ state: 'WAIT', error: 'CONNECTION_ERROR', reconnects: 1 })
  expect(destination.state().message).toMatch(/taken nothing for 8 s/)
})

/** A connection that is accepted at once, and that takes what the test says. */
function fakeLink() {
  const sent: Tag[] = []
  const link = { waiting: 0, describe() {}, close() {}, send: (tag: Tag) => void sent.push(tag) }
  const connect: typeof publish = (_address, _key, _clock, { onReady }) => {
    queueMicrotask(onReady)
    return link
  }
  return { sent, link, connect }
}

test('a server that freezes each time does not pass for live in between, and one that takes the stream again does', async () => {
  const { link, connect } = fakeLink()
  destination = new Destination({ url: server.url, key: 'k', clock, connect })
  await until(() => destination.state().state === 'LIVE')
  link.waiting = 3_000_000
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      play()
      await clock.pass(1_000)
    }
  }
  await pass(10)
  const frozen = { state: 'WAIT', message: 'The server has taken nothing for 8 s.' }
  expect(destination.state()).toMatchObject({ ...frozen, reconnects: 1 })
  // It is accepted again, and what is sent may be in the system's own buffers.
  link.waiting = 0
  await pass(5)
  expect(destination.state()).toMatchObject({ ...frozen, reconnects: 1 })
  await pass(8)
  expect(destination.state()).toMatchObject({ state: 'LIVE', error: null, reconnects: 1 })
})

test('a server that has accepted the stream is not live while no picture is sent, and sound is none', async () => {
  start()
  await until(() => destination.state().state === 'LIVE')
  clock.advance(2_100)
  expect(destination.state()).toMatchObject({ state: 'WAIT', error: 'STREAM_ERROR' })
  expect(destination.state().message).toMatch(/Nothing is being sent/)
  const sound = loop.silence
  for (let at = 0; sound && at < 3_000; at += 100) destination.send({ ...sound, timeMs: at })
  expect(destination.state().state).toBe('WAIT')
  play()
  expect(destination.state()).toMatchObject({ state: 'LIVE', error: null })
})

test('a server that refuses what it accepted before does not say that the key is wrong', async () => {
  start()
  await until(() => destination.state().state === 'LIVE')
  server.answer = 'refuses'
  server.sockets[0]?.destroy()
  await until(() => {
    clock.advance(500)
    return destination.state().reconnects > 1
  })
  expect(destination.state()).toMatchObject({ state: 'WAIT', error: 'CONNECTION_ERROR' })
  expect(destination.state().message).toMatch(/something else may be sending with this key/)
})

test('where pictures are left out for a slow server, the sound goes on', async () => {
  const { sent, link, connect } = fakeLink()
  destination = new Destination({ url: server.url, key: 'k', clock, connect })
  await until(() => destination.state().state === 'LIVE')
  play()
  link.waiting = 5_000_000
  play(2_000)
  link.waiting = 3_000_000
  sent.length = 0
  play(4_000)
  expect(sent.length).toBeGreaterThan(80)
  expect(sent.every(({ kind }) => kind === 'audio')).toBe(true)
})

test('a broadcast whose slate is lost continues with the one it has', async () => {
  const engine = new Engine(clock, () => {})
  const slate = clip(newDir(), 'slate', 1)
  const target = { destinationId: 'd', url: server.url, key: 'k' }
  const follow = (path: string | null) =>
    engine.follow({
      sentAt: clock.now(),
      broadcasts: [{ liveId: 'l', plays: [], sounds: [], targets: [target], slate: path }],
    })
  follow(slate)
  await until(() => {
    clock.advance(15)
    return types().length > 20
  })
  follow(null)
  server.messages.length = 0
  await until(() => {
    clock.advance(15)
    return types().length > 100
  })
  expect(engine.report().targets).toMatchObject([{ state: 'LIVE' }])
  engine.close()
})

test('RTMPS: a certificate that nobody vouches for is refused, and a trusted one works', async () => {
  const dir = newDir()
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  const names = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', `${dir}/key.pem`, '-out', `${dir}/cert.pem`]
  execFileSync('openssl', [...made, ...names], { stdio: 'ignore' })
  const [key, cert] = ['key', 'cert'].map((name) => readFileSync(`${dir}/${name}.pem`, 'utf8'))
  const secure = createSecureServer({ key, cert }, (socket) => {
    server.sockets.push(socket)
    socket.on('error', () => {})
    serve(socket, server)
  })
  secure.on('tlsClientError', () => {}).listen(0, 'localhost')
  await once(secure, 'listening')
  server.url = `rtmps://localhost:${(secure.address() as AddressInfo).port}/app`
  const before = getCACertificates('default')
  try {
    start()
    await until(() => destination.state().reconnects === 1)
    expect(destination.state()).toMatchObject({ state: 'WAIT', error: 'CONNECTION_ERROR' })
    expect(destination.state().message).toMatch(/secure connection failed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/)
    setDefaultCACertificates([...before, cert ?? ''])
    clock.advance(500)
    await until(() => destination.state().state === 'LIVE')
    play()
    await until(() => types().length > 100)
  } finally {
    setDefaultCACertificates(before)
    secure.close()
  }
})

test('an address that is none is not tried', () => {
  destination = new Destination({ url: 'https://example.com', key: 'k', clock })
  expect(destination.state()).toMatchObject({ state: 'FAILED', error: 'CONNECTION_ERROR' })
})
