/** The runs that a process finds from the one before: never one that had ended. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCore } from '../../electron/core/core.ts'
import { openDisk } from '../../electron/core/files/disk.ts'
import { readEarlier } from '../../electron/core/workflows/earlier.ts'
import { newRun, openRuns } from '../../electron/core/workflows/runs.ts'
import { newDir } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { createDisk } from '../sim/disk.ts'
import { closing } from '../support/atEnd.ts'

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

const UNREADABLE: Record<string, (path: string) => void> = {
  'a pipe': (path) => spawnSync('mkfifo', [path]),
  'a folder': (path) => mkdirSync(path),
  'half a record': (path) => writeFileSync(path, '{"id":"x","work'),
  'a record of a later version': (path) => writeFileSync(path, '{"run":{}}'),
}

test.skipIf(process.platform === 'win32').each(Object.keys(UNREADABLE))(
  '%s among the runs is reported and kept, and the others are found',
  async (what) => {
    const dataDir = newDir()
    const path = join(dataDir, 'workflows', 'odd.json')
    const disk = openDisk(dataDir)
    await openRuns(disk).begin(run())
    UNREADABLE[what]?.(path)
    // A system's own files are none of ours.
    writeFileSync(join(dataDir, 'workflows', '.DS_Store'), 'x')
    const core = closing(createCore({ dataDir, clock: new VirtualClock(), version: '0', log: expect.unreachable }))
    expect(core.store.get().notices).toMatchObject([{ kind: 'runUnreadable', about: path }])
    expect([openRuns(disk).ofService('a').length, existsSync(path)]).toEqual([1, true])
  },
)
