/** What a page of the panel does to come in, without a browser: the handshake read a second time, in Node's own words. */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import WebSocket from 'ws'
import type { PanelSession } from '../../shared/bridge/handshake.ts'

export interface Entered {
  socket: WebSocket
  session: PanelSession
  /** The first message once each side is proved: a snapshot. */
  first: string
}

const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const hex = (text: string) => Buffer.from(text, 'hex')

/** The page's proof for these two nonces. */
export function proofOf({ pageKey }: Pick<PanelSession, 'pageKey'>, nonces: string): string {
  const key = hex(pageKey)
  const mask = mac(createHash('sha256').update(key).digest(), nonces)
  return Buffer.from(key.map((byte, index) => byte ^ (mask[index] as number))).toString('hex')
}

/** Opens the bridge by a token or a session; answers the close code or status where it is not let in. */
export function comeIn(
  origin: string,
  way: string | PanelSession,
  headers: Record<string, string> = {},
  from = origin,
): Promise<Entered | number> {
  const nonce = randomBytes(32).toString('hex')
  const query: Record<string, string> = typeof way === 'string' ? { token: way } : { session: way.id, nonce }
  const url = `${origin.replace('http', 'ws')}/bridge?${new URLSearchParams(query)}`
  const socket = new WebSocket(url, { headers, origin: from })
  let session = typeof way === 'string' ? null : way
  return new Promise((resolve, reject) => {
    socket.on('message', function meet(data) {
      const message = JSON.parse(String(data))
      if (message.type === 'session') {
        session = message.session
      } else if (message.type === 'challenge' && session) {
        const nonces = `${nonce} ${message.nonce}`
        if (mac(hex(session.coreKey), nonces).toString('hex') !== message.proof) reject(new Error('not the core'))
        socket.send(JSON.stringify({ type: 'proof', proof: proofOf(session, nonces) }))
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

/** Opens a printed address as a browser does; it must open. */
export async function openAddress(address: string): Promise<Entered> {
  const { origin, searchParams } = new URL(address)
  const entered = await comeIn(origin, searchParams.get('token') ?? '')
  if (typeof entered === 'number') throw new Error(`the address does not open: ${entered}`)
  return entered
}
