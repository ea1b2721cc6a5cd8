/** Processes killed with no warning while they write. The bench does it a thousand times; here it is a sample. */
import { expect, test } from 'vitest'
import { killRounds } from './kills/rounds.ts'

const KILLS = Number(process.env.CUELIGHT_KILLS ?? 20)

test('whatever was confirmed before a kill is there after it, whole, and nothing is left over', async () => {
  const { kills, confirmed, broken } = await killRounds({ kills: KILLS, seed: 20 })
  expect(broken).toEqual([])
  expect(kills).toBe(KILLS)
  // A kill proves something only where there was something to lose.
  expect(Math.min(...Object.values(confirmed))).toBeGreaterThan(2 * KILLS)
}, 120_000)
