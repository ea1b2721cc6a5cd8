/**
 * What a page of the panel does to get access, without a browser: a second implementation of the handshake, in plain
 * Node.
 */
import { createHmac, generateKeyPairSync, type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { LookupFunction } from 'node:net'
import { buffer } from 'node:stream/consumers'
import WebSocket from 'ws'
import type { Download } from '../../shared/bridge/bridge.ts'
import type { ServerMessage } from '../../shared/bridge/messages.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { AppState } from '../../shared/state.ts'

/** A signing key, with the public half that is sent. */
export interface SigningKey {
  key: string
  sign: KeyObject
}

/** What a browser stores. Using it does not rotate the keys here: `turned` does. */
export interface PanelSession {
  id: string
  coreKey: string
  own: SigningKey
  next: SigningKey
}

export interface Entered {
  socket: WebSocket
  session: PanelSession
  /** The first message once each side has proved itself: a snapshot. */
  first: string
}

/** A name under `localhost` is this machine: every browser knows that, but not every system (RFC 6761, 6.3). */
export const lookup: LookupFunction = (_, { all }, found) =>
  all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4)

/** Requests an address as any program can, with any header. */
export async function get(url: string, headers: Record<string, string> = {}, method = 'GET', body = '') {
  const sent = request(url, { headers, method, agent: false, lookup }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}

const inHex = (part = '') => Buffer.from(part, 'base64url').toString('hex')

export function newSigningKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  return { key: `04${inHex(x)}${inHex(y)}`, sign: privateKey }
}

/** What the browser stores after a use. */
export const turned = (session: PanelSession): PanelSession => ({
  ...session,
  own: session.next,
  next: newSigningKey(),
})

/** The core's proof: an HMAC of the text, which names the core, the host and both nonces. */
export const coreProofOf = (coreKey: string, text: string): string =>
  createHmac('sha256', Buffer.from(coreKey, 'hex')).update(text).digest('hex')

/** The page's proof at this host, for these two nonces. */
export function proofOf(
  { own, next }: Pick<PanelSession, 'own' | 'next'>,
  nonces: string,
  host: string,
  pass: string,
) {
  const text = Buffer.from(`page ${host} ${nonces} ${own.key} ${next.key} ${pass}`)
  const proof = sign('sha256', text, { key: own.sign, dsaEncoding: 'ieee-p1363' }).toString('hex')
  return { type: 'proof', key: own.key, nextKey: next.key, pass, proof }
}

/** Headers that only a browser can set, and no script: a page is loaded as a document of its own. */
export const PAGE_LOAD = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** Loads the page; returns the pass that comes with it, or an empty string. */
export async function passFrom(origin: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await get(origin, { ...headers, ...PAGE_LOAD }).catch(() => null)
  return /pass;desc="([\w-]+)"/.exec(String(answer?.headers['server-timing']))?.[1] ?? ''
}

/**
 * Opens the bridge with a token or a session; returns the close code or status if it is refused.
 *
 * @param pass omitted: a page is loaded first, and has one
 */
export async function comeIn(
  origin: string,
  way: string | PanelSession,
  headers: Record<string, string> = {},
  from = origin,
  pass?: string,
): Promise<Entered | number> {
  const given = pass ?? (await passFrom(origin))
  const nonce = randomBytes(32).toString('hex')
  const query: Record<string, string> = typeof way === 'string' ? { token: way, nonce } : { session: way.id, nonce }
  const url = `${origin.replace('http', 'ws')}/bridge?${new URLSearchParams(query)}`
  const socket = new WebSocket(url, { headers, origin: from, lookup })
  const { host } = new URL(origin)
  let session = typeof way === 'string' ? null : way
  return new Promise((resolve, reject) => {
    socket.on('message', function meet(data) {
      const message = JSON.parse(String(data))
      const nonces = `${nonce} ${message.nonce}`
      const prove = (by: PanelSession) => socket.send(JSON.stringify(proofOf(by, nonces, host, given)))
      if (message.type === 'session') {
        session = { id: message.id, coreKey: message.coreKey, own: newSigningKey(), next: newSigningKey() }
        prove(session)
      } else if (message.type === 'challenge' && session) {
        if (coreProofOf(session.coreKey, `core ${host} ${nonces}`) !== message.proof)
          reject(new Error('not the core'))
        prove(session)
      } else if (session) {
        socket.off('message', meet)
        resolve({ socket, session, first: String(data) })
      }
    })
    socket.once('close', resolve)
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => {})
  })
}

/** Opens a printed address as a browser does; it must succeed. */
export async function openAddress(address: string): Promise<Entered> {
  const { origin, searchParams } = new URL(address)
  const entered = await comeIn(origin, searchParams.get('token') ?? '')
  if (typeof entered === 'number') throw new Error(`the address does not open: ${entered}`)
  return entered
}

/** Sends a message on an open bridge; returns the first matching response. */
export function ask<Answer = unknown>(
  socket: WebSocket,
  message: object,
  fits: (answer: Answer) => boolean = () => true,
): Promise<Answer> {
  return new Promise((resolve) => {
    socket.on('message', function hear(data) {
      const answer = JSON.parse(String(data)) as Answer
      if (!fits(answer)) return
      socket.off('message', hear)
      resolve(answer)
    })
    socket.send(JSON.stringify(message))
  })
}

export type PanelClient = Awaited<ReturnType<typeof panelOf>>

/** A panel without a page around it: a session from the printed address, and the bridge. */
export async function panelOf({ address }: { address: string }) {
  const { socket, first } = await openAddress(address)
  const frames = [first]
  socket.on('message', (data) => frames.push(String(data)))
  const answerTo = <Type extends ServerMessage['type']>(type: Type, message: object) => {
    const id = randomUUID()
    type Answer = Extract<ServerMessage, { type: Type }>
    const fits = (heard: ServerMessage) => heard.type === type && (!('id' in heard) || heard.id === id)
    return ask<ServerMessage>(socket, { ...message, id }, fits) as Promise<Answer>
  }
  const state = async () =>
    (await ask<{ type: string; state: AppState }>(socket, { type: 'resync' }, isSnapshot)).state
  /** A page, as bytes. */
  const bytesAt = async (path: string) => (await get(new URL(path, address).href)).body
  return {
    /** Every frame received, unchanged. */
    frames,
    state,
    get: bytesAt,
    send: async (command: CommandInput): Promise<Outcome> =>
      (await answerTo('outcome', { type: 'command', command })).outcome,
    /** Reads the state until the condition is true. */
    async until(holds: (state: AppState) => boolean): Promise<AppState> {
      for (;;) {
        const now = await state()
        if (holds(now)) return now
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    /** Resolves once the frames satisfy the condition. */
    async heard(holds: (frames: string) => boolean): Promise<void> {
      while (!holds(frames.join('\n'))) await once(socket, 'message')
    },
    /** A file offered for download, as bytes. */
    save: async (download: Download): Promise<Buffer> =>
      bytesAt((await answerTo('downloadAddress', { type: 'download', download, about: null })).address),
    close: () => socket.terminate(),
  }
}

const isSnapshot = ({ type }: { type: string }) => type === 'snapshot'
