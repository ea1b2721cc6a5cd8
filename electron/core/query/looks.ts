import type { Clock } from '../../../shared/util/clock.ts'
import { sleep } from '../../util/time.ts'
import type { Item } from './resultOfLost.ts'

/** Between two readings of the same list, in ms. */
const APART_MS = 5_000

/** Null: the list could not be read whole, and what is missing in it proves nothing. */
type List = readonly Item[] | null
export type Looks = ReturnType<typeof createLooks>

/**
 * Readings for the sake of lost edits: several that look at the same list share one, which begins when each of them is due.
 * However many edits are lost, a list is not read more often than this.
 */
export function createLooks(clock: Clock) {
  const begunAt = new Map<string, number>()
  /** Those that have not begun yet. */
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
