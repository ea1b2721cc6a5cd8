/** The runs that a process finds from the one before: never one that had ended. */
import { expect, test } from 'vitest'
import { readEarlier } from '../../electron/core/workflows/earlier.ts'
import { newRun, openRuns } from '../../electron/core/workflows/runs.ts'
import { createDisk } from '../sim/disk.ts'

const SUBJECT = { service: 'a', workflow: 'moveSchedule', projectId: 'project' }
const run = () => newRun(SUBJECT, {}, {}, 0)
const found = (disk: ReturnType<typeof createDisk>) => openRuns(disk).ofService('a')

test('a run that ended is not found by the next process, even if its file cannot be removed', async () => {
  const disk = createDisk()
  const runs = openRuns(disk)
  const [ended, cancelled] = [run(), { ...run(), workflow: 'quietEdit' }]
  await runs.begin(ended)
  await runs.begin(cancelled)
  disk.isHeld = true
  await runs.end(ended)
  const { kept, settle } = runs.supersede(cancelled, null)
  await kept
  settle('done')
  await runs.written()
  expect(found(disk)).toEqual([])
  disk.isHeld = false
  expect([found(disk), [...disk.files.keys()]]).toEqual([[], []])
})

test('if its file can be neither removed nor emptied, that is tried again', async () => {
  const disk = createDisk()
  const runs = openRuns(disk)
  const one = run()
  await runs.begin(one)
  Object.assign(disk, { isHeld: true, onWrite: () => 'full' })
  await expect(runs.end(one)).rejects.toThrow('ENOSPC')
  await runs.tidy()
  expect(found(disk)).toHaveLength(1)
  Object.assign(disk, { isHeld: false, onWrite: () => null })
  await runs.tidy()
  expect(found(disk)).toEqual([])
})

test('a run that replaces another has begun, even if the file of the other one stays', async () => {
  const disk = createDisk()
  const runs = openRuns(disk)
  const [before, after] = [run(), run()]
  await runs.begin(before)
  Object.assign(disk, { isHeld: true, onWrite: (nth: number) => (nth > 2 ? 'full' : null) })
  await runs.begin(after)
  expect([runs.of(SUBJECT)?.id, found(disk).map(({ id }) => id)]).toEqual([after.id, [after.id]])
})

test('both runs that an earlier version left of a project are found, and whether its create is out', () => {
  const key = JSON.stringify(['a', 'project'])
  const sent = { what: 'cancel', at: 1 }
  const move = { projectId: 'project', old: [1], wanted: [2], ours: [1, 2], sent, why: null }
  const flags = { isOff: true, sending: false, stopped: null }
  const quiet = { projectId: 'project', liveId: 'live', edits: [], made: 2, ...flags }
  const disk = createDisk()
  disk.files.set('moves.json', JSON.stringify({ [key]: move }))
  disk.files.set('quiet.json', JSON.stringify({ [key]: quiet }))
  const { runs } = readEarlier(disk)
  expect(new Set(runs.map(({ id }) => id)).size).toBe(2)
  expect(runs).toMatchObject([{ workflow: 'moveSchedule', data: { isCreated: false } }, { workflow: 'quietEdit' }])
})
