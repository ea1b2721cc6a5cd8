/**
 * Shows by chance: faults, many hands, kills and restarts. Whatever happened, nothing is done twice, everything asked
 * has its outcome, and in the end the truth is shown.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newDir } from '../fakes/rig.ts'
import { playShow } from './show.ts'

const first = Number(process.env.CUELIGHT_FIRST_SHOW ?? 1)
const count = Number(process.env.CUELIGHT_SHOWS ?? 40)
const root = newDir()
afterAll(() => rmSync(root, { recursive: true }))

test.each(Array.from({ length: count }, (_, index) => first + index))('show %i', async (seed) => {
  const dir = join(root, String(seed))
  mkdirSync(dir)
  const { violations, story } = await playShow(seed, dir)
  if (process.env.CUELIGHT_FIRST_SHOW) console.log(story)
  expect(violations, `CUELIGHT_FIRST_SHOW=${seed} CUELIGHT_SHOWS=1 npm test -- test/shows\n${story}`).toEqual([])
})
