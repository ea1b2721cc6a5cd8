import type { Clock } from '../../../shared/util/clock.ts'
import { createBucket } from '../../util/bucket.ts'

interface Limits {
  /** The capacity of each, and what comes back per ms. */
  most: number
  perMs: number
  /** The most keys that are counted: beyond, those heard of longest ago start anew. */
  keys: number
}

/** A token bucket for each key, such as the address of a client. */
export function createBuckets(clock: Pick<Clock, 'monotonic'>, { most, perMs, keys }: Limits) {
  const held = new Map<string, ReturnType<typeof createBucket>>()
  return {
    of(key: string): ReturnType<typeof createBucket> {
      const bucket = held.get(key) ?? createBucket(clock, most, perMs)
      held.delete(key)
      held.set(key, bucket)
      for (const oldest of held.keys()) if (held.size > keys) held.delete(oldest)
      return bucket
    },
  }
}
