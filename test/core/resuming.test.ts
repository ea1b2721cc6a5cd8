/** What was left half done is resumed soon, whatever else has to wait. */
import { expect, onTestFinished, test } from 'vitest'
import type { Dependencies } from '../../electron/core/commands/context.ts'
import { Move } from '../../electron/core/workflows/moveSteps.ts'
import { Quiet } from '../../electron/core/workflows/quietSteps.ts'
import { startResuming } from '../../electron/core/workflows/resume.ts'
import { newRun, openRuns, type Run } from '../../electron/core/workflows/runs.ts'
import { ServiceError } from '../../shared/failures.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { createDisk } from '../sim/disk.ts'

const flags = { isOff: true, isSynced: false, isBack: false, mayBeMade: false, why: null }
/** A quiet edit that has switched auto-sync off. */
function quiet(projectId: string): Run {
  const data = Quiet.parse({ projectId, liveId: 'live', edits: [], made: 1, ...flags })
  return { ...newRun({ service: 'a', workflow: 'quietEdit', projectId }, {}, data, 0), touched: true }
}
/** A move that has cancelled the old dates. */
function move(projectId: string): Run {
  const progress = { way: 'there', why: '', cancelled: true, cancels: 1, creates: 0 }
  const data = Move.parse({ projectId, old: [1], wanted: [2], ours: [1, 2], asked: [], ...progress })
  return { ...newRun({ service: 'a', workflow: 'moveSchedule', projectId }, {}, data, 0), touched: true }
}

/** @param isSilent the service never answers about these projects; about others, it cannot be reached */
function resuming(isSilent: (projectId: string) => boolean) {
  const clock = new VirtualClock()
  const runs = openRuns(createDisk())
  const read: string[] = []
  const call = (name: string, { params: { projectId } }: { params: { projectId: string } }) => {
    read.push(`${name} ${projectId}`)
    const failure = { kind: 'offline', operation: name, method: 'GET', path: '', mayHaveHappened: false } as const
    return isSilent(projectId) ? new Promise<never>(() => {}) : Promise.reject(new ServiceError(failure))
  }
  const state = {
    ...{ service: { failure: null, answeredAt: 0 }, padlock: { locked: false }, projects: {}, lostEdits: [] },
    meanings: { scheduledContent: 'nextRun' },
  }
  const recorder = { sent: () => null, ended: () => {} }
  const poller = { readLive: (projectId: string) => call('getLive', { params: { projectId } }) }
  const parts = {
    clock,
    runs,
    serviceId: () => 'a',
    store: { get: () => state },
    service: { call },
    poller,
    recorder,
  }
  const onFault = (error: unknown) => expect.fail(String(error))
  onTestFinished(startResuming({ ...parts, ending: () => null } as unknown as Dependencies, onFault))
  return {
    ...{ clock, runs, read },
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 500) {
        clock.advance(500)
        await breathe()
        await breathe()
      }
    },
  }
}

test.each([
  ['of another project', quiet('other'), 'getLive other'],
  ['of another kind', quiet('silent'), 'getLive silent'],
])('a run whose service never answers holds up no run %s', async (_, other, seen) => {
  const { runs, read, pass } = resuming((projectId) => projectId === 'silent')
  await runs.begin(move('silent'))
  await pass(3_000)
  expect(read).toContain('listSchedules silent')
  await runs.begin(other)
  await pass(3_000)
  expect(read).toContain(seen)
})

test('newer runs, however many, do not put off the others', async () => {
  const { runs, read, pass } = resuming(() => false)
  await runs.begin(quiet('first'))
  for (let nth = 0; nth < 8; nth += 1) {
    await runs.begin(quiet('busy'))
    await pass(1_500)
  }
  expect(read).toContain('getLive first')
  expect(read).toContain('getLive busy')
})

test('a run that a command has just stopped is resumed soon, though it was tried often, and another waits for its user', async () => {
  const { runs, read, pass } = resuming(() => false)
  const one = quiet('first')
  await runs.begin({ ...quiet('other'), waits: { for: 'person', why: '' } })
  await runs.begin(one)
  await pass(180_000)
  runs.active.add(one.id)
  await pass(5_000)
  runs.active.delete(one.id)
  read.splice(0)
  await pass(3_000)
  expect(read).toContain('getLive first')
})
