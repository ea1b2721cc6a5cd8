/** Access to the panel is listed and can be ended: for one browser, for all, and automatically when unused. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { browserNameOf } from '../../electron/remote/browserName.ts'
import { UNUSED_MS } from '../../electron/remote/sessions.ts'
import { NO_SESSION } from '../../shared/bridge/bridge.ts'
import { comeIn, lookup, passFrom, proofOf } from '../fakes/panelPage.ts'
import { base, bridge, clock, enter, entered, get, hostOf, opened, panel } from './kit.ts'

const tokenOf = (address: string) => new URL(address).searchParams.get('token') ?? ''
const closed = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve))
const NONCE = 'a'.repeat(64)
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

test('the list shows who has access, since when, when last seen, and addresses not opened yet', async () => {
  const { server, sessions } = await panel()
  const since = clock.now()
  const entered = await comeIn(base(server), tokenOf(server.newAddress()), { 'user-agent': FIREFOX })
  if (typeof entered === 'number') throw new Error('not let in')
  const { id } = entered.session
  server.newAddress()
  clock.advance(60_000)
  const shown = { id, browser: 'Firefox', system: 'Linux', since }
  expect(sessions.list()).toEqual({ sessions: [{ ...shown, lastSeen: clock.now(), panels: 1 }], unopened: 1 })
  const left = clock.now()
  entered.socket.close()
  await expect.poll(() => sessions.list().sessions[0]?.panels).toBe(0)
  clock.advance(10 * 60_000)
  expect(sessions.list()).toEqual({ sessions: [{ ...shown, lastSeen: left, panels: 0 }], unopened: 0 })
})

test('ending one browser closes its panels at once and for good, and leaves the others in', async () => {
  const door = await entered({ downloads: { settings: async () => 'secret' } })
  const other = await enter(door.server.newAddress())
  const staying = await opened(door.server, other)
  const end = closed(door.good)
  expect(await door.sessions.end(door.session.id)).toEqual({ ended: 1 })
  expect(await end).toBe(NO_SESSION)
  expect(await bridge(door.server, door.session)).toBe(NO_SESSION)
  expect(staying.readyState).toBe(WebSocket.OPEN)
  expect(await door.sessions.end(door.session.id)).toEqual({ ended: 0 })
  const { port } = door.server
  await door.server.close()
  const again = await panel(door.dataDir, port)
  expect(await bridge(again.server, door.session)).toBe(NO_SESSION)
  expect(await bridge(again.server, other)).toBeInstanceOf(WebSocket)
})

test('ending all includes unopened addresses, and the old host no longer responds', async () => {
  const door = await entered()
  const [origin, unopened] = [base(door.server), tokenOf(door.server.newAddress())]
  // A client that has so far only been asked for a proof.
  const query = new URLSearchParams({ session: door.session.id, nonce: NONCE })
  const halfway = new WebSocket(`${origin.replace('http', 'ws')}/bridge?${query}`, { origin, lookup })
  const asked = JSON.parse(String((await once(halfway, 'message'))[0])) as { nonce: string }
  const proof = proofOf(door.session, `${NONCE} ${asked.nonce}`, hostOf(door.server), await passFrom(origin))
  // A client whose address was opened, and which has not shown a key yet.
  const token = tokenOf(door.server.newAddress())
  const opening = new WebSocket(`${origin.replace('http', 'ws')}/bridge?token=${token}&nonce=${NONCE}`, {
    ...{ origin, lookup },
  })
  const offered = JSON.parse(String((await once(opening, 'message'))[0])) as { nonce: string }
  const shown = proofOf(door.session, `${NONCE} ${offered.nonce}`, hostOf(door.server), await passFrom(origin))
  const end = closed(door.good)
  await enter(door.server.newAddress())
  expect(await door.sessions.end(null)).toEqual({ ended: 2 })
  expect(await end).toBe(NO_SESSION)
  halfway.send(JSON.stringify(proof))
  expect(await closed(halfway)).toBe(NO_SESSION)
  opening.send(JSON.stringify(shown))
  expect(await closed(opening)).toBe(NO_SESSION)
  expect(door.sessions.list()).toEqual({ sessions: [], unopened: 0 })
  expect(await bridge(door.server, unopened)).toBe(NO_SESSION)
  expect(base(door.server)).not.toBe(origin)
  expect(await get(base(door.server), { host: new URL(origin).host })).toMatchObject({ status: 421 })
  expect(await comeIn(base(door.server), door.session, { host: new URL(origin).host }, origin)).toBe(421)
  const { label } = JSON.parse(readFileSync(join(door.dataDir, 'sessions.json'), 'utf8'))
  expect(hostOf(door.server)).toContain(label)
  expect(await enter(door.server.newAddress())).toHaveProperty('id')
})

test('a session unused for thirty days ends automatically; an open one does not', async () => {
  const door = await entered()
  const unused = await enter(door.server.newAddress())
  await expect.poll(() => door.sessions.list().sessions.filter(({ panels }) => panels > 0).length).toBe(1)
  clock.advance(UNUSED_MS - 1)
  expect(door.sessions.knows(unused.id)).toBe(true)
  clock.advance(1)
  expect(door.sessions.list().sessions.map(({ id }) => id)).toEqual([door.session.id])
  expect(await bridge(door.server, unused)).toBe(NO_SESSION)
  expect(await bridge(door.server, door.session)).toBeInstanceOf(WebSocket)
  await door.server.close()
  const again = await panel(door.dataDir)
  expect(again.sessions.list().sessions.map(({ id }) => id)).toEqual([door.session.id])
  clock.advance(UNUSED_MS)
  expect(again.sessions.list().sessions).toEqual([])
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0 Safari/537.36 OBS/31.0',
    'OBS',
    'Linux',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iOS',
  ],
  [FIREFOX, 'Firefox', 'Linux'],
  ['<script>', null, null],
])('a browser that calls itself "%s" is shown as %s on %s', (userAgent, browser, system) => {
  expect(browserNameOf(userAgent)).toEqual({ browser, system })
})
