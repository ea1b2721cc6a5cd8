import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../../../shared/util/clock.ts'
import { createBucket } from '../../util/bucket.ts'
import type { Lane } from './lanes.ts'

/** Requests that one session may spend on readings at once, and in a minute: less than half of what people read with. */
const MOST_AT_ONCE = 40
const PER_MS = 40 / 60_000

/** What a session may spend on readings, in requests and not in questions: a bucket that fills by the minute. */
export interface ReadingShare {
  isSpent(): boolean
  /** One request goes out for it. */
  spend(): void
}

export function createReadingShare(clock: Pick<Clock, 'monotonic'>): ReadingShare {
  const { isEmpty, take } = createBucket(clock, MOST_AT_ONCE, PER_MS)
  return { isSpent: isEmpty, spend: take }
}

/** Whose reading it is, wherever the code has got to with it. */
const reader = new AsyncLocalStorage<ReadingShare>()

/** Whatever is read for the sake of this job is counted to that share. */
export const readFor = <T>(share: ReadingShare, job: () => T): T => reader.run(share, job)

/** A session that has spent its share reads with what nobody waits for. Only what people read with is shared out. */
export function sharedLane(lane: Lane): Lane {
  return lane === 'read' && reader.getStore()?.isSpent() ? 'later' : lane
}

/** A request of that lane is made. */
export function spendShare(lane: Lane): void {
  if (lane === 'read') reader.getStore()?.spend()
}
