import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { screensDigest } from './screenInputs.ts'

/** The environment variable: `all`, or the day whose sample is tested, as in 2026-11-25. */
export const SCREENS = 'CUELIGHT_SCREENS'
/** The digest of everything the panel was made of when all its states were tested, all its tests run, and all right. */
export const CHECKED = 'test/screens/checked.sha256'
/** After this many days every state was in a sample. */
export const DAYS = 12
/** After this many days each file was. No divisor of `DAYS`: some files test a day's sample of states themselves. */
export const FILE_DAYS = 7
const DAY_MS = 24 * 60 * 60_000

/**
 * Decides which states of the screens the whole suite tests, and which test files of the panel it runs: all of them, or
 * a sample that changes every day if all were right since anything they depend on changed: with the same inputs their
 * results are known. It compares digests, so that a clone without history decides alike.
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
      why: `Panel: a sample of its states and tests, the one of ${today}: all were right since what it is made of changed.`,
    }
  const since = checked === null ? `there is no ${CHECKED}` : 'what it is made of changed since all were right'
  return { screens: 'all', why: `Panel: all states and tests, because ${since} (npm run screens).` }
}

/** The states of the screens to test in this run: all, unless the suite decided for a day's sample. */
export function chosenFrom<T>(states: readonly T[], chosen = env[SCREENS] ?? 'all', days = DAYS): readonly T[] {
  if (chosen === 'all') return states
  const day = Date.parse(chosen) / DAY_MS
  if (!Number.isInteger(day)) throw new Error(`${SCREENS} is neither "all" nor a day like 2026-11-25: ${chosen}`)
  return states.filter((_, index) => index % days === day % days)
}

/** The test files of the panel that this run leaves out, as paths from `top`: those outside of the day's sample. */
export function leftOut(top: string, chosen?: string): string[] {
  const files = globSync('test/renderer/**/*.test.ts', { cwd: top }).toSorted()
  const kept = new Set(chosenFrom(files, chosen, FILE_DAYS))
  return files.filter((file) => !kept.has(file))
}
