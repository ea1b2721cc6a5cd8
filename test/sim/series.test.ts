/** Several newer user requests after one that arrives late: what the user asked for last counts, or is named. */
import { expect, test } from 'vitest'
import { airAfter, datesAfter } from './series.ts'

/** Other series every day; CUELIGHT_SIM=COUNT and CUELIGHT_SIM_FIRST=SEED choose them. */
const COUNT = Number(process.env.CUELIGHT_SIM ?? 150)
const FIRST = Number(process.env.CUELIGHT_SIM_FIRST ?? Math.floor(Date.now() / 86_400_000) * COUNT)

test.each([
  ['the dates of a project', datesAfter, 'workflow'],
  ['the dates of a project', datesAfter, 'hand'],
  ['the dates of a project', datesAfter, 'twice'],
  ['what viewers see', airAfter, 'workflow'],
  ['what viewers see', airAfter, 'hand'],
  ['what viewers see', airAfter, 'twice'],
] as const)(
  `${COUNT} series of requests about %s from seed ${FIRST} on, after a late one of the $2`,
  async (_, after, first) => {
    for (let seed = FIRST; seed < FIRST + COUNT; seed += 1) {
      // In every other series, readings fail, too.
      const broken = await after(seed, first, seed % 2 === 1).catch((error) => [String(error)])
      expect(broken, `seed ${seed}`).toEqual([])
    }
  },
  3_600_000,
)

test.each([
  ['what viewers see', 208_598, airAfter, 'workflow', false],
  ['what viewers see', 300_802, airAfter, 'hand', false],
  ['what viewers see', 302_255, airAfter, 'hand', false],
  ['what viewers see', 311_301, airAfter, 'hand', false],
  ['the dates of a project', 306_100, datesAfter, 'hand', false],
  ['the dates of a project', 219, datesAfter, 'twice', true],
] as const)('a series that once broke a promise keeps it: %s, seed %i', async (_, seed, after, first, isFailing) => {
  expect(await after(seed, first, isFailing)).toEqual([])
})
