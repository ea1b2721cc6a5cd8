import { randomBytes } from 'node:crypto'
import type { HeaderStyle, Headers, QuotaWindow, RetryAfterStyle } from './headers.ts'
import type { RequestRecord } from './records.ts'

/** The clock of this server. A test may provide its own; nothing else here reads the machine's time. */
export interface Clock {
  now(): number
  /** Calls back once after `ms`; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void
}

const realTime: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/** All delays of one server, so that closing it cancels them. */
export function createWaits(clock: Clock) {
  const pending = new Set<() => void>()
  /** Runs `callback` after `ms`, unless the server closes first. */
  const later = (ms: number, callback: () => void) => {
    const forget = clock.after(ms, () => {
      pending.delete(forget)
      callback()
    })
    pending.add(forget)
  }
  return {
    later,
    /** Resolves after `ms`; at once for 0, so that a test's clock need not move for an ordinary response. */
    wait: (ms: number): Promise<void> => (ms > 0 ? new Promise((resolve) => later(ms, resolve)) : Promise.resolve()),
    /** Cancels every delay that has not run out. */
    cancelAll(): void {
      for (const forget of pending) forget()
      pending.clear()
    },
  }
}
export type Waits = ReturnType<typeof createWaits>

/** How much a response contains: everything allowed, only what is required, or additional unknown fields. */
export type Shape = 'full' | 'minimal' | 'extra'

/** The fields of a record that a service may omit. */
export function optional<Fields extends object>(shape: Shape, fields: Fields): Partial<Fields> {
  return shape === 'minimal' ? {} : fields
}

const UNKNOWN_FIELDS = { revision: 7, _links: { self: { href: '/unknown' } }, labels: ['new', null, 3], beta: true }

/** The body as it goes out: with `extra`, every object at every level has unknown fields. */
export function dress(shape: Shape, body: unknown): unknown {
  return shape === 'extra' ? withUnknownFields(body) : body
}

function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields)
  if (typeof value !== 'object' || value === null) return value
  const known = Object.entries(value).map(([name, inner]) => [name, withUnknownFields(inner)])
  return { ...UNKNOWN_FIELDS, ...Object.fromEntries(known) }
}

/** A delay of every response: fixed, or decided for each request. */
export type Latency = number | ((request: RequestRecord) => number)

/** What can be changed while the server runs (`control.configure`). */
export interface Settings {
  /** How long PREPARING lasts. */
  preparingMs: number
  /** How long a broadcast is still reported running after a stop was accepted. */
  stoppingMs: number
  headerStyle: HeaderStyle
  /** How a 429 says when to come back. */
  retryAfter: RetryAfterStyle
  /** Sent over the honest headers of every response: the claims of a gateway or a broken service. */
  falseHeaders: Headers
  /** Whether responses have a `Date` header. */
  tellsDate: boolean
  /** How far the reported clock (`Date`, resets, dates of `Retry-After`) is ahead of the service's own. */
  toldSkewMs: number
  latencyMs: Latency
  shape: Shape
  /** Adds `onAirSceneId`, `unsyncedEdits` and `onAir` to the live record; a hosted service has none of them. */
  airFields: boolean
  /** The most items in a page, however many were requested. */
  pageMost: number
  /** Duration of an import, and of an encode. */
  importMs: number
  encodeMs: number
  /** How many broadcasts and dates the account may have at once. */
  mostBroadcasts: number
  /** Links may lead to this machine. */
  privateLinks: boolean
  meanings: Meanings
}

/** What the contract leaves to a service; the first value of each is the usual one. */
export interface Meanings {
  scheduledContent: 'nextRun' | 'allRuns' | 'asScheduled'
  syncReachesDate: 'no' | 'yes'
  chainVia: 'patchLayer' | 'setPlaylist'
  playlistWriteRestarts: 'yes' | 'no'
  positionUnit: 'percent' | 'pixels'
  layerItems: 'whole' | 'paged'
  switchNeedsSync: 'unlessAutoSync' | 'never'
  syncPushesWholeProject: 'yes'
  concurrentEditsSafe: 'no' | 'yes'
  deletedActiveScene: 'firstRemaining' | 'refused'
  /** Seconds after which a broadcast of manual duration ends all the same; null: never. */
  manualEnds: number | null
}

/** The initial content. */
export interface SeedOptions {
  /** Projects beside the Evening Show, at most 1000. */
  projects: number
  /** Scenes of the Evening Show, 0 to 300. */
  scenes: number
  /** The Evening Show runs until stopped. */
  manual: boolean
  plannedSeconds: number
  autoSynch: boolean
  pastBroadcasts: number
  /** Puts the Evening Show on the last page of the list instead of the first. */
  showIsOldest: boolean
  /** Ids contain characters that must be escaped in a path, because ids are opaque. */
  oddIds: boolean
  /** Videos on the account, one minute each, beside an audio file and a video that must be encoded first. */
  files: number
}

interface FixedOptions {
  key: string
  port: number
  basePath: string
  clock: Clock
  /** How far this server's clock is ahead of the client's: shifts every time it reports, the Date header included. */
  skewMs: number
  limit: number
  window: QuotaWindow
}

/** All options, with the defaults filled in. */
export type ResolvedOptions = Settings & SeedOptions & FixedOptions

/** The options of `startIndependentServer`: everything has a default. */
export type IndependentOptions = Partial<Omit<ResolvedOptions, 'meanings'>> & { meanings?: Partial<Meanings> }

/** Fills in the defaults. */
export function resolveOptions(given: IndependentOptions = {}): ResolvedOptions {
  return { ...defaults(), ...given, meanings: { ...USUAL, ...given.meanings } }
}

const USUAL: Meanings = {
  ...{ scheduledContent: 'nextRun', syncReachesDate: 'no' },
  ...{ chainVia: 'patchLayer', playlistWriteRestarts: 'yes', positionUnit: 'percent' },
  ...{ layerItems: 'whole', switchNeedsSync: 'unlessAutoSync', syncPushesWholeProject: 'yes' },
  ...{ concurrentEditsSafe: 'no', deletedActiveScene: 'firstRemaining', manualEnds: null },
}

function defaults(): Omit<ResolvedOptions, 'meanings'> {
  return {
    ...{ key: `svc_independent_${randomBytes(9).toString('hex')}`, port: 0, basePath: '/tenant/7/v1/external' },
    ...{ clock: realTime, skewMs: 0, limit: 150, window: 'fixed' },
    ...{ preparingMs: 1500, stoppingMs: 0, headerStyle: 'ietf', retryAfter: 'seconds' },
    ...{ falseHeaders: {}, tellsDate: true, toldSkewMs: 0 },
    ...{ latencyMs: 0, shape: 'full', airFields: false },
    ...{ projects: 2, scenes: 4, manual: false, plannedSeconds: 3600, autoSynch: false },
    ...{ pastBroadcasts: 2, showIsOldest: false, oddIds: false, files: 6 },
    ...{ pageMost: 100, importMs: 60_000, encodeMs: 30_000, mostBroadcasts: 1_000, privateLinks: false },
  }
}
