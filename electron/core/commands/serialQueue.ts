import type { Clock } from '../../../shared/util/clock.ts'
import { ARRIVES_WITHIN_MS } from '../query/ownWrites.ts'

/** A job did not reach its place in the queue within its time. */
export class QueueTimeout extends Error {
  override readonly name = 'QueueTimeout'
}

interface RunOptions {
  /** Ends the wait in the queue with its reason; a job that has begun continues. */
  signal?: AbortSignal | undefined
  /** False: the job cannot change anything that `readFirst` reads under this key. */
  outdates?: boolean | undefined
  /** The job gives up its place to a later one that `supersedes`, unless a job that keeps its place came in between. */
  yields?: boolean | undefined
  /** The job replaces the waiting jobs that yield: they end with this error. */
  supersedes?: Error | undefined
  /** While it waits, the job lets all jobs that are not `isLast` go first. */
  isLast?: boolean | undefined
  /** While the job waits, one that has been running for `MAKES_WAY_MS` is to make way. */
  isUrgent?: boolean | undefined
}

/**
 * The contract allows one write of a project in flight, so an edit without a response would block the show. After this
 * time, in ms, it counts as lost as soon as a show command waits for it. A service that is only slow responds sooner.
 */
const MAKES_WAY_MS = 5_000

interface Waiting {
  readonly isLast: boolean
  readonly isUrgent: boolean
  begin(): void
}

/** @param superseded aborts once a later job has replaced this one: if it has sent nothing yet, it sends nothing */
type Job<T> = (superseded: AbortSignal) => Promise<T>

/** A reading older than this, in ms, when the job begins is repeated: another client may have changed what was read. */
const YOUNG_MS = 1_000
/** After this many readings that were outdated when the job began, the write is given up. */
const MOST_READINGS = 4

export type SerialQueue = ReturnType<typeof createSerialQueue>

/**
 * Runs writes of one key one after the other, so that two quick scene switches reach the service in the order of the
 * commands. A job that does not begin within `patienceMs` is never run: a late cue is worse than none. Only writes hold
 * a place in the queue: what a write has to read first is read by `readFirst`, in parallel with everything else.
 */
export function createSerialQueue(clock: Clock, patienceMs: number) {
  const { turnOf, next, makesWay, arrived } = createLanes(clock, patienceMs)
  const readings = new Map<string, Set<Reading>>()
  const take = createPlaces()

  /** @throws QueueTimeout; the reason of the signal; the error of the job that superseded it; whatever the job throws */
  async function run<T>(key: string, job: Job<T>, options: RunOptions = {}): Promise<T> {
    const { signal, outdates = true, isLast = false, isUrgent = false, ...place } = options
    const { superseded, leave } = take(key, place)
    try {
      await turnOf(key, { isLast, isUrgent }, signal ? AbortSignal.any([signal, superseded]) : superseded)
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
   * Reads outside the queue, then runs the job with what was read from its place in the queue. If a write of this key
   * ended in between, or the wait in the queue was long, the reading may be outdated and is repeated.
   *
   * @throws QueueTimeout, also if other writes outdate every reading; whatever `read` or the job throws
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

  return Object.assign(run, { readFirst, makesWay, arrived })
}

/** The running job of each key, which is to make way for a show command if it takes too long. */
function createRunning(clock: Clock) {
  const running = new Map<string, { since: number; way: AbortController; madeWay: string | null }>()
  /** By key: the request that has made way, and until when it may still arrive (monotonic ms). No other edit is sent. */
  const held = new Map<string, { id: string; until: number }>()
  return {
    isHeld: (key: string): boolean => clock.monotonic() < (held.get(key)?.until ?? 0),
    begins(key: string): void {
      running.set(key, { since: clock.monotonic(), way: new AbortController(), madeWay: null })
    },
    ends(key: string): void {
      const one = running.get(key)
      if (one?.madeWay) held.set(key, { id: one.madeWay, until: one.since + ARRIVES_WITHIN_MS })
      running.delete(key)
    },
    /** What became of a request is known: if it had made way, edits go on. */
    arrived(id: string): void {
      for (const [key, one] of held) if (one.id === id) held.delete(key)
    },
    /** Has the running job make way once it takes too long. @returns stops that */
    push(key: string): () => void {
      const one = running.get(key)
      if (!one) return () => {}
      return clock.after(Math.max(0, one.since + MAKES_WAY_MS - clock.monotonic()), () => one.way.abort())
    },
    /** Calls back when the running job of the key is to make way for a show command, by giving up this request. */
    makesWay(key: string, id: string, giveUp: () => void): void {
      const one = running.get(key)
      const made = () => {
        if (one) one.madeWay = id
        giveUp()
      }
      one?.way.signal.addEventListener('abort', made, { once: true })
    },
  }
}

/** The running job of each key, and the jobs that wait for it. */
function createLanes(clock: Clock, patienceMs: number) {
  /** The waiting jobs, by key; a key has a list as long as one of its jobs is running. */
  const lanes = new Map<string, Waiting[]>()
  const { begins, ends, isHeld, push, makesWay, arrived } = createRunning(clock)

  /** Resolves when the job may run; no other job of the key runs then. */
  function turnOf(
    key: string,
    { isLast, isUrgent }: { isLast: boolean; isUrgent: boolean },
    signal: AbortSignal,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const isAllowed = isUrgent || !isHeld(key)
      if (!lanes.has(key) && isAllowed) {
        lanes.set(key, [])
        begins(key)
        return resolve()
      }
      // Held while nothing runs, it gives up after its patience.
      const lane = lanes.get(key) ?? []
      const leave = () => {
        stopTimer()
        stopPushing()
        signal.removeEventListener('abort', onAbort)
      }
      const giveUp = (error: unknown) => {
        leave()
        lane.splice(lane.indexOf(mine), 1)
        reject(error)
      }
      const onAbort = () => giveUp(signal.reason)
      const stopPushing = isUrgent ? push(key) : () => {}
      const stopTimer = clock.after(patienceMs, () => giveUp(new QueueTimeout('no turn in time')))
      signal.addEventListener('abort', onAbort, { once: true })
      const mine: Waiting = {
        ...{ isLast, isUrgent },
        begin() {
          leave()
          begins(key)
          resolve()
        },
      }
      lane.splice(placeIn(lane, isLast), 0, mine)
    })
  }

  function next(key: string): void {
    ends(key)
    const lane = lanes.get(key) ?? []
    const nth = isHeld(key) ? lane.findIndex(({ isUrgent }) => isUrgent) : 0
    const [one] = nth < 0 ? [] : lane.splice(nth, 1)
    if (one) return void one.begin()
    // Edits that are held give up after their patience.
    lanes.delete(key)
  }

  return { turnOf, next, makesWay, arrived }
}

/** The end of its own group: jobs of programs let all others go first. */
const placeIn = (lane: readonly Waiting[], isLast: boolean): number =>
  isLast ? lane.length : lane.findLastIndex((one) => !one.isLast) + 1

/** Which jobs give up their places to later ones. */
function createPlaces() {
  /** The jobs that would give up their place, since the last one that keeps its own. */
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

/** A reading in progress for a write that follows. */
interface Reading {
  isOutdated: boolean
}
