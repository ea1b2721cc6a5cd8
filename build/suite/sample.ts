import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { screensDigest } from './screenInputs.ts'

/** `all`, or the day whose sample is looked at, as in 2026-11-25. */
export const SCREENS = 'CUELIGHT_SCREENS'
/** The digest of all that the screens were drawn from when every state of them was last looked at, and found right. */
export const CHECKED = 'test/screens/checked.sha256'
/** After so many days each state had its turn. */
export const DAYS = 12
const DAY_MS = 24 * 60 * 60_000

/**
 * Decides which states of the screens the whole suite looks at: all of them, or a sample that is another one every day,
 * where every one was looked at since what they are drawn from changed. By digests, so that a clone without a history
 * decides the same.
 *
 * @param top the folder of the project
 * @param today as in 2026-11-25
 * @returns what `CUELIGHT_SCREENS` is to say, and why, as a sentence
 */
export function screensToLookAt(top: string, today: string): { screens: string; why: string } {
  const file = join(top, CHECKED)
  const checked = existsSync(file) ? readFileSync(file, 'utf8').trim() : null
  if (checked === screensDigest(top))
    return {
      screens: today,
      why: `Screens: a sample of the states, the one of ${today}: all were looked at since what they are drawn from changed.`,
    }
  const since =
    checked === null ? `there is no ${CHECKED}` : 'what they are drawn from changed since all were looked at'
  return { screens: 'all', why: `Screens: all states, because ${since} (npm run screens).` }
}

/** Those states of the screens that are looked at in this run: all, but where the suite decided for a day's sample. */
export function chosenFrom<T>(states: readonly T[], chosen = env[SCREENS] ?? 'all'): readonly T[] {
  if (chosen === 'all') return states
  const day = Date.parse(chosen) / DAY_MS
  if (!Number.isInteger(day)) throw new Error(`${SCREENS} is neither "all" nor a day like 2026-11-25: ${chosen}`)
  return states.filter((_, index) => index % DAYS === day % DAYS)
}
