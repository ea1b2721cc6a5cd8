/** What a device in the local network does, without our page: real TLS and WebSockets from an address of its own. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import WebSocket from 'ws'
import { openPhones } from '../../electron/remote/phone/phones.ts'
import { openSessions } from '../../electron/remote/sessions.ts'
import type { ServerMessage } from '../../shared/bridge/messages.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import type { PHONE_SCOPES } from '../../shared/control/scopes.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { phoneCodeOf, typedPhoneCode } from '../../shared/phone/code.ts'
import { stage } from '../core/stage.ts'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import { coreProofOf, newSigningKey, type PanelSession, proofOf } from '../fakes/panelPage.ts'
import { newDir } from '../fakes/rig.ts'
import { atEnd, closing } from '../support/atEnd.ts'
import { showOf } from './showKit.ts'

type PhoneScope = (typeof PHONE_SCOPES)[number]

/** The address at which phones are served, and those of two devices. */
export const SERVED = '127.0.0.2'
const PHONE = '127.0.0.3'
export const STRANGER = '127.0.0.4'

export const hashOfCode = (code: string): string =>
  createHash('sha256')
    .update(typedPhoneCode(code) ?? '')
    .digest('hex')
export const newCode = () => phoneCodeOf(randomBytes(8))

/** A core that has read a show, with phones switched on. */
export async function withPhones(options: IndependentOptions = {}) {
  const on = await stage(options)
  const { core, clock, dataDir, log } = on.rig
  const pages = join(newDir(), 'pages')
  mkdirSync(join(pages, 'assets'), { recursive: true })
  writeFileSync(join(pages, 'index.html'), '<html><head></head><body>the panel</body></html>')
  writeFileSync(join(pages, 'assets', 'panel.js'), 'the script')
  const sessions = openSessions(dataDir, clock)
  const note = (line: string) => log.push(line)
  const open = () =>
    openPhones({ core, sessions, dataDir, pages, port: 0, addresses: () => [SERVED, '127.0.0.1'], log: note })
  const phones = open()
  closing({
    async close() {
      await phones.close()
      await sessions.written()
    },
  })
  core.provide({ phones, panelAccess: sessions })
  await on.rig.press({ type: 'setPhones', on: true, address: SERVED })
  const url = () => phones.list().served[0]?.url ?? ''

  /** Shows a code at the computer. */
  async function code(scope: PhoneScope, name: string = scope): Promise<string> {
    const made = newCode()
    await on.rig.press({ type: 'pairPhone', name, scope, codeHash: hashOfCode(made) })
    return made
  }
  /** Pairs a phone as two people do: code there, digits compared, confirmed here. @returns the path of its page */
  async function pair(scope: PhoneScope, name: string = scope): Promise<string> {
    const asking = await ask(url(), await code(scope, name))
    const { asks } = phones.list().pairing ?? {}
    if (typeof asking === 'string' || asks?.check !== asking.check) throw new Error('the digits differ')
    await on.rig.press({ type: 'answerPhone', askId: asks.id, allow: true })
    await asking.answered()
    return asking.path
  }
  return {
    ...on,
    ...{ phones, sessions, code, pair, url, pages, reopen: open },
    connect: async (scope: PhoneScope, name?: string) => opened(url(), await pair(scope, name)),
    ...showOf(on),
  }
}

/** Sends these bytes over TLS, and returns all that comes back until the end. */
export function sent(url: string, bytes: string | Buffer, from = STRANGER): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const options = { host: hostname, port: Number(port), localAddress: from, rejectUnauthorized: false }
    const socket = connectTls(options, () => socket.write(bytes))
    atEnd(() => socket.destroy())
    let said = ''
    socket.on('data', (data) => {
      said += String(data)
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(said))
  })
}

/** The request of a page or a file, as a browser sends it. */
export const getOf = (url: string, path: string, more = '', method = 'GET'): string =>
  `${method} ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${more}\r\n`

/** The request that opens a WebSocket. */
export const upgradeOf = (url: string, path: string, origin = new URL(url).origin): string => {
  const key = randomBytes(16).toString('base64')
  const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n`
  return getOf(url, path, `${upgrade}Origin: ${origin}\r\n`)
}

function socketTo(url: string, path: string, from: string): WebSocket {
  const { host, origin } = new URL(url)
  const options = { origin, localAddress: from, rejectUnauthorized: false }
  const socket = new WebSocket(`wss://${host}${path}`, options as WebSocket.ClientOptions)
  socket.on('error', () => {})
  atEnd(() => socket.terminate())
  return socket
}

/** Enters a code: the digits to compare, then where to go. A text: it was turned away. */
export async function ask(url: string, code: string, from = PHONE) {
  const socket = socketTo(url, `/pair?code=${encodeURIComponent(code)}`, from)
  const [heard, waiting] = [[] as { check?: string; path?: string }[], new Set<() => void>()]
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)))
    for (const one of waiting) one()
  })
  const ended = new Promise<string>((resolve) => {
    socket.once('unexpected-response', (_, response) => resolve(String(response.statusCode)))
    socket.once('close', (closed) => resolve(String(closed)))
  })
  const next = (at: number) =>
    new Promise<void>((resolve) => {
      const look = () => heard.length > at && resolve()
      waiting.add(look)
      look()
    })
  await Promise.race([next(0), ended])
  if (heard.length === 0) return ended
  return {
    socket,
    ended,
    check: heard[0]?.check ?? '',
    get path(): string {
      return heard[1]?.path ?? ''
    },
    answered: () => Promise.race([next(1), ended]),
  }
}

export type PhoneClient = Awaited<ReturnType<typeof opened>>

/** Opens the bridge with the address of a new phone, or with the session it has. */
export async function opened(url: string, way: string | PanelSession, from = PHONE) {
  const { host } = new URL(url)
  const nonce = randomBytes(32).toString('hex')
  const token = typeof way === 'string' ? (new URL(way, url).searchParams.get('token') ?? '') : ''
  const query = new URLSearchParams(typeof way === 'string' ? { token, nonce } : { session: way.id, nonce })
  const socket = socketTo(url, `/bridge?${query}`, from)
  let session = typeof way === 'string' ? null : way
  const heard: ServerMessage[] = []
  const closed = new Promise<number>((resolve) => {
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.once('close', resolve)
  })
  const served = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data))
      const nonces = `${nonce} ${message.nonce}`
      if (message.type === 'session')
        session = { id: message.id, coreKey: message.coreKey, own: newSigningKey(), next: newSigningKey() }
      else if (message.type !== 'challenge') {
        heard.push(message)
        if (message.type === 'snapshot') resolve()
        return
      } else if (!session || coreProofOf(session.coreKey, `core ${host} ${nonces}`) !== message.proof)
        throw new Error('not the core')
      if (session) socket.send(JSON.stringify(proofOf(session, nonces, host, '')))
    })
  })
  await Promise.race([served, closed])
  const answerTo = <Type extends ServerMessage['type']>(types: readonly Type[], message: object) => {
    const id = randomUUID()
    socket.send(JSON.stringify({ ...message, id }))
    return new Promise<Extract<ServerMessage, { type: Type }>>((resolve) => {
      socket.on('message', function hear(data) {
        const reply = JSON.parse(String(data))
        if (!types.includes(reply.type) || reply.id !== id) return
        socket.off('message', hear)
        resolve(reply)
      })
    })
  }
  return {
    ...{ socket, heard, closed },
    session: () => session as PanelSession,
    command: async (command: CommandInput | object): Promise<Outcome> =>
      (await answerTo(['outcome'], { type: 'command', command })).outcome,
    query: (name: string, input: object = {}) => answerTo(['answer', 'noAnswer'], { type: 'query', name, input }),
    refusedAs: (message: object) => answerTo(['invalid'], message),
  }
}
