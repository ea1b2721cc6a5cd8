/** A kill in the middle of the journal's rotation: after the old file was put aside, before the new one holds what is on its way. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openJournal } from '../../electron/core/journal.ts'
import { newDir } from '../fakes/rig.ts'
import { journalLine } from './kills/values.ts'

const fail = (error: unknown) => {
  throw error
}

test('a start on its way is found by the next start, and so is what was shown', () => {
  const dir = newDir()
  const { journal } = openJournal(dir, fail)
  journal.write(journalLine('before', 'ended', 1))
  journal.write(journalLine('start', 'sent', 2))
  journal.close()
  // Killed here: what the rotation does first has happened, and nothing else.
  renameSync(join(dir, 'journal.jsonl'), join(dir, 'journal.1.jsonl'))
  const { unfinished, recent } = openJournal(dir, fail)
  expect(unfinished.map((line) => line.id)).toEqual(['start'])
  expect(recent.map((entry) => entry.id)).toEqual(['before', 'start'])
})
