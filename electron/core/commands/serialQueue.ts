import type { Clock } from '../../../shared/util/clock.ts'

/** A turn that did not come within its time. */
export class QueueTimeout extends Error {
  override readonly name = 'NoTurn'
}

interface RunOptions {
  /** Ends the wait for the turn with its reason; a job that has begun goes on. */
  signal?: AbortSignal | undefined
  /** False: nothing that `readFirst` reads under this key can be changed by it. */
  outdates?: boolean | undefined
  /** It gives its place to a later one that `supersedes` it, as long as nothing that keeps its own came in between. */
  yields?: boolean | undefined
  /** It takes the place of those that yield: they end with this. */
  supersedes?: Error | undefined
  /** It lets all others pass that are not `isLast`, as long as its turn has not come. */
  isLast?: boolean | undefined
}

interface Waiting {
  readonly isLast: boolean
  begin(): void
}

/** Set off once a later one has taken its place: who has not sent anything yet sends nothing. */
type Job<T> = (superseded: AbortSignal) => Promise<T>

/** What was read longer ago than this when the turn comes, in ms, is read again: another hand may have changed it. */
const YOUNG_MS = 1_000
/** After so many readings that were outdated when the turn came, the write is given up. */
const MOST_READINGS = 4

export type SerialQueue = ReturnType<typeof createSerialQueue>

/**
 * Runs writes of one key one after the other, so that two quick scene switches reach the service in the order they were
 * pressed. A job whose turn does not come within `patienceMs` is never run: a late cue is worse than none. Only writes
 * hold a turn: what a write has to read first is read by `readFirst`, beside everything else.
 */
export function createSerialQueue(clock: Clock, patienceMs: number) {
  const { turnOf, next } = createLanes(clock, patienceMs)
  const readings = new Map<string, Set<Reading>>()
  const take = createPlaces()

  /** @throws NoTurn; the signal's reason; what it was superseded with; what the job throws */
  async function run<T>(key: string, job: Job<T>, options: RunOptions = {}): Promise<T> {
    const { signal, outdates = true, isLast = false, ...place } = options
    const { superseded, leave } = take(key, place)
    try {
      await turnOf(key, isLast, signal ? AbortSignal.any([signal, superseded]) : superseded)
      try {
        return await job(superseded)
      } finally {
        if (outdates) outdate(key)
        next(key)
      }
    } finally {
      leave()
    }
  }

  function outdate(key: string): void {
    for (const reading of readings.get(key) ?? []) reading.isOutdated = true
  }

  /**
   * Reads without a turn, then runs the job with what was read, in its turn. Where a write of the same key ended in
   * between, or the turn was long in coming, what was read may not be so any more: it is read again.
   *
   * @throws NoTurn, also when other writes leave no reading true; what `read` or the job throws
   */
  async function readFirst<Read, T>(
    key: string,
    read: () => Promise<Read>,
    job: (found: Read) => Promise<T>,
  ): Promise<T> {
    for (let tries = 0; tries < MOST_READINGS; tries += 1) {
      const reading = { isOutdated: false }
      const ofKey = readings.get(key) ?? new Set()
      readings.set(key, ofKey.add(reading))
      try {
        const found = await read()
        const readAt = clock.monotonic()
        const isTrue = () => !reading.isOutdated && clock.monotonic() - readAt <= YOUNG_MS
        const write = async () => ({ value: await job(found).finally(() => outdate(key)) })
        const ran = await run(key, async () => (isTrue() ? write() : null), { outdates: false })
        if (ran) return ran.value
      } finally {
        ofKey.delete(reading)
        if (ofKey.size === 0 && readings.get(key) === ofKey) readings.delete(key)
      }
    }
    throw new QueueTimeout('written to while it was read, again and again')
  }

  return Object.assign(run, { readFirst })
}

/** Who is at work, and who waits for that. */
function createLanes(clock: Clock, patienceMs: number) {
  /** Those that wait, by key; there is a list as long as one of the key is at work. */
  const lanes = new Map<string, Waiting[]>()

  /** Resolves once it is at work, and with it nothing else of the key. */
  function turnOf(key: string, isLast: boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const lane = lanes.get(key)
      if (!lane) {
        lanes.set(key, [])
        return resolve()
      }
      const leave = () => {
        stopTimer()
        signal.removeEventListener('abort', onAbort)
      }
      const giveUp = (error: unknown) => {
        leave()
        lane.splice(lane.indexOf(mine), 1)
        reject(error)
      }
      const onAbort = () => giveUp(signal.reason)
      const stopTimer = clock.after(patienceMs, () => giveUp(new QueueTimeout('no turn in time')))
      signal.addEventListener('abort', onAbort, { once: true })
      const mine: Waiting = {
        isLast,
        begin() {
          leave()
          resolve()
        },
      }
      lane.splice(placeIn(lane, isLast), 0, mine)
    })
  }

  function next(key: string): void {
    const one = lanes.get(key)?.shift()
    if (one) one.begin()
    else lanes.delete(key)
  }

  return { turnOf, next }
}

/** At the end of its own: those of programs let all others pass. */
const placeIn = (lane: readonly Waiting[], isLast: boolean): number =>
  isLast ? lane.length : lane.findLastIndex((one) => !one.isLast) + 1

/** Who gives up its place to whom. */
function createPlaces() {
  /** Those that would give up theirs, since the last that keeps its own. */
  const yielding = new Map<string, Set<AbortController>>()

  return function take(key: string, { yields = false, supersedes }: Pick<RunOptions, 'yields' | 'supersedes'>) {
    if (supersedes) for (const one of yielding.get(key) ?? []) one.abort(supersedes)
    if (supersedes || !yields) yielding.delete(key)
    const place = new AbortController()
    if (yields) yielding.set(key, (yielding.get(key) ?? new Set()).add(place))
    const leave = () => {
      const others = yielding.get(key)
      if (others?.delete(place) && others.size === 0) yielding.delete(key)
    }
    return { superseded: place.signal, leave }
  }
}

/** Something being read for a write to come. */
interface Reading {
  isOutdated: boolean
}
