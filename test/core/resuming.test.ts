/** What was left half done is resumed soon, whatever else has to wait. */
import { expect, test } from 'vitest'
import type { Dependencies } from '../../electron/core/commands/context.ts'
import { Quiet } from '../../electron/core/workflows/quietSteps.ts'
import { startResuming } from '../../electron/core/workflows/resume.ts'
import { newRun, openRuns } from '../../electron/core/workflows/runs.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { createDisk } from '../sim/disk.ts'

const flags = { isOff: true, isSynced: false, isBack: false, mayBeMade: false, why: null }
const halfDone = (projectId: string) => {
  const data = Quiet.parse({ projectId, liveId: 'live', edits: [], made: 1, ...flags })
  return { ...newRun({ service: 'a', workflow: 'quietEdit', projectId }, {}, data, 0), touched: true }
}

test('a project whose service never answers holds up no other project', async () => {
  const clock = new VirtualClock()
  const runs = openRuns(createDisk())
  const read: string[] = []
  const call = (_: string, { params }: { params: { projectId: string } }) => {
    read.push(params.projectId)
    return new Promise<never>(() => {})
  }
  const state = { service: { failure: null, answeredAt: 0 }, padlock: { locked: false }, projects: {} }
  const parts = { clock, runs, serviceId: () => 'a', store: { get: () => state }, service: { call }, recorder: {} }
  const stop = startResuming({ ...parts, ending: () => null } as unknown as Dependencies, (error) =>
    expect.fail(String(error)),
  )
  const pass = async () => {
    clock.advance(3_000)
    await breathe()
  }
  await runs.begin(halfDone('silent'))
  await pass()
  expect(read).toContain('silent')
  await runs.begin(halfDone('other'))
  await pass()
  expect(read).toContain('other')
  stop()
})
