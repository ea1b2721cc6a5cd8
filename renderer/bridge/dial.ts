import { BRIDGE_PATH } from '../../shared/bridge/bridge.ts'
import type { Greeting, PageProof } from '../../shared/bridge/handshake.ts'
import { coreSigns, type Meeting, PASS, pageSigns } from '../../shared/bridge/signed.ts'
import { type BrowserKeys, isOfCore, keepKeys, keptKeys, newKeys, newNonce, signatureOf, turnKeys } from './keys.ts'
import { greetingIn } from './received.ts'

const KEY = 'cuelight.session'
/** For a page whose browser keeps nothing. */
let held: string | null = null

/** The session of this browser with the core it loaded this page from, by its id, which is no secret; or null. */
export function keptSession(): string | null {
  try {
    return localStorage.getItem(KEY) ?? held
  } catch {
    return held
  }
}

/** @param id null: it is good for nothing */
function keepSession(id: string | null): void {
  held = id
  try {
    if (id === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, id)
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
  const nonce = newNonce()
  const url = new URL(BRIDGE_PATH, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  url.search = String(new URLSearchParams(session === null ? { token: token ?? '', nonce } : { session, nonce }))
  const socket = new WebSocket(url.href)
  return { socket, byToken: session === null, proven: meet(socket, session, nonce) }
}

/** How long after a page was let in its browser takes up its next key, in ms: what is to be drawn first comes first. */
const TURN_AFTER_MS = 1_000

/** Takes the core's first word. One that cannot prove itself is told nothing. */
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
      // It speaks to those only whom it has let in.
      socket.addEventListener('message', () => void letIn(), { once: true })
      const proof = await proofOf(keys, meeting)
      resolve()
      socket.send(JSON.stringify(proof))
    }
  })
}

/** What to prove this page with to who has said this; null: not to be believed. */
async function keysFor(
  greeting: Greeting,
  kept: BrowserKeys | null | undefined,
  meeting: Meeting,
): Promise<BrowserKeys | null> {
  // A session comes for a token only: what we have is not exchanged for what anybody offers.
  if (greeting.type === 'session') return kept === null ? newKeys(greeting.id, greeting.coreKey) : null
  if (!kept) keepSession(null)
  return kept && (await isOfCore(kept, coreSigns(meeting), greeting.proof)) ? kept : null
}

async function proofOf(keys: BrowserKeys, meeting: Meeting): Promise<PageProof> {
  const said = { key: keys.own.key, nextKey: keys.next.key, pass: passOfPage() }
  return { type: 'proof', ...said, proof: await signatureOf(keys, pageSigns(meeting, said)) }
}

/** What this page was given when it was loaded: no other script can have it, whoever's it is. */
function passOfPage(): string {
  const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return loading?.serverTiming.find(({ name }) => name === PASS)?.description ?? ''
}
