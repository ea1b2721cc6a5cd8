import type { Clock } from '../../../shared/util/clock.ts'
import { sleep } from '../../util/time.ts'
import type { Item } from './resultOfLost.ts'

/** Least time between two readings of the same list, in ms. */
const APART_MS = 5_000

/** Null: the list could not be read whole, so an item missing from it proves nothing. */
type List = readonly Item[] | null
export type Looks = ReturnType<typeof createLooks>

/**
 * Readings that reconcile lost edits. Edits that need the same list share one reading, which begins when the list is
 * next due: however many edits are lost, a list is not read more often than every `APART_MS`.
 */
export function createLooks(clock: Clock) {
  const begunAt = new Map<string, number>()
  /** Readings that have not begun yet. */
  const planned = new Map<string, Promise<List>>()

  return function look(list: string, read: () => Promise<List>): Promise<List> {
    const known = planned.get(list)
    if (known) return known
    const wait = Math.max(0, (begunAt.get(list) ?? Number.NEGATIVE_INFINITY) + APART_MS - clock.monotonic())
    const reading = sleep(clock, wait).then(() => {
      planned.delete(list)
      begunAt.delete(list)
      begunAt.set(list, clock.monotonic())
      for (const [other, at] of begunAt) if (clock.monotonic() - at > APART_MS) begunAt.delete(other)
      return read()
    })
    planned.set(list, reading)
    return reading
  }
}
