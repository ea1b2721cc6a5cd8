import { env } from 'node:process'

/** `all`, or the day whose sample is looked at, as in 2026-11-25. */
export const SCREENS = 'CUELIGHT_SCREENS'
/** So many days until each state had its turn. */
const DAYS = 6
const DAY_MS = 24 * 60 * 60_000

/** Those states of the screens that are looked at in this run: all, but where the suite decided for a day's sample. */
export function chosenFrom<T>(states: readonly T[]): readonly T[] {
  const chosen = env[SCREENS] ?? 'all'
  if (chosen === 'all') return states
  const day = Date.parse(chosen) / DAY_MS
  if (!Number.isInteger(day)) throw new Error(`${SCREENS} is neither "all" nor a day like 2026-11-25: ${chosen}`)
  return states.filter((_, index) => index % DAYS === day % DAYS)
}
