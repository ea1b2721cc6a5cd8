/**
 * A client of Cuelight's control API without dependencies, for Node from 22 on, Deno, Bun and browsers. It proves its
 * pairing, checks that it talks to the Cuelight it was paired with, keeps the state, and reconnects for ever. What it
 * shows is never older than the core says: when nothing was heard for `staleMs`, everything is stale, until a snapshot
 * comes that was requested since. What else is read then may have waited, as after this program was held up.
 */
import type { ControlCommand, ControlReply, ControlState } from './types.ts'

export interface ControlOptions {
  /** As `cuelight pair` prints it: `ws://127.0.0.1:4717/control`. */
  address: string
  /** The code of the pairing. Keep it as you keep a password. */
  code: string
  /** Receives the state after each change. `isStale`: draw nothing of it as certain. Null: nothing came yet. */
  onState?: (state: ControlState | null, isStale: boolean) => void
  /** Receives why there is no connection now; null: there is one. */
  onTrouble?: (why: string | null) => void
  /** Receives how this program is paired, each time it has connected. */
  onPaired?: (as: Pick<Of<'identified'>, 'name' | 'scope'>) => void
  /** Calls back once after `ms`; returns how to cancel it. Default: the system's timer. */
  after?: (ms: number, callback: () => void) => () => void
  /** Clocks, in ms, by which silence is measured. Default: the system's monotonic clock, and its wall clock. */
  clocks?: () => readonly number[]
  /** From 0 to 1: keeps many programs from reconnecting at the same moment. */
  random?: () => number
}

type Of<Type extends ControlReply['type']> = Extract<ControlReply, { type: Type }>
type Answer = Of<'outcome'> | Of<'answer'> | Of<'noAnswer'> | Of<'invalid'>
interface Waiting {
  resolve: (reply: Answer) => void
  reject: (error: Error) => void
}

/** Nothing was sent, so nothing happened. After any other rejection of a command, it may have worked. */
export class NotSent extends Error {}

const NOTHING_SENT = 'No connection to Cuelight. Nothing was sent.'
const MAY_HAVE_WORKED = 'The connection was lost: it may have worked. Look.'
const FIRST_RETRY_MS = 250
/** On this computer an attempt costs little, and lamps are dark until one succeeds. */
const LONGEST_RETRY_MS = 1_000
const REFUSED_RETRY_MS = 5_000
/** A wait is up to this part shorter, at random. */
const JITTER = 0.25
/** Close codes after which trying again soon does not help: the pairing has ended, or no version is common. */
const REFUSED = [4401, 4406]

const systemTimer = (ms: number, callback: () => void): (() => void) => {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** The first can stand still while the computer sleeps, and the second can be set. */
const systemClocks = () => [performance.now(), Date.now()]

/** Null: it is no message of Cuelight's. */
function read(data: unknown): ControlReply | null {
  try {
    const value: unknown = JSON.parse(String(data))
    return typeof value === 'object' && value !== null && 'type' in value ? (value as ControlReply) : null
  } catch {
    return null
  }
}

/** Calls it for one thing after the other. */
function inOrder<Thing>(take: (thing: Thing) => Promise<void>): (thing: Thing) => void {
  let turn = Promise.resolve()
  return (thing) => {
    turn = turn.then(() => take(thing))
  }
}

/** Connects, and stays connected until `close()`. */
export function connectControl(options: ControlOptions) {
  const { address, code, onState, onTrouble, onPaired, after = systemTimer, clocks = systemClocks } = options
  const lamps = createLamps({ after, clocks, onState, resync: () => send({ type: 'resync' }) })
  const requests = createRequests()
  const retry = createRetry(after, options.random)
  let socket: WebSocket | null = null
  let isClosed = false
  const send = (message: object) => socket?.send(JSON.stringify(message))

  function open(): void {
    const one = new WebSocket(address)
    const meeting = createMeeting(address, code)
    socket = one
    lamps.open()
    // What comes while the proof is checked waits for that.
    one.onmessage = inOrder(async ({ data }: { data: unknown }) => {
      if (socket !== one) return
      const message = read(data)
      // Another program has the port.
      if (!message) one.close(4000, 'not understood')
      else if (message.type === 'hello') one.send(await meeting.identify(message.nonce))
      else if (message.type === 'identified') await welcome(message, one, meeting)
      else if (meeting.isProved()) {
        lamps.hear(message)
        requests.hear(message)
      }
    })
    one.onclose = ({ code: closed, reason }) => {
      if (socket === one) lost(closed, reason)
    }
  }

  /** Nothing is believed before the core has proved that it has the keys of this pairing. */
  async function welcome(message: Of<'identified'>, one: WebSocket, meeting: Meeting): Promise<void> {
    const isProved = await meeting.proves(message.proof)
    if (socket !== one) return
    if (!isProved) return one.close(4000, 'not the Cuelight of this pairing')
    lamps.begin(message.staleMs)
    retry.reset()
    onTrouble?.(null)
    onPaired?.({ name: message.name, scope: message.scope })
  }

  function lost(closed: number, reason: string): void {
    socket = null
    lamps.end()
    requests.lost()
    if (isClosed) return
    onTrouble?.(reason || 'Cuelight cannot be reached')
    // Whoever says so has proved nothing: it may be another program on this port.
    retry.start(open, REFUSED.includes(closed))
  }

  // What was pressed without a connection is not sent later: a late cue is worse than none.
  const ask = (message: object) => requests.ask(lamps.isStale() ? null : socket, message)

  open()
  return {
    /** What was heard last; null: nothing yet. Look at `isStale()` too. */
    state: lamps.state,
    isStale: lamps.isStale,
    /** The project and the broadcast that are shown now: every show command names what its sender saw. */
    seen: () => ({ projectId: lamps.state()?.project?.id ?? '', liveId: lamps.state()?.live?.id ?? null }),
    /**
     * Sends a command once. Rejects with `NotSent` if nothing was sent, and with another error if the connection was
     * lost before its outcome came. If the core reads it seconds late, it refuses it.
     */
    command: (command: ControlCommand) =>
      ask({ type: 'command', command, asOf: lamps.asOf() }) as Promise<Of<'outcome'> | Of<'invalid'>>,
    /** Reads anything that `cuelight query` reads. */
    query: (name: string, input: Record<string, unknown> = {}) =>
      ask({ type: 'query', name, input }) as Promise<Of<'answer'> | Of<'noAnswer'> | Of<'invalid'>>,
    close(): void {
      isClosed = true
      retry.stop()
      socket?.close()
    },
  }
}

/** When to try again: each time twice as late, up to the longest wait. */
function createRetry(after: NonNullable<ControlOptions['after']>, random = Math.random) {
  let waitMs = FIRST_RETRY_MS
  let stop = () => {}
  return {
    start(open: () => void, slowly: boolean): void {
      const ms = slowly ? REFUSED_RETRY_MS : waitMs
      stop = after(ms * (1 - JITTER * (1 - random())), open)
      waitMs = Math.min(2 * waitMs, LONGEST_RETRY_MS)
    },
    reset(): void {
      waitMs = FIRST_RETRY_MS
    },
    stop: () => stop(),
  }
}

interface LampOptions extends Required<Pick<ControlOptions, 'after' | 'clocks'>>, Pick<ControlOptions, 'onState'> {
  /** Requests a snapshot. */
  resync: () => void
}

/** The state as it is heard, and whether it may still be shown as current. */
function createLamps({ after, clocks, onState, resync }: LampOptions) {
  let state: ControlState | null = null
  let revision = -1
  /** By the core's clock. */
  let asOf = 0
  let staleMs = 2_000
  let isStale = true
  /** Snapshots on their way. Only the last of them shows how things are now. */
  let coming = 0
  let heardAt = clocks()
  let stopStale = () => {}
  /** Timers may be late, and what is read before them old. */
  const isSilent = () => clocks().some((time, at) => Math.abs(time - (heardAt[at] ?? 0)) >= staleMs)

  function show(stale: boolean): void {
    isStale = stale
    onState?.(state, stale)
  }

  function request(): void {
    coming += 1
    resync()
  }

  function heard(): void {
    const isLate = isSilent()
    heardAt = clocks()
    stopStale()
    stopStale = after(staleMs, () => show(true))
    if (!isLate) return
    request()
    if (!isStale) show(true)
  }

  return {
    asOf: () => asOf,
    state: () => state,
    isStale: () => isStale || isSilent(),
    /** A new connection: a snapshot comes by itself. */
    open(): void {
      coming = 1
      heardAt = clocks()
    },
    begin(ms: number): void {
      staleMs = ms
      heard()
    },
    end(): void {
      stopStale()
      show(true)
    },
    hear(message: ControlReply): void {
      heard()
      if ('now' in message) asOf = message.now
      if (message.type === 'snapshot') {
        coming -= 1
        state = message.state
        revision = message.revision
      }
      if (message.type === 'patch' && state && message.base === revision) {
        state = { ...state, ...message.changes }
        revision = message.revision
      }
      if (coming > 0) return
      const fits = !('revision' in message) || message.revision === revision
      if (message.type === 'snapshot' || (message.type === 'patch' && fits && !isStale)) show(false)
      else if (isStale || !fits) request()
    },
  }
}

/** The requests that wait for their reply. */
function createRequests() {
  const waiting = new Map<string, Waiting>()
  return {
    ask: (socket: WebSocket | null, message: object): Promise<Answer> =>
      new Promise((resolve, reject) => {
        if (socket?.readyState !== 1) return reject(new NotSent(NOTHING_SENT))
        const id = crypto.randomUUID()
        waiting.set(id, { resolve, reject })
        socket.send(JSON.stringify({ ...message, id }))
      }),
    hear(message: ControlReply): void {
      if (!('id' in message) || message.id === null || message.type === 'pong') return
      waiting.get(message.id)?.resolve(message)
      waiting.delete(message.id)
    },
    lost(): void {
      for (const { reject } of waiting.values()) reject(new Error(MAY_HAVE_WORKED))
      waiting.clear()
    },
  }
}

type Meeting = ReturnType<typeof createMeeting>

/** Both proofs of one connection (RFC 5802 with HMAC and SHA-256; the code is never sent). */
function createMeeting(address: string, code: string) {
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)))
  let signed = ''
  let isProved = false
  return {
    isProved: () => isProved,
    async identify(coreNonce: string): Promise<string> {
      signed = `cuelight-control 1 ${new URL(address).host} ${nonce} ${coreNonce}`
      const clientKey = await hmac(bytes(code), 'Client Key')
      const storedKey = await sha256(clientKey)
      const signature = await hmac(storedKey, signed)
      const proof = hex(clientKey.map((byte, at) => byte ^ (signature[at] ?? 0)))
      const pairing = hex(await sha256(storedKey)).slice(0, 16)
      return JSON.stringify({ type: 'identify', version: 1, pairing, nonce, proof })
    },
    async proves(proof: string): Promise<boolean> {
      isProved = hex(await hmac(await hmac(bytes(code), 'Server Key'), signed)) === proof
      return isProved
    },
  }
}

const bytes = (text: string) => new TextEncoder().encode(text)
const hex = (data: Uint8Array) => [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const sha256 = async (data: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', data))

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes(text)))
}
