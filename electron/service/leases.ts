import { closeSync, mkdirSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../../shared/contract/limits.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { readTextIfAny } from '../util/textFile.ts'

/** The file is rewritten after this many appends; some 100 kB. */
const ROTATE_AFTER = 4_096
/** A request may be in flight this long before the service counts it, in ms, and then counts that much longer. */
const IN_TRANSIT_MS = 2_000
const KEPT_MS = RATE_WINDOW_MS + IN_TRANSIT_MS
/** A larger difference between wall time and monotonic time counts as a jump, in ms. */
const JUMP_MS = 1_000

export interface LeaseOptions {
  path: string
  clock: Clock
  /** Ms since the machine started, if known: keeps ages true over a restart if the clock was set in between. */
  uptime?: () => number
  /** The file could not be written: sending goes on, but a restart forgets it. */
  onFailure?: (error: unknown) => void
}

/** The requests sent, on disk: what was spent before a crash is still spent after it. */
export type Leases = ReturnType<typeof openLeases>

/**
 * Opens the lease file of one account: one line per sending, `wall-ms uptime-ms|-`. A torn last line counts as a
 * sending just now, and so does a time in the future. Survives kill -9 (appended before sending), but not a power cut.
 */
export function openLeases(options: LeaseOptions) {
  const { path, clock } = options
  const guarded = guard(options.onFailure)
  const ages = guarded(() => readAges(options)) ?? []
  const recent: Sending[] = ages.map((age) => ({ at: clock.monotonic() - age }))
  let file: number | null = null
  let appended = 0
  let offset = clock.now() - clock.monotonic()

  const rewrite = () => {
    forgetOld(recent, clock)
    if (file !== null) closeSync(file)
    file = null
    writeFileSync(`${path}.new`, recent.map((sending) => lineOf(sending, options)).join(''), { mode: 0o600 })
    // The new file replaces the old one atomically.
    renameSync(`${path}.new`, path)
    file = openSync(path, 'a')
    appended = 0
  }
  /** Wall times on disk are only as good as their clock: after a jump the file is rewritten. */
  const isStale = () => {
    const now = clock.now() - clock.monotonic()
    const jumped = Math.abs(now - offset) > JUMP_MS
    offset = now
    return jumped || appended >= ROTATE_AFTER || file === null
  }

  guarded(() => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    rewrite()
  })
  return {
    /** Ages in ms of the sendings of the last window before this start, oldest first. Conservative: never too high. */
    inherited: ages.map((age) => Math.max(0, age - IN_TRANSIT_MS)),
    /** Records a sending before it happens. Never throws. */
    append() {
      guarded(() => {
        const sending = { at: clock.monotonic() }
        recent.push(sending)
        if (recent.length > 2 * REQUESTS_PER_MINUTE) forgetOld(recent, clock)
        if (isStale()) rewrite()
        else if (file !== null) writeSync(file, lineOf(sending, options))
        appended += 1
      })
    },
    close() {
      if (file !== null) closeSync(file)
      file = null
    },
  }
}

interface Sending {
  /** Monotonic ms. */
  at: number
}

function lineOf({ at }: Sending, { clock, uptime }: LeaseOptions): string {
  const age = clock.monotonic() - at
  return `${Math.floor(clock.now() - age)} ${uptime ? Math.floor(uptime() - age) : '-'}\n`
}

function readAges({ path, clock, uptime }: LeaseOptions): number[] {
  const lines = (readTextIfAny(path) ?? '').split('\n')
  const torn = lines.pop() === '' ? [] : [0]
  const ages = lines.slice(-2 * ROTATE_AFTER).flatMap((line) => ageOf(line, clock, uptime) ?? [])
  const young = [...ages, ...torn].filter((age) => age < KEPT_MS)
  return young.toSorted((one, other) => other - one).slice(-REQUESTS_PER_MINUTE)
}

/** The lower age of both clocks. A lease from the future (the clock was set back) is as young as possible. */
function ageOf(line: string, clock: Clock, uptime: (() => number) | undefined): number | null {
  const parts = /^(\d{1,15}) (\d{1,15}|-)$/.exec(line)
  if (!parts) return null
  const byWall = clock.now() - Number(parts[1])
  const byUptime = uptime && parts[2] !== '-' ? uptime() - Number(parts[2]) : -1
  if (byUptime < 0) return Math.max(0, byWall)
  return byWall < 0 ? byUptime : Math.min(byWall, byUptime)
}

function forgetOld(recent: Sending[], clock: Clock): void {
  const first = recent.findIndex((sending) => clock.monotonic() - sending.at < KEPT_MS)
  recent.splice(0, first === -1 ? recent.length : first)
}

/** A full or read-only disk must not stop a show. */
function guard(onFailure: LeaseOptions['onFailure']) {
  return <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch (error) {
      onFailure?.(error)
      return undefined
    }
  }
}
