import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { createCore } from '../../electron/core/core.ts'
import { servePanelSomewhere } from '../../electron/remote/panelPort.ts'
import { openSessions } from '../../electron/remote/sessions.ts'
import { LARGEST_MESSAGE, NO_SESSION } from '../../shared/bridge.ts'
import { newDir } from '../fakes/rig.ts'
import { base, bridge, clock, closing, enter, get, panel } from './kit.ts'

test('a printed address opens the panel once, and the session outlives a restart', async () => {
  const first = await panel()
  const address = first.server.newAddress()
  const entered = await get(address)
  expect([entered.status, entered.headers.location]).toEqual([303, '/'])
  expect(entered.headers['set-cookie']?.[0]).toMatch(/; HttpOnly; SameSite=Strict;/)
  const cookie = entered.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  expect(await get(base(first.server), { cookie })).toMatchObject({ status: 200, body: 'the panel' })

  const again = await get(address)
  expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined])
  expect(again.body).toContain('used already')
  expect(await get(address, { cookie })).toMatchObject({ status: 303 })

  const { port } = first.server
  await first.server.close()
  const second = await panel(first.dataDir, port)
  expect(await get(base(second.server), { cookie })).toMatchObject({ status: 200 })
  await second.sessions.revokeAll()
  expect(await get(base(second.server), { cookie })).toMatchObject({ status: 401 })
})

test('what else an address asks for stays when its token is taken, and leads nowhere else', async () => {
  const { server } = await panel()
  const dark = await get(`${server.newAddress()}&theme=dark`)
  expect([dark.status, dark.headers.location]).toEqual([303, '/?theme=dark'])
  const odd = await get(`${server.newAddress()}&to=//evil.example&x=%0d%0aset-cookie:a=b&token=again`)
  expect([odd.status, odd.headers.location]).toEqual([303, '/?to=%2F%2Fevil.example&x=%0D%0Aset-cookie%3Aa%3Db'])
})

test('the file of sessions opens nothing', async () => {
  const { server, dataDir } = await panel()
  const cookie = await enter(server.newAddress())
  const file = join(dataDir, 'sessions.json')
  expect(readFileSync(file, 'utf8')).not.toContain(cookie.split('=')[1])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('without a session there is a page that says what to do, and nothing else', async () => {
  const { server } = await panel()
  for (const path of ['/', '/index.html', '/assets/x.js', '/bridge', '/..%2f..%2fetc/passwd']) {
    const answer = await get(`${base(server)}${path}`, { cookie: `cuelight_${server.port}=guess` })
    expect([path, answer.status]).toEqual([path, 401])
    expect(answer.body).toContain('<code>cuelight panel</code>')
  }
})

test('a foreign Host, a foreign Origin, another method, a wrong token: refused', async () => {
  const { server } = await panel()
  const cookie = await enter(server.newAddress())
  const at = base(server)
  expect(await get(at, { cookie, host: 'evil.example' })).toMatchObject({ status: 421 })
  expect(await get(at, { cookie, host: `evil.example:${server.port}` })).toMatchObject({ status: 421 })
  expect(await get(at, { cookie, host: `127.0.0.1:1` })).toMatchObject({ status: 421 })
  expect(await get(at, { cookie, host: `localhost:${server.port}` })).toMatchObject({ status: 200 })
  expect(await get(at, { cookie }, 'POST')).toMatchObject({ status: 405 })
  expect(await get(`${at}/?token=guess`)).toMatchObject({ status: 401 })
  expect(await get(`${at}/?token=`)).toMatchObject({ status: 401 })
  expect(await bridge(server, { cookie }, 'https://evil.example')).toBe(403)
  expect(await bridge(server, { cookie }, 'null')).toBe(403)
  expect(await bridge(server, { cookie, host: 'evil.example' }, 'http://evil.example')).toBe(421)
  expect(await bridge(server, {})).toBe(NO_SESSION)
  expect(await bridge(server, { cookie })).toBeInstanceOf(WebSocket)
})

test('every answer forbids framing, caching, sniffing and foreign scripts', async () => {
  const { server } = await panel()
  const cookie = await enter(server.newAddress())
  for (const answer of [
    await get(base(server)),
    await get(base(server), { cookie }),
    await get(`${base(server)}/no`, { cookie }),
  ]) {
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  }
})

test('an oversized message ends the connection; nonsense is answered with its field', async () => {
  const { server } = await panel()
  const cookie = await enter(server.newAddress())
  const socket = await bridge(server, { cookie })
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
  expect(await bridge(server, { cookie })).toBeInstanceOf(WebSocket)
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
