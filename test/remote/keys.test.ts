/**
 * Keys that rotate with each use: a copy is noticed, a lost response does no harm, and only our own page can use
 * them.
 */
import { cpSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { keysAfter, type SessionKeys } from '../../electron/remote/sessionKeys.ts'
import { NO_SESSION } from '../../shared/bridge/bridge.ts'
import { comeIn, get, PAGE_LOAD, passFrom, turned } from '../fakes/panelPage.ts'
import { folderForTest } from '../support/atEnd.ts'
import { base, bridge, clock, enter, entered, opened, panel } from './kit.ts'

const MINUTE = 60_000
const TRY_LATER = 1013
const closed = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve))

test('a browser goes from key to key, over restarts, and may lose any response', async () => {
  const door = await entered()
  let { session } = door
  for (let use = 0; use < 3; use += 1) {
    // The response was lost: the same key once more.
    expect(await bridge(door.server, session)).toBeInstanceOf(WebSocket)
    session = turned(session)
    clock.advance(MINUTE)
  }
  const { port } = door.server
  await door.server.close()
  const again = await panel(door.dataDir, port)
  expect(await bridge(again.server, turned(session))).toBe(NO_SESSION)
  expect(await bridge(again.server, session)).toBeInstanceOf(WebSocket)
  expect(again.core.store.get().notices).toEqual([])
})

test('a browser that rotated its key gets access again, even if the app was killed in that moment', async () => {
  const door = await entered()
  const session = turned(door.session)
  expect(await bridge(door.server, session)).toBeInstanceOf(WebSocket)
  // What a kill leaves behind.
  const left = folderForTest()
  cpSync(door.dataDir, left, { recursive: true })
  const { port } = door.server
  await door.server.close()
  const again = await panel(left, port)
  expect(await bridge(again.server, turned(session))).toBeInstanceOf(WebSocket)
})

test('a used copy is noticed: both lose access at once, and the user is notified', async () => {
  const door = await entered()
  const copy = door.session
  expect(await bridge(door.server, copy)).toBeInstanceOf(WebSocket)
  const own = turned(door.session)
  const good = await opened(door.server, own)
  const other = await opened(door.server, await enter(door.server.newAddress()))
  clock.advance(MINUTE)
  const out = closed(good)
  expect(await bridge(door.server, copy)).toBe(NO_SESSION)
  expect(await out).toBe(NO_SESSION)
  for (const one of [copy, own, turned(own)]) expect(await bridge(door.server, one)).toBe(NO_SESSION)
  expect(door.core.store.get().notices).toMatchObject([{ kind: 'sessionCopied' }])
  expect(other.readyState).toBe(WebSocket.OPEN)
})

test('concurrent pages of one browser are asked to retry, and none is taken for a copy', async () => {
  const door = await entered()
  const late = door.session
  await opened(door.server, late)
  await opened(door.server, turned(late))
  expect(await bridge(door.server, late)).toBe(TRY_LATER)
  expect(door.good.readyState).toBe(WebSocket.OPEN)
  expect(door.core.store.get().notices).toEqual([])
})

/** A browser's keys by number: its own, and the one it announced as its next. */
type Keeps = readonly [own: number, next: number]

const keyOf = (nr: number) => `04${String(nr).padStart(128, '0').split('').toReversed().join('')}`
const use = ([own, next]: Keeps) => ({ key: keyOf(own), nextKey: keyOf(next) })
const A_USE = fc.record({ arrives: fc.boolean(), turns: fc.boolean(), byCopy: fc.boolean() })

/** Plays uses of a browser, and of a copy of it if there is one; returns the core's first refusal. */
function played(uses: readonly { arrives: boolean; turns: boolean; byCopy: boolean }[], isCopied: boolean) {
  let made = 1
  let core: SessionKeys = { ...use([0, 1]), past: [] }
  const hands: [Keeps, Keeps] = [
    [0, 1],
    [0, 1],
  ]
  const turnedBy = new Set<number>()
  for (const [nr, { arrives, turns, byCopy }] of uses.entries()) {
    const hand = isCopied && byCopy ? 1 : 0
    const after = arrives ? keysAfter(core, use(hands[hand]), nr * MINUTE) : core
    if (typeof after === 'string') return { said: after, turnedBy }
    core = after
    if (!arrives || !turns) continue
    made += 1
    hands[hand] = [hands[hand][1], made]
    turnedBy.add(hand)
  }
  // Each is used once more.
  for (const [nr, hand] of (isCopied ? hands : hands.slice(0, 1)).entries()) {
    const after = keysAfter(core, use(hand), (uses.length + 1 + nr) * MINUTE)
    if (typeof after === 'string') return { said: after, turnedBy }
    core = after
  }
  return { said: null, turnedBy }
}

test('whatever gets lost, a single browser is never taken for two, and a diverged copy always is', () => {
  const uses = fc.array(A_USE, { minLength: 1, maxLength: 40 })
  const alone = fc.property(uses, (list) => {
    expect(played(list, false).said).toBe(null)
  })
  fc.assert(alone, { numRuns: 2_000 })
  const copied = fc.property(uses, (list) => {
    const { said, turnedBy } = played(list, true)
    expect([null, 'twice']).toContain(said)
    if (turnedBy.size === 2) expect(said).toBe('twice')
  })
  fc.assert(copied, { numRuns: 2_000 })
})

test('an unknown key is not accepted for a browser, and ends no session', async () => {
  const door = await entered()
  const other = await enter(door.server.newAddress())
  expect(await bridge(door.server, { ...other, id: door.session.id, coreKey: door.session.coreKey })).toBe(NO_SESSION)
  expect(door.good.readyState).toBe(WebSocket.OPEN)
})

test('the keys alone give no access: only a page loaded from here has the pass', async () => {
  const door = await entered()
  const at = base(door.server)
  const without = (pass: string) => bridge(door.server, door.session, {}, at, pass)
  expect(await without('')).toBe(NO_SESSION)
  const loads: [Record<string, string>, boolean][] = [
    [PAGE_LOAD, true],
    [{}, false],
    [{ 'sec-fetch-mode': 'navigate' }, false],
    [{ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, false],
    [{ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'object' }, false],
    [{ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' }, false],
    [{ 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, false],
    [{ 'sec-fetch-mode': 'same-origin', 'sec-fetch-dest': 'empty' }, false],
    [{ 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'document' }, false],
    [{ ...PAGE_LOAD, 'service-worker-navigation-preload': 'true' }, false],
  ]
  for (const [headers, isGiven] of loads) {
    const { 'server-timing': given } = (await get(at, headers)).headers
    expect([headers, given !== undefined]).toEqual([headers, isGiven])
  }
  expect((await get(at, PAGE_LOAD, 'HEAD')).headers['server-timing']).toBe(undefined)
  // Nor does a token.
  const token = new URL(door.server.newAddress()).searchParams.get('token') ?? ''
  expect(await comeIn(at, token, {}, at, '')).toBe(NO_SESSION)
})

test('an open page reconnects after a restart with its pass; one without access is loaded again', async () => {
  const door = await entered()
  const [open, loaded] = [await passFrom(base(door.server)), await passFrom(base(door.server))]
  const come = (at: typeof door.server, pass: string) => bridge(at, door.session, {}, base(at), pass)
  expect(await come(door.server, open)).toBeInstanceOf(WebSocket)
  const { port } = door.server
  await door.server.close()
  const again = await panel(door.dataDir, port)
  expect(await come(again.server, open)).toBeInstanceOf(WebSocket)
  expect(await come(again.server, loaded)).toBe(NO_SESSION)
})

test('a service worker left under our host by another program is removed, with its storage', async () => {
  const { server } = await panel()
  const asked = await get(`${base(server)}/worker.js`, { 'service-worker': 'script' })
  expect([asked.status, asked.headers['clear-site-data']]).toEqual([404, '"storage"'])
  expect((await get(base(server), PAGE_LOAD)).headers['clear-site-data']).toBe(undefined)
})
