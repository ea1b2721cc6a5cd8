/** Who gets no access to the panel: other hosts, other pages, other tokens, other paths. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { NO_SESSION } from '../../shared/bridge/bridge.ts'
import {
  bridge,
  expectGoesOn as bridgeGoesOn,
  enter,
  entered,
  get,
  hostOf,
  opened,
  type Panel,
  panel,
  raw,
} from './kit.ts'

async function expectGoesOn(door: Awaited<ReturnType<typeof entered>>) {
  expect(await get(door.at)).toMatchObject({ status: 200, body: 'the panel' })
  await bridgeGoesOn(door)
}

/** Replaces OURS with our own host, and PORT with our port. */
const filledFor = ({ server }: Pick<Panel, 'server'>, head: string) =>
  head.replaceAll('OURS', hostOf(server)).replaceAll('PORT', String(server.port))

/** Sends a head; returns the status. */
async function statusOf({ server }: Pick<Panel, 'server'>, head: string): Promise<number> {
  const filled = filledFor({ server }, head)
  const said = await raw(server, `${filled}\r\nConnection: close\r\n\r\n`).ended
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 0)
}

const GET = 'GET / HTTP/1.1\r\n'
test('a request addressed to anything but this server is refused', async () => {
  const door = await entered()
  const foreign = [
    ...['[::1]:1', '[::1]:PORT', '[2001:db8::1]:PORT', '[::ffff:127.0.0.1]:PORT'],
    ...['127.0.0.1', '127.0.0.1:PORT', 'localhost:PORT', 'x.localhost:PORT', '0.0.0.0:PORT', ''],
    ...['rebound.example:PORT', 'OURS.rebound.example:PORT', 'x.OURS', 'OURS1', 'OURS.'],
    ...['rebound.example#OURS', 'x@OURS', 'OURS\r\nHost: OURS'],
    ...['OURS\r\nHost: rebound.example:PORT', 'rebound.example:PORT\r\nHost: OURS'],
    ...[hostOf(door.server).split(':')[0] ?? '', `${'0'.repeat(32)}.localhost:PORT`],
  ]
  const ours = ['OURS', hostOf(door.server).toUpperCase()]
  const hosts = (names: string[], status: number) => names.map((name) => [`${GET}Host: ${name}`, status] as const)
  const cases = [
    ...[...hosts(ours, 200), ...hosts(foreign, 421)],
    ['GET / HTTP/1.1', 400],
    ['GET / HTTP/1.0', 421],
    ['GET http://rebound.example/ HTTP/1.1\r\nHost: OURS', 400],
    ['GET http://OURS/ HTTP/1.1\r\nHost: OURS', 400],
    ['OPTIONS * HTTP/1.1\r\nHost: OURS', 400],
  ] as const
  for (const [head, status] of cases) expect([head, await statusOf(door, head)]).toEqual([head, status])
  expect(await statusOf(door, 'CONNECT 127.0.0.1:PORT HTTP/1.1\r\nHost: OURS')).toBe(0)
  await expectGoesOn(door)
})

const UPGRADE =
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
test('the bridge accepts only a good handshake from our own page, and waits for no client to hang up', async () => {
  const door = await entered()
  const ours = 'Host: OURS\r\nOrigin: http://OURS'
  const query = new URLSearchParams({ session: door.session.id, nonce: 'a'.repeat(64) })
  const cases: [string, number][] = [
    [`GET /bridge HTTP/1.1\r\n${UPGRADE}\r\nHost: OURS\r\nOrigin: http://rebound.example`, 403],
    [`GET /bridge HTTP/1.1\r\n${UPGRADE}\r\nHost: OURS\r\nOrigin: http://127.0.0.1:1`, 403],
    [`GET /bridge HTTP/1.1\r\n${UPGRADE}\r\nHost: OURS\r\nOrigin: https://OURS`, 403],
    [`GET /bridge HTTP/1.1\r\n${UPGRADE}\r\nHost: OURS\r\nOrigin: null`, 403],
    [`GET /bridge HTTP/1.1\r\n${UPGRADE}\r\nHost: OURS`, 403],
    [`GET /bridge HTTP/1.1\r\n${UPGRADE}\r\nHost: rebound.example:PORT\r\nOrigin: http://rebound.example:PORT`, 421],
    [`GET /bridge HTTP/1.1\r\n${UPGRADE}\r\n${ours}\r\nHost: OURS`, 421],
    [`GET /bridge HTTP/1.1\r\n${UPGRADE}\r\nHost: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT`, 421],
    [`GET /bridge HTTP/1.1\r\n${UPGRADE}\r\n${ours}`, 101],
    [`GET //bridge HTTP/1.1\r\n${UPGRADE}\r\n${ours}`, 403],
    [`GET /x/bridge HTTP/1.1\r\n${UPGRADE}\r\n${ours}`, 403],
    [`GET / HTTP/1.1\r\n${UPGRADE}\r\n${ours}`, 403],
    [`GET http://OURS/bridge HTTP/1.1\r\n${UPGRADE}\r\n${ours}`, 403],
    [`GET /bridge HTTP/1.1\r\n${UPGRADE}\r\n${ours}\r\nTransfer-Encoding: chunked`, 413],
    [`POST /bridge HTTP/1.1\r\n${UPGRADE}\r\n${ours}`, 405],
    [`GET /bridge HTTP/1.1\r\n${UPGRADE.replace('13', '1')}\r\n${ours}`, 400],
    [`GET /bridge HTTP/1.1\r\n${UPGRADE.replace('websocket', 'h2c')}\r\n${ours}`, 400],
    [`GET /bridge HTTP/1.1\r\n${UPGRADE.replace('dGhlIHNhbXBsZSBub25jZQ==', 'short')}\r\n${ours}`, 400],
    [`GET /bridge HTTP/1.1\r\n${ours}`, 404],
  ]
  for (const [head, status] of cases) {
    // Keeps its own connection header; the session is valid.
    const filled = filledFor(door, head).replaceAll('/bridge', `/bridge?${query}`)
    const said = await raw(door.server, `${filled}\r\n\r\n`).firstOrEnd
    expect([head, said.slice(0, 12)]).toEqual([head, `HTTP/1.1 ${status}`])
  }
  await expectGoesOn(door)
})

test('a used token, one of another run, and one not opened in time create no session', async () => {
  const door = await entered()
  const kept = door.server.newAddress()
  const tokenOf = (address: string) => new URL(address).searchParams.get('token') ?? ''
  // Only viewing an address, as a link preview does, does not use it up.
  for (const method of ['HEAD', 'GET']) expect(await get(kept, {}, method)).toMatchObject({ status: 200 })
  const taken = await bridge(door.server, tokenOf(kept))
  expect(taken).toBeInstanceOf(WebSocket)
  expect(await bridge(door.server, tokenOf(kept))).toBe(NO_SESSION)
  const old = door.server.newAddress()
  for (let count = 0; count < 100; count += 1) door.server.newAddress()
  expect(await bridge(door.server, tokenOf(old))).toBe(NO_SESSION)
  const other = await panel()
  expect(await bridge(other.server, tokenOf(door.server.newAddress()))).toBe(NO_SESSION)
  expect(await bridge(other.server, door.session)).toBe(NO_SESSION)
  for (const guess of ['', 'x', 'A'.repeat(43)]) expect(await bridge(door.server, guess)).toBe(NO_SESSION)
})

test('forms and links of other pages change nothing and get nothing', async () => {
  const door = await entered({ downloads: { settings: async () => 'secret' } })
  const before = door.core.store.revision()
  const foreign = { origin: 'https://rebound.example', 'sec-fetch-site': 'cross-site' }
  const command = '{"type":"command","id":"1","command":{"type":"setPadlock","locked":true}}'
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain', 'application/json']) {
    for (const path of ['/', '/bridge', '/download/settings', '/?token=x']) {
      const { status } = await get(door.at + path, { ...foreign, 'content-type': type }, 'POST', command)
      expect([type, path, status]).toEqual([type, path, 405])
    }
  }
  for (const path of ['/?type=setPadlock&locked=true', '/bridge?command=goLive', '/goLive', '/?command=commitStop']) {
    const { headers, body } = await get(door.at + path, foreign)
    expect([path, headers['set-cookie'], body.includes('secret')]).toEqual([path, undefined, false])
  }
  expect(door.core.store.revision()).toBe(before)
  await expectGoesOn(door)
})

test('no path leads out of the pages', async () => {
  const door = await entered()
  writeFileSync(join(door.pages, '../secret.txt'), 'secret')
  mkdirSync(join(door.pages, 'assets'))
  const ways = ['..', '%2e%2e', '..%2f..', '%2e%2e%2f', '..%5c', '.%2e', '%252e%252e', 'assets/../..', './/..', '..;']
  const targets = ways.flatMap((way) => [way, `assets/${way}/${way}`, `/${way}`].map((path) => `/${path}/secret.txt`))
  for (const target of [...targets, '/%00', '/%', '/%ff', '/..', '//', '/.git/config', '/secret.txt%00.html']) {
    const head = `GET ${target} HTTP/1.1\r\nHost: ${hostOf(door.server)}\r\nConnection: close`
    const said = await raw(door.server, `${head}\r\n\r\n`).ended
    const isSecret = said.includes('secret\n') || said.endsWith('secret')
    expect([target, /^HTTP\/1\.1 (200|4\d\d)/.test(said), isSecret]).toEqual([target, true, false])
  }
  await expectGoesOn(door)
})

test('a deleted page or an odd range request spoils only its own response', async () => {
  const door = await entered()
  for (const range of ['bytes=5-2', 'bytes=-1', 'bytes=99999999-', 'bytes=0-0,2-3', 'odd']) {
    expect(await get(door.at, { range })).toMatchObject({ status: 200, body: 'the panel' })
  }
  rmSync(join(door.pages, 'index.html'))
  await expect(get(door.at)).rejects.toThrow()
  writeFileSync(join(door.pages, 'index.html'), 'the panel')
  await expectGoesOn(door)
})

test('when sessions are revoked, open bridges end at once and later messages on them are ignored', async () => {
  const door = await entered()
  const closed = new Promise((resolve) => door.good.once('close', resolve))
  const revoking = door.sessions.end(null)
  door.good.send('{"type":"command","id":"1","command":{"type":"setPadlock","locked":true}}')
  await revoking
  expect(await closed).toBe(NO_SESSION)
  expect(door.core.store.get().padlock.locked).toBe(false)
  expect(await bridge(door.server, door.session)).toBe(NO_SESSION)
})

test('one browser opens twenty panels at most, and fifty browsers are kept', async () => {
  const door = await entered()
  for (let count = 1; count < 20; count += 1) await opened(door.server, door.session)
  expect(await bridge(door.server, door.session)).toBe(1013)
  const closed = new Promise((resolve) => door.good.once('close', resolve))
  const sessions = []
  for (let count = 0; count < 50; count += 1) sessions.push(await enter(door.server.newAddress()))
  expect(await closed).toBe(NO_SESSION)
  expect(await bridge(door.server, door.session)).toBe(NO_SESSION)
  for (const session of [sessions[0], sessions[49]]) {
    expect(session && (await bridge(door.server, session))).toBeInstanceOf(WebSocket)
  }
})
