/**
 * What the wire proves about starts and stops, derived from requests and responses alone. The product draws its own
 * conclusions; this is what it may conclude, and what it may not yet. Times are monotonic ms.
 */
import { isAct, type Wire } from './wire.ts'

/** A start or stop that the product decided to send. */
interface Sending {
  readonly key: string | null
  readonly act: 'start' | 'stop'
  readonly projectId: string
  life: number
  aboutAt: number
  /** When its response was lost for good, or its process died; null while it may still come. */
  lostAt: number | null
  /** The service's own response came in. */
  decided: boolean
  /** Its sender received an outcome that says how it ended, or the user unlocked Go live. */
  closed: boolean
}

/** The live status of a project in a response of the service. */
interface Reading {
  /** When its bytes went out, and when its response came. */
  readonly sentAt: number
  readonly at: number
  readonly life: number
  readonly running: boolean
  readonly liveId: string | null
  /** A change of ours ended while it was in flight: it may show the time before, and is rightly ignored. */
  readonly overlapped: boolean
}

/** Decision "Lost answers": OFFLINE settles a lost start only after three reads over at least 30 s. */
const NOT_STARTED = { readings: 3, overMs: 30_000 }
/** A lost stop may be reported as still running after two reads over 4 s (electron/core/state/lostAnswers.ts). */
const STILL_RUNNING = { readings: 2, overMs: 4_000 }

export class Evidence {
  readonly sendings: Sending[] = []
  readonly readings = new Map<string, Reading[]>()
  /** When the last change of a project ended: an earlier reading says nothing about the time after. */
  readonly #lastAct = new Map<string, number>()
  #lastTold = -1

  readingsOf(projectId: string): readonly Reading[] {
    return this.readings.get(projectId) ?? []
  }

  read(wire: Wire, at: number, live: { status: string; liveId: string | null }): void {
    const { sentAt, life, projectId } = wire
    if (projectId === null) return
    const running = live.status === 'PREPARING' || live.status === 'LIVE'
    const overlapped = sentAt <= this.lastChangeAt(projectId)
    const reading = { sentAt, at, life, running, liveId: live.liveId, overlapped }
    this.readings.set(projectId, [...this.readingsOf(projectId), reading])
  }

  about({ key, operation, projectId, life }: Wire, at: number): void {
    if ((operation !== 'start' && operation !== 'stop') || projectId === null) return
    const before = this.#find(key, operation)
    const news = { life, aboutAt: at, lostAt: null, decided: false }
    if (before) Object.assign(before, news)
    else this.sendings.push({ key, act: operation, projectId, closed: false, ...news })
  }

  ended({ key, operation, projectId }: Wire, at: number, decided: boolean): void {
    if (projectId !== null) this.#lastAct.set(projectId, at)
    const sending = this.#find(key, operation)
    if (!sending) return
    sending.decided = decided
    if (!decided) sending.lostAt = at
  }

  /** No process is left to receive a response. */
  died(life: number, at: number): void {
    for (const one of this.sendings) if (one.life === life && !one.decided) one.lostAt ??= at
  }

  /** A change ended that may never have gone out. */
  toldOfAct(at: number): void {
    this.#lastTold = at
  }

  close(key: string): void {
    for (const one of this.sendings) if (one.key === key) one.closed = true
  }

  /** The user says that whatever was lost did not happen. */
  unlock(projectId: string): void {
    for (const one of this.sendings) if (one.projectId === projectId && one.lostAt !== null) one.closed = true
  }

  /** When the last change ended, of any sender, whether or not it went out. */
  lastChangeAt(projectId: string): number {
    return Math.max(this.#lastAct.get(projectId) ?? -1, this.#lastTold)
  }

  /**
   * A start of this project whose end nothing proves yet: no other start may go out. The mildest possible rule:
   * readings of all lives count together.
   */
  unsettledStart(projectId: string, but: string | null = null): Sending | undefined {
    return this.sendings.find((one) => {
      const mine = one.act === 'start' && one.projectId === projectId && one.key !== but
      return mine && !one.decided && !one.closed && !this.#isSettled(one)
    })
  }

  #isSettled({ projectId, aboutAt, lostAt }: Sending): boolean {
    const readings = this.readingsOf(projectId)
    if (readings.some((one) => one.running && one.sentAt >= aboutAt)) return true
    if (lostAt === null) return false
    return isEnough(
      readings.filter((one) => one.sentAt >= lostAt),
      NOT_STARTED,
    )
  }

  /**
   * Whether the product may still show "unknown": yes while a start or stop of this project was lost, or its response
   * went to a process that died before reporting it, and THIS life's own readings since then do not settle it yet.
   */
  mayBeUnknown(projectId: string, life: { number: number; startedAt: number }): boolean {
    return this.sendings.some((one) => {
      if (one.projectId !== projectId || one.closed || (one.lostAt === null && one.life === life.number)) return false
      const since = Math.max(one.lostAt ?? 0, life.startedAt)
      const readings = this.readingsOf(projectId).filter(
        (r) => r.life === life.number && r.sentAt > since && !r.overlapped,
      )
      if (one.act === 'start') return !readings.some((r) => r.running) && !isEnough(readings, NOT_STARTED)
      return readings.every((r) => r.running) && !isEnough(readings, STILL_RUNNING)
    })
  }

  #find(key: string | null, operation: string): Sending | undefined {
    return this.sendings.find((one) => one.key === key && one.act === operation)
  }
}

function isEnough(readings: readonly Reading[], rule: { readings: number; overMs: number }): boolean {
  const [first, last] = [readings[0], readings.at(-1)]
  return !!first && !!last && readings.length >= rule.readings && last.at - first.at >= rule.overMs
}

/** The response to a request. */
export interface Came {
  status: number
  text: string
  /** As JSON; null if it is not JSON, or not an object. */
  body: Record<string, unknown> | null
  /** Whether it responds to the request: a refusal does, a garbled response or one about something else does not. */
  readable: boolean
}

export function cameFor(wire: Wire, status: number, text: string): Came {
  const body = objectOf(text)
  return {
    status,
    text,
    body,
    readable: status < 300 ? body !== null && says(wire, body) : refuses(wire, status, body, text),
  }
}

function says({ operation, projectId }: Wire, body: Record<string, unknown>): boolean {
  switch (operation) {
    case 'live':
      return isText(body.status) && (body.liveId === null || isText(body.liveId))
    case 'start':
    case 'stop':
      return isText(body.status) && isText(body.liveId)
    case 'scenes':
      return Array.isArray(body.scenes)
    case 'sync':
      return typeof body.success === 'boolean'
    case 'activate':
      return isText(body.activeSceneId)
    case 'project':
    case 'update':
      return body.id === projectId && typeof body.autoSynch === 'boolean'
    default:
      return true
  }
}

/** Sent by a gateway, possibly after it passed the request on. */
const GAVE_UP: ReadonlySet<number> = new Set([408, 425, 499])
/** About access, addresses and rate: nothing was passed on. */
const SURELY_NOT: ReadonlySet<number> = new Set([401, 403, 404, 405, 429])
const OWN_CODE = /"code"\s*:\s*"[A-Z][A-Z0-9_]+"/

/**
 * A refused change was not made; a missing project was read nevertheless. For what must never repeat, only the
 * service's own words prove a refusal.
 */
function refuses({ operation }: Wire, status: number, body: Record<string, unknown> | null, text: string): boolean {
  if (!isAct(operation)) return status === 404 && body?.code === 'PROJECT_NOT_FOUND'
  if (status < 400 || status >= 500 || GAVE_UP.has(status)) return false
  const mayRepeat = operation !== 'start' && operation !== 'stop'
  return mayRepeat || SURELY_NOT.has(status) || OWN_CODE.test(text)
}

const isText = (value: unknown) => typeof value === 'string'

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
