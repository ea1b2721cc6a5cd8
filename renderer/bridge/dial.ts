import { BRIDGE_PATH } from '../../shared/bridge/bridge.ts'
import type { Greeting, PageProof } from '../../shared/bridge/handshake.ts'
import { coreSigns, type Meeting, PASS, pageSigns } from '../../shared/bridge/signed.ts'
import { type BrowserKeys, isOfCore, keepKeys, keptKeys, newKeys, newNonce, signatureOf, turnKeys } from './keys.ts'
import { greetingIn } from './received.ts'

const KEY = 'cuelight.session'
/** Fallback for browsers that block storage. */
let held: string | null = null

/** The id of this browser's session with the core that served this page, or null. The id is no secret. */
export function keptSession(): string | null {
  try {
    return localStorage.getItem(KEY) ?? held
  } catch {
    return held
  }
}

/** @param id null: the session is no longer valid */
function keepSession(id: string | null): void {
  held = id
  try {
    if (id === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, id)
  } catch {
    // Stored for this page only; the next page needs a new address.
  }
}

/** Takes the token of a printed address and removes it from the address, so that it is used only once. */
export function takeToken(): string | null {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (token === null) return null
  url.searchParams.delete('token')
  history.replaceState(history.state, '', url)
  return token
}

/** A WebSocket to the core that is being opened. */
export interface Dialled {
  socket: WebSocket
  /** Whether the token of a printed address was used. A stored session may exist as well. */
  byToken: boolean
  /** Resolves once both sides have proved their identity: until then no message is trusted to come from the core. */
  proven: Promise<void>
}

/** Opens a WebSocket to the core with this page's token or session; null: it has neither. */
export function dial(): Dialled | null {
  const token = takeToken()
  const session = token === null ? keptSession() : null
  if (token === null && session === null) return null
  const nonce = newNonce()
  const url = new URL(BRIDGE_PATH, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  url.search = String(new URLSearchParams(session === null ? { token: token ?? '', nonce } : { session, nonce }))
  const socket = new WebSocket(url.href)
  return { socket, byToken: session === null, proven: meet(socket, session, nonce) }
}

/** Delay in ms after a page was let in before its browser rotates to its next key: rendering the page comes first. */
const TURN_AFTER_MS = 1_000

/** Handles the core's greeting. A core that cannot prove its identity is sent nothing. */
function meet(socket: WebSocket, session: string | null, pageNonce: string): Promise<void> {
  // Read while the socket opens.
  const kept = session === null ? null : keptKeys()
  return new Promise((resolve) => {
    socket.onmessage = async ({ data }) => {
      socket.onmessage = null
      const greeting = greetingIn(String(data))
      const meeting = { host: location.host, pageNonce, coreNonce: greeting?.nonce ?? '' }
      const keys = greeting && (await keysFor(greeting, await kept, meeting))
      if (!keys) return socket.close()
      const letIn = async () => {
        if (session === null) await keepKeys(keys)
        keepSession(keys.id)
        setTimeout(() => void turnKeys(keys), TURN_AFTER_MS)
      }
      // The core sends messages only to pages that it has let in.
      socket.addEventListener('message', () => void letIn(), { once: true })
      const proof = await proofOf(keys, meeting)
      resolve()
      socket.send(JSON.stringify(proof))
    }
  })
}

/** The keys to prove this page's identity with to the sender of this greeting; null: the greeting is not trusted. */
async function keysFor(
  greeting: Greeting,
  kept: BrowserKeys | null | undefined,
  meeting: Meeting,
): Promise<BrowserKeys | null> {
  // A session is accepted only in exchange for a token: stored keys are not replaced by what anyone offers.
  if (greeting.type === 'session') return kept === null ? newKeys(greeting.id, greeting.coreKey) : null
  if (!kept) keepSession(null)
  return kept && (await isOfCore(kept, coreSigns(meeting), greeting.proof)) ? kept : null
}

async function proofOf(keys: BrowserKeys, meeting: Meeting): Promise<PageProof> {
  const said = { key: keys.own.key, nextKey: keys.next.key, pass: passOfPage() }
  return { type: 'proof', ...said, proof: await signatureOf(keys, pageSigns(meeting, said)) }
}

/** The pass that this page received when it was loaded. No other script can have it. */
function passOfPage(): string {
  const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return loading?.serverTiming.find(({ name }) => name === PASS)?.description ?? ''
}
