import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { screensDigest } from './screenInputs.ts'

/** The environment variable: `all`, or the day whose sample is tested, as in 2026-11-25. */
export const SCREENS = 'CUELIGHT_SCREENS'
/** The digest of everything the screens were drawn from when all their states were last tested and found right. */
export const CHECKED = 'test/screens/checked.sha256'
/** After this many days every state was in a sample. */
export const DAYS = 12
const DAY_MS = 24 * 60 * 60_000

/**
 * Decides which states of the screens the whole suite tests: all of them, or a sample that changes every day if all
 * were tested since what they are drawn from changed. It compares digests, so that a clone without history decides
 * alike.
 *
 * @param top the folder of the project
 * @param today as in 2026-11-25
 * @returns the value for `CUELIGHT_SCREENS`, and the reason, as a sentence
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

/** The states of the screens to test in this run: all, unless the suite decided for a day's sample. */
export function chosenFrom<T>(states: readonly T[], chosen = env[SCREENS] ?? 'all'): readonly T[] {
  if (chosen === 'all') return states
  const day = Date.parse(chosen) / DAY_MS
  if (!Number.isInteger(day)) throw new Error(`${SCREENS} is neither "all" nor a day like 2026-11-25: ${chosen}`)
  return states.filter((_, index) => index % DAYS === day % DAYS)
}
