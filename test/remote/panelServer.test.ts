import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { createCore } from '../../electron/core/core.ts'
import { servePanelSomewhere } from '../../electron/remote/panelServer.ts'
import { openSessions } from '../../electron/remote/sessions.ts'
import { LARGEST_MESSAGE, NO_SESSION } from '../../shared/bridge/bridge.ts'
import { newDir } from '../fakes/rig.ts'
import { closing } from '../support/atEnd.ts'
import { base, bridge, clock, enter, get, panel } from './kit.ts'

test('a printed address opens the panel once, and the session outlives a restart', async () => {
  const first = await panel()
  const session = await enter(first.server.newAddress())
  expect(await bridge(first.server, session)).toBeInstanceOf(WebSocket)
  const { port } = first.server
  await first.server.close()
  const second = await panel(first.dataDir, port)
  expect(await bridge(second.server, session)).toBeInstanceOf(WebSocket)
  await second.sessions.revokeAll()
  expect(await bridge(second.server, session)).toBe(NO_SESSION)
})

test('a new browser gets in where sessions cannot be written, and stays as long as Cuelight runs', async () => {
  const made = await panel()
  mkdirSync(join(made.dataDir, 'sessions.json'))
  const session = await enter(made.server.newAddress())
  expect(await bridge(made.server, session)).toBeInstanceOf(WebSocket)
  expect(made.log.join()).toContain('sessions are good until Cuelight ends')
  expect(made.log.join()).not.toContain(session.coreKey)
  await expect(made.sessions.revokeAll()).rejects.toThrow()
  expect(await bridge(made.server, session)).toBe(NO_SESSION)
})

test('the pages are the same for everyone, and name no secret', async () => {
  const { server } = await panel()
  const token = server.newAddress()
  for (const path of ['', '/', '/index.html', '/?theme=dark', new URL(token).search]) {
    const answer = await get(`${base(server)}${path}`)
    expect([path, answer.status, answer.body]).toEqual([path, 200, 'the panel'])
    expect(answer.headers['set-cookie']).toBe(undefined)
  }
  expect(await bridge(server, new URL(token).searchParams.get('token') ?? '')).toBeInstanceOf(WebSocket)
})

test('the file of sessions opens nothing', async () => {
  const { server, dataDir } = await panel()
  const session = await enter(server.newAddress())
  const file = join(dataDir, 'sessions.json')
  const text = readFileSync(file, 'utf8')
  expect(text).not.toContain(session.pageKey)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  // Everything in it, in the place of the key that is not.
  for (const pageKey of text.match(/[0-9a-f]{64}/g) ?? []) {
    expect(await bridge(server, { ...session, pageKey })).toBe(NO_SESSION)
  }
})

test('a foreign Host, a foreign Origin, another method, a wrong token: refused', async () => {
  const { server } = await panel()
  const session = await enter(server.newAddress())
  const at = base(server)
  expect(await get(at, { host: 'evil.example' })).toMatchObject({ status: 421 })
  expect(await get(at, { host: `evil.example:${server.port}` })).toMatchObject({ status: 421 })
  expect(await get(at, { host: `127.0.0.1:1` })).toMatchObject({ status: 421 })
  expect(await get(at, { host: `localhost:${server.port}` })).toMatchObject({ status: 200 })
  expect(await get(at, {}, 'POST')).toMatchObject({ status: 405 })
  expect(await bridge(server, 'guess')).toBe(NO_SESSION)
  expect(await bridge(server, session, {}, 'https://evil.example')).toBe(403)
  expect(await bridge(server, session, {}, 'null')).toBe(403)
  expect(await bridge(server, session, { host: 'evil.example' }, 'http://evil.example')).toBe(421)
  // Another name of this machine is another origin, with a storage of its own.
  const host = `localhost:${server.port}`
  expect(await bridge(server, session, { host }, `http://${host}`)).toBe(NO_SESSION)
  expect(await bridge(server, session)).toBeInstanceOf(WebSocket)
})

test('every answer forbids framing, caching, sniffing and foreign scripts', async () => {
  const { server } = await panel()
  for (const answer of [
    await get(base(server)),
    await get(`${base(server)}/no`),
    await get(`${base(server)}/download/no`),
    await get(base(server), {}, 'POST'),
  ]) {
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  }
})

test('an oversized message ends the connection; nonsense is answered with its field', async () => {
  const { server } = await panel()
  const session = await enter(server.newAddress())
  const socket = await bridge(server, session)
  if (!(socket instanceof WebSocket)) throw new Error('no bridge')
  socket.send('{"type":"command","id":"1","command":{"type":"goLive","odd":1}}')
  const answer = await new Promise((resolve) => socket.once('message', (data) => resolve(JSON.parse(String(data)))))
  expect(answer).toMatchObject({
    type: 'outcome',
    id: '1',
    outcome: { refusal: { reason: 'invalid', field: 'odd' } },
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.send('x'.repeat(LARGEST_MESSAGE + 1))
  expect(await closed).toBe(1009)
  expect(await bridge(server, session)).toBeInstanceOf(WebSocket)
})

test('a taken port is said, and another one is used', async () => {
  const first = await panel()
  const dataDir = newDir()
  const core = createCore({ dataDir, clock, version: '1.2.3', log: () => {} })
  const options = { core, sessions: openSessions(dataDir, clock.now), pages: first.pages, port: first.server.port }
  const second = await servePanelSomewhere(options)
  closing(core)
  closing(second)
  expect(second.port).not.toBe(first.server.port)
  expect(core.store.get().notices).toMatchObject([{ kind: 'portTaken', about: String(second.port) }])
})
