import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../../../shared/util/clock.ts'
import { createBucket } from '../../util/bucket.ts'
import type { Lane } from './lanes.ts'

/** Requests that one session may spend on readings at once, and per minute: less than half of what readings may use. */
const MOST_AT_ONCE = 40
const PER_MS = 40 / 60_000

/** What a session may spend on readings, in requests, not in queries: a bucket that fills over a minute. */
export interface ReadingShare {
  isSpent(): boolean
  /** Counts one request. */
  spend(): void
}

export function createReadingShare(clock: Pick<Clock, 'monotonic'>): ReadingShare {
  const { isEmpty, take } = createBucket(clock, MOST_AT_ONCE, PER_MS)
  return { isSpent: isEmpty, spend: take }
}

/** The share that the present reading counts towards, through all its async calls. */
const reader = new AsyncLocalStorage<ReadingShare>()

/** Everything read during this job counts towards that share. */
export const readFor = <T>(share: ReadingShare, job: () => T): T => reader.run(share, job)

/** A session that has spent its share reads in the `later` lane. Only the `read` lane is shared out. */
export function sharedLane(lane: Lane): Lane {
  return lane === 'read' && reader.getStore()?.isSpent() ? 'later' : lane
}

/** Counts a request of that lane. */
export function spendShare(lane: Lane): void {
  if (lane === 'read') reader.getStore()?.spend()
}
