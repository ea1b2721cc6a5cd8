import { type Failure, ServiceError } from '../../../shared/failures.ts'
import type { Progress } from '../../../shared/query/views.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { describeFailure } from '../../../shared/words/outcomes/failures.ts'
import type { Caller } from '../../service/calls.ts'
import { sleep } from '../../util/time.ts'
import type { Queries } from './queries.ts'

/** What views are built with. */
export interface ViewDependencies {
  clock: Clock
  service: Caller
  queries: Queries
  /** Called with an internal error. */
  onFault: (error: unknown) => void
}

/** The parts of a view that cost a request each: cached, and read one by one while someone looks at the view. */
export interface Parts<Value> {
  /**
   * Reads the parts that are missing or too old. Resolves once all are read, or after a moment with those that are
   * there: names now are worth more than lengths later. The rest is read on, and reported as it arrives.
   */
  want(keys: readonly string[]): Promise<Progress>
  get(key: string): Part<Value> | undefined
  /** True while parts are being read. */
  isReading(): boolean
  /** All parts are read again when they are next wanted; until then they are shown with their age. */
  age(): void
  /** A part may have changed (null: any part): it is read again when it is next wanted. */
  drop(key: string | null): void
}

/** `readAt`: wall ms. */
interface Part<Value> {
  value: Value
  readAt: number
}

interface PartsOptions<Value> {
  clock: Clock
  /** Reads one part. Rejects with a `ServiceError`. */
  read(key: string, lane: 'read' | 'later'): Promise<Value>
  /** How long a part is trusted, in ms. */
  life(value: Value): number
  /** More parts are available than were returned. */
  onMore(): void
  /** Called with an internal error. */
  onFault(error: unknown): void
}

/** A project's items; none if the project was deleted meanwhile. */
export async function noneIfDeleted<Item>(reading: Promise<Item[]>): Promise<Item[]> {
  try {
    return await reading
  } catch (error) {
    if (isDeleted(error)) return []
    throw error
  }
}

/** True if the request was refused because the project no longer exists. */
export const isDeleted = (error: unknown): boolean =>
  error instanceof ServiceError && error.failure.code === 'PROJECT_NOT_FOUND'

/** How long a result waits for its parts, and how often further parts are reported, in ms. */
const PATIENCE_MS = 100
const TELL_EVERY_MS = 1_000
/** At most this many are read while the user waits; the others as background reads, evenly within the budget. */
const FIRST = 10
/** A part that failed is not read again for this long, in ms; after this many failures in a row, no part is. */
const FAILED_FOR_MS = 30_000
const MOST_FAILURES = 3
/** The part that was read longest ago is dropped first. */
const MOST_KEPT = 10_000

/** What was read, when, and what failed. */
function createShelf<Value>({ clock, life }: Pick<PartsOptions<Value>, 'clock' | 'life'>) {
  const kept = new Map<string, Part<Value> & { at: number }>()
  const failedAt = new Map<string, number>()
  return {
    get: (key: string): Part<Value> | undefined => kept.get(key),
    keep(key: string, value: Value, readAt: number): void {
      kept.delete(key)
      kept.set(key, { value, readAt, at: clock.monotonic() })
      failedAt.delete(key)
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? key)
    },
    failed: (key: string) => void failedAt.set(key, clock.monotonic()),
    /** Missing or too old, and did not fail just now. */
    isWanted(key: string): boolean {
      const [part, failed] = [kept.get(key), failedAt.get(key)]
      if (part && clock.monotonic() - part.at < life(part.value)) return false
      return failed === undefined || clock.monotonic() - failed >= FAILED_FOR_MS
    },
    /** Parts that failed a moment ago are tried again, too: the user asked. */
    age(): void {
      failedAt.clear()
      for (const part of kept.values()) part.at = Number.NEGATIVE_INFINITY
    },
    drop(key: string | null): void {
      for (const map of [kept, failedAt]) key === null ? map.clear() : map.delete(key)
    },
  }
}

export function createParts<Value>(options: PartsOptions<Value>): Parts<Value> {
  const { clock, read, onMore, onFault } = options
  const shelf = createShelf(options)
  const waiting = new Set<string>()
  let failure: Failure | null = null
  let reading: Promise<void> | null = null
  /** The part being read now. */
  let current: string | null = null
  /** A caller got its result before all parts were read. */
  let isOwed = false

  async function readOn(): Promise<void> {
    let toldAt = clock.monotonic()
    let failures = 0
    failure = null
    for (let nth = 0; waiting.size > 0; nth++) {
      const [key = ''] = waiting
      failures = (await readOne(key, nth < FIRST ? 'read' : 'later')) ? 0 : failures + 1
      // The service seems to be down: the other parts are not tried either.
      if (failures === MOST_FAILURES) for (const one of waiting) if (waiting.delete(one)) shelf.failed(one)
      if (!isOwed || clock.monotonic() - toldAt < TELL_EVERY_MS) continue
      toldAt = clock.monotonic()
      onMore()
    }
  }

  async function readOne(key: string, lane: 'read' | 'later'): Promise<boolean> {
    waiting.delete(key)
    current = key
    const sentAt = clock.now()
    try {
      const value = await read(key, lane)
      // Dropped while it was read, the part waits again: this value is from before the change.
      if (!waiting.has(key)) shelf.keep(key, value, sentAt)
      return true
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      failure = error.failure
      shelf.failed(key)
      return false
    } finally {
      current = null
    }
  }

  function start(): void {
    reading = readOn().catch(onFault).finally(end)
  }

  function end(): void {
    reading = null
    // A part was requested just as the last one arrived.
    if (waiting.size > 0) start()
    else if (isOwed) {
      isOwed = false
      onMore()
    }
  }

  return {
    async want(keys) {
      for (const key of keys) if (key !== current && shelf.isWanted(key)) waiting.add(key)
      if (waiting.size > 0 && reading === null) start()
      if (reading) await Promise.race([reading, sleep(clock, PATIENCE_MS)])
      isOwed ||= reading !== null
      const missing = keys.filter((key) => !shelf.get(key))
      const hasFailed = missing.some((key) => !waiting.has(key) && key !== current)
      const problem = failure !== null && hasFailed ? describeFailure(failure).what : null
      return { read: keys.length - missing.length, of: keys.length, problem }
    },
    get: shelf.get,
    isReading: () => reading !== null,
    age: shelf.age,
    drop(key) {
      shelf.drop(key)
      if (current !== null && (key ?? current) === current) waiting.add(current)
    },
  }
}
