import { BRIDGE_PATH } from '../../shared/bridge/bridge.ts'
import { Greeting, PanelSession, signedText } from '../../shared/bridge/handshake.ts'
import { parseJson } from '../../shared/util/json.ts'

const KEY = 'cuelight.session'
/** For a page whose browser keeps nothing. */
let held: PanelSession | null = null

/** The session of this browser with the core it loaded this page from, or null: storage knows no other port. */
export function keptSession(): PanelSession | null {
  try {
    return PanelSession.parse(JSON.parse(localStorage.getItem(KEY) ?? ''))
  } catch {
    return held
  }
}

export function keepSession(session: PanelSession): void {
  held = session
  try {
    localStorage.setItem(KEY, JSON.stringify(session))
  } catch {
    // This page has it, and the next one needs a new address.
  }
}

/** The token of a printed address, once: it is taken out of the address. */
export function takeToken(): string | null {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (token === null) return null
  url.searchParams.delete('token')
  history.replaceState(history.state, '', url)
  return token
}

/** A WebSocket to the core, on its way. */
export interface Dialled {
  socket: WebSocket
  /** Was it opened by the token of a printed address? Then a session may be there besides. */
  byToken: boolean
  /** Resolves once each side has proved itself to the other: before that, nothing that comes is the core's word. */
  proven: Promise<void>
}

/** Opens a WebSocket to the core by what this page has; null: it has neither token nor session. */
export function dial(): Dialled | null {
  const token = takeToken()
  const session = token === null ? keptSession() : null
  if (token === null && session === null) return null
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)))
  const url = new URL(BRIDGE_PATH, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  url.search = String(new URLSearchParams(session ? { session: session.id, nonce } : { token: token ?? '' }))
  const socket = new WebSocket(url.href)
  return { socket, byToken: session === null, proven: meet(socket, session, nonce) }
}

/** Takes the core's first word. One that cannot prove itself is told nothing. */
function meet(socket: WebSocket, session: PanelSession | null, nonce: string): Promise<void> {
  return new Promise((resolve) => {
    socket.onmessage = async ({ data }) => {
      const greeting = Greeting.safeParse(parseJson(String(data))).data
      // A session comes for a token only: what we have is not exchanged for what anybody offers.
      if (greeting?.type === 'session' && !session) keepSession(greeting.session)
      else if (greeting?.type !== 'challenge' || !session) return socket.close()
      else {
        const signed = signedText(nonce, greeting.nonce)
        if (hex(await mac(bytes(session.coreKey), signed)) !== greeting.proof) return socket.close()
        socket.send(JSON.stringify({ type: 'proof', proof: hex(await pageProof(bytes(session.pageKey), signed)) }))
      }
      resolve()
    }
  })
}

/** The key, hidden: only who knows its hash can take the mask off (RFC 5802, 3: ClientProof). */
async function pageProof(key: Bytes, signed: string): Promise<Bytes> {
  const mask = await mac(await crypto.subtle.digest('SHA-256', key), signed)
  return key.map((byte, index) => byte ^ (mask[index] ?? 0))
}

type Bytes = Uint8Array<ArrayBuffer>

async function mac(key: BufferSource, text: string): Promise<Bytes> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text)))
}

const bytes = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const hex = (value: Bytes): string => [...value].map((byte) => byte.toString(16).padStart(2, '0')).join('')
