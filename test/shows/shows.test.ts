/**
 * Random shows: faults, lies, bursts, concurrent clients, kills and restarts. Whatever happens, nothing is done
 * twice, nothing false is claimed, every command has its outcome, and in the end the truth is shown. `CUELIGHT_SHOWS`
 * and `CUELIGHT_FIRST_SHOW` choose others, `CUELIGHT_SHOW_KINDS` limits the kinds of trouble; one show alone prints
 * its log.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newDir } from '../fakes/rig.ts'
import { KINDS } from './chance.ts'
import { playShow, type ShowReport } from './show.ts'

const USUAL = 40
const first = Number(process.env.CUELIGHT_FIRST_SHOW ?? 1)
const count = Number(process.env.CUELIGHT_SHOWS ?? USUAL)
const root = newDir()
const reports: ShowReport[] = []
afterAll(() => rmSync(root, { recursive: true }))

test.each(Array.from({ length: count }, (_, index) => first + index))('show %i', async (seed) => {
  const dir = join(root, String(seed))
  mkdirSync(dir)
  const report = await playShow(seed, dir)
  reports.push(report)
  if (count === 1) console.log(report.story)
  expect(report.violations, told(report)).toEqual([])
})

test.runIf(count >= USUAL)('the usual number of shows meets every kind of trouble', () => {
  const sum = (of: (report: ShowReport) => number) => reports.reduce((total, report) => total + of(report), 0)
  for (const kind of KINDS)
    expect(
      sum(({ kinds }) => Number(kinds.includes(kind))),
      kind,
    ).toBeGreaterThan(2)
  expect(sum((report) => report.kills)).toBeGreaterThan(count / 2)
  expect(sum((report) => report.faults)).toBeGreaterThan(2 * count)
  expect(sum((report) => report.commands)).toBeGreaterThan(10 * count)
})

/** For debugging: how to play it alone, and everything that happened. */
function told({ seed, story }: ShowReport): string {
  return `CUELIGHT_FIRST_SHOW=${seed} CUELIGHT_SHOWS=1 npm test -- test/shows\n${story}\n`
}
