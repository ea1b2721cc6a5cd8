import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect } from 'vitest'
import WebSocket from 'ws'
import { createCore } from '../../electron/core/core.ts'
import { type PanelOptions, type PanelServer, servePanel } from '../../electron/remote/panelServer.ts'
import { openSessions } from '../../electron/remote/sessions.ts'
import { ask, comeIn, get as getBytes, openAddress, type PanelSession } from '../fakes/panelPage.ts'
import { newDir } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { atEnd, closing } from '../support/atEnd.ts'

export const clock = new VirtualClock()

export type Panel = Awaited<ReturnType<typeof panel>>

/** A panel server on a core without a service, with one page. */
export async function panel(dataDir = newDir(), port = 0, more: Partial<PanelOptions> = {}) {
  const pages = join(newDir(), 'pages')
  mkdirSync(pages)
  writeFileSync(join(pages, 'index.html'), 'the panel')
  const log: string[] = []
  const note = (line: string) => log.push(line)
  const core = closing(createCore({ dataDir, clock, version: '1.2.3', log: note }))
  const sessions = openSessions(dataDir, clock, note)
  const served = await servePanel({ core, sessions, pages, port, log: note, ...more })
  const close = async () => {
    await served.close()
    await sessions.written()
  }
  const server = closing({ ...served, close })
  return { core, sessions, server, dataDir, pages, log }
}

/** Sends a request as any program can, with any header. */
export async function get(url: string, headers: Record<string, string> = {}, method = 'GET', body = '') {
  const answer = await getBytes(url, headers, method, body)
  return { ...answer, body: answer.body.toString() }
}

/** Opens a printed address; returns the session of the browser that did. */
export async function enter(address: string): Promise<PanelSession> {
  const { socket, session } = await openAddress(address)
  socket.terminate()
  return session
}

export const base = (server: PanelServer) => server.origin()
export const hostOf = (server: PanelServer) => new URL(base(server)).host

/** Opens the bridge: the socket once its first message has come, or the status or close code of its refusal. */
export async function bridge(
  server: PanelServer,
  way: PanelSession | string,
  headers: Record<string, string> = {},
  origin = base(server),
  pass?: string,
): Promise<WebSocket | number> {
  const entered = await comeIn(base(server), way, headers, origin, pass)
  return typeof entered === 'number' ? entered : entered.socket
}

/** A bridge that must open. */
export async function opened(server: PanelServer, session: PanelSession): Promise<WebSocket> {
  const socket = await bridge(server, session)
  if (!(socket instanceof WebSocket)) throw new Error(`no bridge: ${socket}`)
  return socket
}

/** A panel, a browser with access, and its bridge. */
export async function entered(more: Partial<PanelOptions> = {}) {
  const made = await panel(newDir(), 0, more)
  const session = await enter(made.server.newAddress())
  return { ...made, session, at: base(made.server), good: await opened(made.server, session) }
}

/** The good client gets its response, and no fault was logged. */
export async function expectGoesOn({ good, log }: { good: WebSocket; log: string[] }): Promise<void> {
  await ask<{ type: string }>(good, { type: 'resync' }, ({ type }) => type === 'snapshot')
  expect(log).toEqual([])
}

/** A connection that sends exactly these bytes, and never closes on its own. */
export function raw(server: PanelServer, bytes: string, encoding: BufferEncoding = 'utf8') {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  let said = ''
  /** Resolves with the head of a response that keeps the connection. */
  const keptOpen = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => {
      said += chunk
      if (/keep-alive|101 Switching/i.test(said)) resolve(said)
    })
  })
  socket.on('error', () => {})
  socket.write(bytes, encoding)
  /** All that came, once the server has ended the connection. */
  const ended = new Promise<string>((resolve) => {
    for (const event of ['end', 'close']) socket.once(event, () => resolve(said))
  })
  atEnd(() => socket.destroy())
  return { socket, ended, firstOrEnd: Promise.race([ended, keptOpen]) }
}
