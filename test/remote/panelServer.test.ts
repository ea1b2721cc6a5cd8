import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { createCore } from '../../electron/core/core.ts'
import { servePanelSomewhere } from '../../electron/remote/panelServer.ts'
import { openSessions } from '../../electron/remote/sessions.ts'
import { NO_SESSION } from '../../shared/bridge/bridge.ts'
import { comeIn, lookup, newSigningKey, passFrom, proofOf } from '../fakes/panelPage.ts'
import { newDir } from '../fakes/rig.ts'
import { closing } from '../support/atEnd.ts'
import { base, bridge, clock, enter, entered, get, hostOf, opened, panel } from './kit.ts'

test('a printed address opens the panel once, and the session survives a restart', async () => {
  const first = await panel()
  const session = await enter(first.server.newAddress())
  expect(await bridge(first.server, session)).toBeInstanceOf(WebSocket)
  const { port } = first.server
  await first.server.close()
  const second = await panel(first.dataDir, port)
  expect(await bridge(second.server, session)).toBeInstanceOf(WebSocket)
  await second.sessions.end(null)
  expect(await bridge(second.server, session)).toBe(NO_SESSION)
})

test('a new browser gets access even if sessions cannot be written, for as long as Cuelight runs', async () => {
  const made = await panel()
  rmSync(join(made.dataDir, 'sessions.json'))
  mkdirSync(join(made.dataDir, 'sessions.json'))
  const session = await enter(made.server.newAddress())
  expect(await bridge(made.server, session)).toBeInstanceOf(WebSocket)
  expect(made.log.join()).toContain('sessions are good until Cuelight ends')
  expect(made.log.join()).not.toContain(session.coreKey)
  expect(await made.sessions.end(null)).toEqual({ ended: 1, unsaved: expect.stringContaining('folder') })
  expect(await bridge(made.server, session)).toBe(NO_SESSION)
})

test('the pages are the same for everyone, and contain no secret', async () => {
  const { server } = await panel()
  const token = server.newAddress()
  for (const path of ['', '/', '/index.html', '/?theme=dark', new URL(token).search]) {
    const answer = await get(`${base(server)}${path}`)
    expect([path, answer.status, answer.body]).toEqual([path, 200, 'the panel'])
    expect(answer.headers['set-cookie']).toBe(undefined)
  }
  expect(await bridge(server, new URL(token).searchParams.get('token') ?? '')).toBeInstanceOf(WebSocket)
})

test('the file of sessions gives no access', async () => {
  const { server, dataDir } = await panel()
  const session = await enter(server.newAddress())
  const file = join(dataDir, 'sessions.json')
  const text = readFileSync(file, 'utf8')
  const { d = '' } = session.own.sign.export({ format: 'jwk' })
  expect(text).not.toContain(Buffer.from(d, 'base64url').toString('hex'))
  expect(text).toContain(session.own.key)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  // Everything it contains about the browser's keys, with another private half.
  for (const half of [session.own, session.next]) {
    const own = { ...newSigningKey(), key: half.key }
    expect(await bridge(server, { ...session, own })).toBe(NO_SESSION)
  }
  // And nothing in it is the pass of a page.
  for (const pass of text.match(/[\w-]{32,64}/g) ?? [])
    expect(await bridge(server, session, {}, base(server), pass)).toBe(NO_SESSION)
})

test('the panel has a host that cannot be guessed, and keeps it over a restart', async () => {
  const first = await panel()
  expect(hostOf(first.server)).toMatch(/^[0-9a-f]{32}\.localhost:\d+$/)
  await first.server.close()
  const again = await panel(first.dataDir)
  expect(hostOf(again.server).split(':')[0]).toBe(hostOf(first.server).split(':')[0])
  expect(hostOf((await panel()).server).split(':')[0]).not.toBe(hostOf(first.server).split(':')[0])
})

test('another name of this machine shows how to open the panel, and nothing else', async () => {
  const { server } = await panel()
  const token = new URL(server.newAddress()).search
  for (const name of ['127.0.0.1', 'localhost', 'other.localhost', '[::1]']) {
    const answer = await get(`${base(server)}/${token}`, { host: `${name}:${server.port}` })
    expect([name, answer.status]).toEqual([name, 421])
    expect(answer.body).toContain('cuelight panel')
    expect(answer.body).not.toContain(hostOf(server).split('.')[0])
  }
  const { origin } = new URL(base(server))
  expect(await bridge(server, token.slice('?token='.length), { host: `localhost:${server.port}` }, origin)).toBe(421)
})

test('the panel also listens on ::1, which browsers try first, and gives up a port that is taken there', async () => {
  const { server } = await panel()
  const socket = connect({ port: server.port, host: '::1' })
  closing({ close: async () => void socket.destroy() })
  socket.write(`GET / HTTP/1.1\r\nHost: ${hostOf(server)}\r\n\r\n`)
  expect(await text(socket)).toContain('the panel')
  const other = createServer()
  await once(other.listen({ port: 0, host: '::1' }), 'listening')
  closing({ close: async () => void other.close() })
  const { port } = other.address() as AddressInfo
  await expect(panel(newDir(), port)).rejects.toThrow('EADDRINUSE')
  // Nor is it left half taken.
  await once(createServer().listen(port, '127.0.0.1').unref(), 'listening')
})

test('an address is valid for ten minutes', async () => {
  const { server } = await panel()
  const token = () => new URL(server.newAddress()).searchParams.get('token') ?? ''
  const [opened, late] = [token(), token()]
  clock.advance(10 * 60_000 - 1)
  expect(await bridge(server, opened)).toBeInstanceOf(WebSocket)
  clock.advance(1)
  expect(await bridge(server, late)).toBe(NO_SESSION)
})

test('every response forbids framing, caching, sniffing and foreign scripts', async () => {
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

test('browsers keep a file with a hash in its name for good, and nothing else', async () => {
  const pages = newDir()
  mkdirSync(join(pages, 'assets'))
  writeFileSync(join(pages, 'assets/index-DYTZswgf.js'), 'the script')
  const { server } = await panel(newDir(), 0, { pages })
  const script = await get(`${base(server)}/assets/index-DYTZswgf.js`)
  expect([script.status, script.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect(script.headers['content-security-policy']).toContain("script-src 'self'")
  const gone = await get(`${base(server)}/assets/index-gone.js`)
  expect([gone.status, gone.headers['cache-control']]).toEqual([404, 'no-store'])
})

test('an invalid message gets a response that names the field', async () => {
  const { good } = await entered()
  good.send('{"type":"command","id":"1","command":{"type":"goLive","odd":1}}')
  const answer = await new Promise((resolve) => good.once('message', (data) => resolve(JSON.parse(String(data)))))
  const outcome = { refusal: { reason: 'invalid', field: 'odd' } }
  expect(answer).toMatchObject({ type: 'outcome', id: '1', outcome })
})

test('a taken port is reported, and another one is used', async () => {
  const first = await panel()
  const dataDir = newDir()
  const core = createCore({ dataDir, clock, version: '1.2.3', log: () => {} })
  const options = { core, sessions: openSessions(dataDir, clock), pages: first.pages, port: first.server.port }
  const second = await servePanelSomewhere(options)
  closing(core)
  closing(second)
  expect(second.port).not.toBe(first.server.port)
  expect(core.store.get().notices).toMatchObject([{ kind: 'portTaken', about: String(second.port) }])
})

const nonce = () => randomBytes(32).toString('hex')

function knock(origin: string, query: Record<string, string>, headers: Record<string, string> = {}) {
  const url = `${origin.replace('http', 'ws')}/bridge?${new URLSearchParams(query)}`
  const socket = new WebSocket(url, { origin, headers, lookup })
  const heard: { type: string; nonce: string; proof: string }[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  socket.on('error', () => {})
  closing({ close: async () => socket.terminate() })
  const first = new Promise<(typeof heard)[number]>((resolve) =>
    socket.once('message', () => resolve(heard[0] as never)),
  )
  return { socket, heard, first, closed: new Promise<number>((resolve) => socket.once('close', resolve)) }
}

test('nothing that a browser sends automatically opens the bridge, or gets a file', async () => {
  const made = await panel(newDir(), 0, { downloads: { settings: async () => 'secret' } })
  const at = base(made.server)
  const session = await enter(made.server.newAddress())
  const answer = await get(at)
  expect(answer.headers['set-cookie']).toBe(undefined)
  // All that another port could have seen of us: cookies, addresses, and the session id.
  const cookie = `cuelight_${made.server.port}=${session.id}; session=${session.id}`
  expect(await knock(at, {}, { cookie }).closed).toBe(NO_SESSION)
  const { socket, first, closed, heard } = knock(at, { session: session.id, nonce: nonce() }, { cookie })
  await first
  socket.send(JSON.stringify({ type: 'command', id: '1', command: { type: 'setPadlock', locked: true } }))
  expect(await closed).toBe(NO_SESSION)
  expect(heard.map(({ type }) => type)).toEqual(['challenge'])
  expect(made.core.store.get().padlock.locked).toBe(false)
  for (const path of ['/download/settings', '/settings']) {
    expect((await get(at + path, { cookie })).body).not.toContain('secret')
  }
})

test('a proof is valid for its own nonces and its own key, and can be given once', async () => {
  const made = await panel()
  const at = base(made.server)
  const session = await enter(made.server.newAddress())
  const [host, pass] = [hostOf(made.server), await passFrom(at)]
  const mine = nonce()
  const seen = knock(at, { session: session.id, nonce: mine })
  const said = proofOf(session, `${mine} ${(await seen.first).nonce}`, host, pass)
  const other = await enter(made.server.newAddress())
  const good = (first: { nonce: string }, own: string) => proofOf(session, `${own} ${first.nonce}`, host, pass)
  const tries: ((first: { nonce: string; proof: string }, own: string) => unknown)[] = [
    // A replay of what was once seen on the wire.
    () => said,
    // The core's own proof, reflected.
    (first, own) => ({ ...good(first, own), proof: first.proof.repeat(2) }),
    // Another browser's key, and another one in place of the next.
    ({ nonce }, own) => proofOf(other, `${own} ${nonce}`, host, pass),
    (first, own) => ({ ...good(first, own), key: other.own.key }),
    (first, own) => ({ ...good(first, own), nextKey: other.own.key }),
    // Of another host, and of a page that is not ours.
    ({ nonce }, own) => proofOf(session, `${own} ${nonce}`, `x${host}`, pass),
    ({ nonce }, own) => proofOf(session, `${own} ${nonce}`, host, ''),
    ({ nonce }, own) => proofOf(session, `${own} ${nonce}`, host, 'A'.repeat(43)),
    (first, own) => ({ ...good(first, own), pass: '' }),
    (first, own) => ({ ...good(first, own), more: 1 }),
    (first, own) => ({ ...good(first, own), proof: '0'.repeat(128) }),
    (first, own) => ({ ...good(first, own), proof: '' }),
    // Not a point of the curve.
    (first, own) => ({ ...good(first, own), key: `04${'1'.repeat(128)}` }),
    () => ({ type: 'resync' }),
    () => null,
  ]
  for (const attempt of tries) {
    const own = nonce()
    const { socket, first, closed, heard } = knock(at, { session: session.id, nonce: own })
    socket.send(JSON.stringify(attempt(await first, own)))
    expect([attempt.toString(), await closed, heard.length]).toEqual([attempt.toString(), NO_SESSION, 1])
  }
  const { id } = session
  const token = new URL(made.server.newAddress()).searchParams.get('token') ?? ''
  const queries = [{ session: id }, { session: id, nonce: 'x' }, { session: '', nonce: mine }, { token }, {}]
  for (const query of queries) expect(await knock(at, query as never).closed).toBe(NO_SESSION)
  // The first wrong message ends the attempt.
  const own = nonce()
  const late = knock(at, { session: session.id, nonce: own })
  const { nonce: theirs } = await late.first
  late.socket.send('{}')
  late.socket.send(JSON.stringify(proofOf(session, `${own} ${theirs}`, host, pass)))
  expect(await late.closed).toBe(NO_SESSION)
  expect(await bridge(made.server, session)).toBeInstanceOf(WebSocket)
})

test('a relay between a page and another Cuelight of this machine is accepted by neither', async () => {
  const here = await panel()
  const session = await enter(here.server.newAddress())
  const { port } = here.server
  const host = hostOf(here.server)
  await here.server.close()
  // The same Cuelight again, on another port, because another program has taken its own and forwards everything.
  const there = await panel(here.dataDir)
  const relay = createServer()
  await once(relay.listen(port, '127.0.0.1'), 'listening')
  closing({ close: async () => void relay.close().closeAllConnections() })
  new WebSocketServer({ server: relay }).on('connection', (page, { url }) => {
    const core = new WebSocket(`${base(there.server).replace('http', 'ws')}${url}`, {
      origin: base(there.server),
      lookup,
    })
    core.on('message', (data) => page.send(String(data)))
    core.on('close', (code) => page.close(code))
    page.on('message', (data) => core.send(String(data)))
  })
  // It may even forward the pass of a page of ours.
  const pass = await passFrom(base(there.server))
  expect(await comeIn(`http://${host}`, session, {}, `http://${host}`, pass)).toBe(NO_SESSION)
  // Nor is the session valid there for anyone who read the page's storage on the taken port.
  expect(await bridge(there.server, session)).toBe(NO_SESSION)
})

test('cookies of every other port, as many as a browser keeps, do not prevent access', async () => {
  const made = await panel()
  const cookie = Array.from({ length: 180 }, (_, nr) => `bomb${nr}=${'x'.repeat(4_000)}`).join('; ')
  expect(await get(base(made.server), { cookie })).toMatchObject({ status: 200, body: 'the panel' })
  const session = await enter(made.server.newAddress())
  expect(await bridge(made.server, session, { cookie })).toBeInstanceOf(WebSocket)
  expect(await opened(made.server, session)).toBeInstanceOf(WebSocket)
})
