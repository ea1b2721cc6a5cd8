/** Cookies leave their port, and whoever comes after us may take it: what other programs of this machine try then. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { NO_SESSION } from '../../shared/bridge/bridge.ts'
import { comeIn, proofOf } from '../fakes/panelPage.ts'
import { newDir } from '../fakes/rig.ts'
import { closing } from '../support/atEnd.ts'
import { base, bridge, enter, get, opened, panel } from './kit.ts'

const nonce = () => randomBytes(32).toString('hex')

/** Opens the bridge with any question; collects what is said and how it ended. */
function knock(origin: string, query: Record<string, string>, headers: Record<string, string> = {}) {
  const url = `${origin.replace('http', 'ws')}/bridge?${new URLSearchParams(query)}`
  const socket = new WebSocket(url, { origin, headers })
  const heard: { type: string; nonce: string; proof: string }[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  socket.on('error', () => {})
  closing({ close: async () => socket.terminate() })
  return {
    socket,
    heard,
    first: new Promise<{ nonce: string; proof: string }>((resolve) =>
      socket.once('message', () => resolve(heard[0] as never)),
    ),
    closed: new Promise<number>((resolve) => socket.once('close', resolve)),
  }
}

test('nothing a browser sends along by itself opens the bridge, or gets a file', async () => {
  const made = await panel(newDir(), 0, { downloads: { settings: async () => 'secret' } })
  const at = base(made.server)
  const session = await enter(made.server.newAddress())
  const answer = await get(at)
  expect(answer.headers['set-cookie']).toBe(undefined)
  // All that another port could have seen of us: cookies, addresses, and the id that is asked with.
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

test('a proof is good for its own nonces and its own key, and is asked for once', async () => {
  const made = await panel()
  const at = base(made.server)
  const session = await enter(made.server.newAddress())
  const mine = nonce()
  const seen = knock(at, { session: session.id, nonce: mine })
  const said = proofOf(session, `${mine} ${(await seen.first).nonce}`)
  const other = await enter(made.server.newAddress())
  const tries: ((first: { nonce: string; proof: string }, own: string) => unknown)[] = [
    // What was once seen on the wire, again.
    () => ({ type: 'proof', proof: said }),
    // The core's own proof, back.
    ({ proof }) => ({ type: 'proof', proof }),
    // Another session's key.
    ({ nonce }, own) => ({ type: 'proof', proof: proofOf(other, `${own} ${nonce}`) }),
    ({ nonce }, own) => ({ type: 'proof', proof: proofOf(session, `${own} ${nonce}`), more: 1 }),
    () => ({ type: 'proof', proof: '0'.repeat(64) }),
    () => ({ type: 'proof', proof: '' }),
    () => ({ type: 'resync' }),
    () => null,
  ]
  for (const attempt of tries) {
    const own = nonce()
    const { socket, first, closed, heard } = knock(at, { session: session.id, nonce: own })
    socket.send(JSON.stringify(attempt(await first, own)))
    expect([attempt.toString(), await closed, heard.length]).toEqual([attempt.toString(), NO_SESSION, 1])
  }
  for (const query of [
    { session: session.id },
    { session: session.id, nonce: 'x' },
    { session: '', nonce: mine },
    {},
  ]) {
    expect(await knock(at, query as never).closed).toBe(NO_SESSION)
  }
  // The first wrong word is the last one.
  const own = nonce()
  const late = knock(at, { session: session.id, nonce: own })
  const { nonce: theirs } = await late.first
  late.socket.send('{}')
  late.socket.send(JSON.stringify({ type: 'proof', proof: proofOf(session, `${own} ${theirs}`) }))
  expect(await late.closed).toBe(NO_SESSION)
  expect(await bridge(made.server, session)).toBeInstanceOf(WebSocket)
})

test('who stands between a page and another Cuelight of this machine passes for neither', async () => {
  const here = await panel()
  const session = await enter(here.server.newAddress())
  const { port } = here.server
  await here.server.close()
  // The same Cuelight again, on another port, because somebody has taken its own and hands everything on.
  const there = await panel(here.dataDir)
  const relay = createServer().listen(port, '127.0.0.1')
  closing({ close: async () => void relay.close().closeAllConnections() })
  new WebSocketServer({ server: relay }).on('connection', (page, { url }) => {
    const core = new WebSocket(`ws://127.0.0.1:${there.server.port}${url}`, { origin: base(there.server) })
    core.on('message', (data) => page.send(String(data)))
    core.on('close', (code) => page.close(code))
    page.on('message', (data) => core.send(String(data)))
  })
  expect(await comeIn(`http://127.0.0.1:${port}`, session)).toBe(NO_SESSION)
  // Nor is the session good there for whoever read the page's storage on the taken port.
  expect(await bridge(there.server, session)).toBe(NO_SESSION)
})

test('cookies of every other port, as many as a browser keeps, are no reason to be turned away', async () => {
  const made = await panel()
  const cookie = Array.from({ length: 180 }, (_, nr) => `bomb${nr}=${'x'.repeat(4_000)}`).join('; ')
  expect(await get(base(made.server), { cookie })).toMatchObject({ status: 200, body: 'the panel' })
  const session = await enter(made.server.newAddress())
  expect(await bridge(made.server, session, { cookie })).toBeInstanceOf(WebSocket)
  expect(await opened(made.server, session)).toBeInstanceOf(WebSocket)
})
