/** Viewers over real connections: what each is sent, and what none can do to another or to the studio. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WAIT } from '../../../build/suite/patience.ts'
import { type FrameKind, frameOf, readFrames } from '../../../electron/studio/engine/watch/wire.ts'
import { MOST_VIEWERS, openWatchPage, type WatchPage } from '../../../electron/studio/watch/watchPage.ts'
import { VirtualClock } from '../../fakes/virtualClock.ts'

const until = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), { ...WAIT, interval: 5 })
const breathe = () => new Promise((resolve) => setTimeout(resolve, 1))

let clock: VirtualClock
let page: WatchPage
let server: Server
let engine: Socket
let came: string[]
let waiting: (() => number)[]
const sockets: Socket[] = []

beforeEach(async () => {
  clock = new VirtualClock()
  came = []
  waiting = []
  page = await openWatchPage(clock, {
    joined: (_, isAgain) => void came.push(isAgain ? '+again' : '+new'),
    left: () => void came.push('-'),
  })
  server = createServer((request, response) => {
    waiting.push(() => response.writableLength)
    if (page.isFull('new')) response.writeHead(503).end()
    else page.join('show', response, request.url === '/again' ? 'again' : 'new')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  engine = await fromEngine()
})

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await page.close()
  server.closeAllConnections()
  server.close()
})

/** A connection as the engine makes it, accepted. */
async function fromEngine(key = page.target('show', { width: 320, height: 180 }).key): Promise<Socket> {
  const { url } = page.target('show', { width: 320, height: 180 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(frameOf('hello', Buffer.from(JSON.stringify({ key, liveId: 'show' }))))
  await Promise.race([once(socket, 'data'), once(socket, 'close')])
  return socket
}

const send = (kind: FrameKind, contents: string | Buffer) => engine.write(frameOf(kind, Buffer.from(contents)))

async function begin(): Promise<void> {
  send('codecs', 'avc3.640028, mp4a.40.2')
  send('init', 'INIT ')
  for (const part of ['old ', 'old ']) send('fragment', part)
  send('key', 'KEY1 ')
  send('fragment', 'a ')
  await until(() => page.isRunning('show'))
}

/** A viewer that reads all, or nothing. */
function watch(id: string, isReading = true) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  const viewer = { text: '', bytes: 0, isGone: false, socket }
  socket.write(`GET /${id} HTTP/1.0\r\n\r\n`)
  socket
    .on('error', () => {})
    .on('close', () => {
      viewer.isGone = true
    })
  if (isReading)
    socket.on('data', (bytes: Buffer) => {
      viewer.bytes += bytes.length
      if (viewer.text.length < 10_000) viewer.text += bytes.toString('latin1')
    })
  return viewer
}

test('a viewer begins with what decoders need and the last keyframe, and gets all that follows', async () => {
  await begin()
  const first = watch('one')
  await until(() => first.text.endsWith('a '))
  expect(first.text).toMatch(/content-type: video\/mp4; codecs="avc3.640028, mp4a.40.2"/i)
  expect(first.text).toMatch(/\r\n\r\nINIT KEY1 a $/)
  send('fragment', 'b ')
  send('key', 'KEY2 ')
  await until(() => first.text.endsWith('b KEY2 '))
  const second = watch('again')
  await until(() => second.text.endsWith('INIT KEY2 '))
  expect(came).toEqual(['+new', '+again'])
  first.socket.destroy()
  await until(() => came.length === 3)
  send('fragment', 'c ')
  await until(() => second.text.endsWith('c '))
})

test('all viewers begin anew when the engine does, and when what it sends is of another kind', async () => {
  await begin()
  const before = watch('one')
  await until(() => before.text.endsWith('a '))
  const earlier = engine
  engine = await fromEngine()
  await until(() => before.isGone)
  expect(page.isRunning('show')).toBe(false)
  // Its earlier connection ends only now, and means nothing any more.
  earlier.destroy()
  for (let turn = 0; turn < 20; turn += 1) await breathe()
  await begin()
  const after = watch('one')
  await until(() => after.text.endsWith('a '))
  // Other parameters are for the same player, another track is not.
  send('codecs', 'avc3.4d401f, mp4a.40.2')
  send('init', 'INIT2 ')
  send('key', 'KEY3 ')
  await until(() => after.text.endsWith('INIT2 KEY3 '))
  send('codecs', 'avc3.4d401f')
  await until(() => after.isGone)
})

test('it runs while pictures come, through other parameters, too, and no longer once none has come for 3 s', async () => {
  await begin()
  send('init', 'INIT2 ')
  const viewer = watch('one')
  await until(() => viewer.text.endsWith('INIT2 '))
  expect(page.isRunning('show')).toBe(true)
  send('key', 'KEY2 ')
  await until(() => viewer.text.endsWith('KEY2 '))
  clock.advance(3_001)
  expect(page.isRunning('show')).toBe(false)
  send('fragment', 'b ')
  await until(() => page.isRunning('show'))
})

test('a viewer that never reads costs at most 4 MB, is left after 8 s, and concerns no other', async () => {
  await begin()
  const frozen = watch('frozen', false)
  const well = watch('well')
  await until(() => well.text.endsWith('a '))
  const PART = 250_000
  let sent = 0
  // The system's own buffers take some megabytes first.
  for (; sent < 200; sent += 1) {
    send(sent % 10 === 0 ? 'key' : 'fragment', Buffer.alloc(PART))
    await until(() => well.bytes >= sent * PART)
  }
  expect(frozen.isGone).toBe(false)
  expect(waiting[0]?.()).toBeGreaterThan(1_000_000)
  expect(waiting[0]?.()).toBeLessThan(4_000_000 + 2 * PART)
  clock.advance(8_001)
  send('key', 'LAST ')
  await until(() => came.includes('-'))
  send('fragment', 'after ')
  await until(() => well.bytes >= sent * PART + 11)
  expect(came).toEqual(['+new', '+new', '-'])
})

test('a viewer that was too slow goes on with a keyframe', async () => {
  await begin()
  const slow = watch('slow', false)
  await until(() => came.length === 1)
  for (let nth = 0; nth < 80; nth += 1) {
    send('fragment', Buffer.alloc(250_000, 'x'))
    await breathe()
  }
  expect(waiting[0]?.()).toBeGreaterThan(4_000_000)
  let tail = ''
  slow.socket.on('data', (bytes: Buffer) => {
    tail = (tail + bytes.toString('latin1')).slice(-50)
  })
  await until(() => waiting[0]?.() === 0)
  // What was left out is not made up for: nothing but a keyframe can follow.
  send('fragment', 'lost ')
  send('key', 'KEY9 ')
  send('fragment', 'z ')
  await until(() => tail.endsWith('KEY9 z '))
  expect(tail).not.toContain('lost')
})

test('there are at most twenty viewers', async () => {
  await begin()
  for (let nth = 0; nth < MOST_VIEWERS; nth += 1) watch(`viewer${nth}`)
  await until(() => came.length === MOST_VIEWERS)
  const more = watch('more')
  await until(() => more.text.includes('503'))
  expect(came).toHaveLength(MOST_VIEWERS)
})

test('previews take none of the twenty places, and have no more of their own', async () => {
  await begin()
  const nothing = () => {}
  const outlet = { ...{ writeHead: nothing, write: nothing, end: nothing, destroy: nothing }, once: nothing }
  for (let nth = 0; nth < MOST_VIEWERS; nth += 1) page.join('show', { ...outlet, writableLength: 0 }, 'crew')
  expect([page.isFull('new'), page.isFull('crew')]).toEqual([false, true])
  for (let nth = 0; nth < MOST_VIEWERS; nth += 1) watch(`viewer${nth}`)
  await until(() => came.length === MOST_VIEWERS)
  expect(page.isFull('new')).toBe(true)
  engine.destroy()
  await until(() => !page.isRunning('show'))
  await until(() => came.length === 2 * MOST_VIEWERS)
  expect([page.isFull('new'), page.isFull('crew')]).toEqual([false, false])
})

test('only the engine of this studio can send pictures', async () => {
  await begin()
  const viewer = watch('one')
  await until(() => viewer.text.endsWith('a '))
  const stranger = await fromEngine('guessed')
  expect(stranger.destroyed || stranger.readableEnded).toBe(true)
  const { url } = page.target('show', { width: 1, height: 1 })
  for (const bytes of [
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    frameOf('init', Buffer.from('x')),
    Buffer.alloc(2_000, 0),
  ]) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    sockets.push(socket)
    socket
      .on('error', () => {})
      .resume()
      .write(bytes)
    await once(socket, 'close')
  }
  const silent = connect(Number(new URL(url).port), '127.0.0.1')
  sockets.push(silent)
  silent.on('error', () => {}).resume()
  await until(() => clock.waiting > 0)
  clock.advance(5_000)
  await once(silent, 'close')
  send('fragment', 'still ')
  await until(() => viewer.text.endsWith('still '))
})

test('frames are read as they were written, however the network splits them', () => {
  const frames = (['hello', 'codecs', 'init', 'key', 'fragment'] as const).map((kind, nth) =>
    frameOf(kind, Buffer.alloc(nth * 7, kind)),
  )
  const all = Buffer.concat(frames)
  for (const step of [1, 3, 11, all.length]) {
    const got: string[] = []
    const take = readFrames((kind, contents) => void got.push(`${kind} ${contents.length}`))
    for (let at = 0; at < all.length; at += step) take(all.subarray(at, at + step))
    expect(got).toEqual(['hello 0', 'codecs 7', 'init 14', 'key 21', 'fragment 28'])
  }
})

test('the crew’s own preview gets the same, and is not counted', async () => {
  await begin()
  const shown: string[] = []
  const outlet = {
    writeHead: () => {},
    write: (bytes: Buffer) => void shown.push(bytes.toString()),
    end: () => void shown.push('END'),
    destroy: () => void shown.push('DESTROYED'),
    once: () => {},
    writableLength: 0,
  }
  page.join('show', outlet, 'crew')
  expect(shown.join('')).toBe('INIT KEY1 a ')
  engine.destroy()
  await until(() => shown.at(-1) === 'END')
  expect(came).toEqual([])
})
