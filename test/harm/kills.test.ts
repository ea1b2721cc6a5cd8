/** Processes killed without warning while they write. The bench does it a thousand times; this is a sample. */

import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openJournal } from '../../electron/core/journal/journal.ts'
import { newDir } from '../fakes/rig.ts'
import { killRounds } from './kills/check.ts'
import { killStudio } from './kills/studio/rounds.ts'
import { journalLine } from './kills/values.ts'

const KILLS = Number(process.env.CUELIGHT_KILLS ?? 20)
/** Each of these lives runs external programs. */
const STUDIO_KILLS = Number(process.env.CUELIGHT_KILLS ?? 4)

test('everything confirmed before a kill is there after it, whole, and nothing is left over', async () => {
  const { kills, confirmed, broken } = await killRounds({ kills: KILLS, seed: 20 })
  expect(broken).toEqual([])
  expect(kills).toBe(KILLS)
  // A kill proves something only if there was something to lose.
  expect(Math.min(...Object.values(confirmed))).toBeGreaterThan(2 * KILLS)
}, 120_000)

test('a studio killed while writing everything keeps all it confirmed, and nothing half written', async () => {
  const { kills, confirmed, broken } = await killStudio({ kills: STUDIO_KILLS, seed: 20 })
  expect(broken).toEqual([])
  expect(kills).toBe(STUDIO_KILLS)
  expect(Math.min(...Object.values(confirmed))).toBeGreaterThan(STUDIO_KILLS / 2)
}, 300_000)

const fail = (error: unknown) => {
  throw error
}

test.each([
  ['before the fresh file was begun', ''],
  ['while the fresh file was written', '{"line":"sent","id":"sta'],
])('%s: a start in flight is found by the next process, and so is what was shown', (_, fresh) => {
  const dir = newDir()
  const { journal } = openJournal(dir, fail)
  journal.write(journalLine('before', 'ended', 1))
  journal.write(journalLine('start', 'sent', 2))
  journal.close()
  copyFileSync(join(dir, 'journal.jsonl'), join(dir, 'journal.1.jsonl'))
  if (fresh) writeFileSync(join(dir, 'journal.jsonl.new'), fresh)
  const { unended, entries } = openJournal(dir, fail)
  expect(unended.map((line) => line.id)).toEqual(['start'])
  expect(entries.map((entry) => entry.id)).toEqual(['before', 'start'])
})
