import { randomUUID } from 'node:crypto'
import type { Outcome } from '../../../shared/outcome.ts'
import { describeOutcome } from '../../../shared/words/outcomes/outcomes.ts'
import type { Dependencies } from '../commands/context.ts'
import { outcomeOf } from '../commands/outcomeOf.ts'
import { carryOut } from './engine.ts'
import { readRun } from './index.ts'
import type { Run } from './runs.ts'

/** The delays before waiting runs are tried again, in ms: at first, and each further time. */
const AGAIN_AFTER_MS = [2_000, 10_000, 30_000, 60_000]

/**
 * Resumes runs that a crash, a lost connection or a closed padlock left incomplete. Returns the function that ends it.
 */
export function startResuming(dependencies: Dependencies, onFault: (error: unknown) => void): () => void {
  const { clock, store, runs, serviceId } = dependencies
  let tries = 0
  let stopped = false
  /** The resumptions in progress, by project: the runs of one go one after the other, and no project waits for another. */
  const atWork = new Set<string>()
  const open = () =>
    runs.ofService(serviceId()).filter(({ id, waits }) => !runs.active.has(id) && waits?.for !== 'person')
  const known = new Set(open().map(({ id }) => id))
  const stopListening = runs.onChange(() => {
    const fresh = open().filter(({ id }) => !known.has(id))
    if (fresh.length === 0 || stopped) return
    for (const { id } of fresh) known.add(id)
    // What a request that may still arrive does is only seen between two readings.
    tries = 0
    cancel()
    cancel = plan()
  })
  let cancel = plan()

  function plan(): () => void {
    const ms = AGAIN_AFTER_MS[Math.min(tries, AGAIN_AFTER_MS.length - 1)] ?? 0
    return clock.after(ms, () => {
      resumeAll()
      cancel = plan()
    })
  }

  function resumeAll(): void {
    void runs.tidy()
    const { service, padlock } = store.get()
    const isReachable = service.failure === null && service.answeredAt !== null
    const left = runs.ofService(serviceId()).filter((run) => isDue(run, padlock.locked))
    // Runs that wait for the user are checked at the longest interval: they may be over without any action.
    const isWorking = left.some(({ waits }) => waits?.for !== 'person')
    tries = !isReachable || left.length === 0 ? 0 : isWorking ? tries + 1 : AGAIN_AFTER_MS.length
    if (!isReachable) return
    for (const projectId of new Set(left.map((run) => run.projectId))) {
      if (atWork.has(projectId)) continue
      atWork.add(projectId)
      void resumeEach(left.filter((run) => run.projectId === projectId)).finally(() => atWork.delete(projectId))
    }
  }

  async function resumeEach(left: readonly Run[]): Promise<void> {
    for (const { id } of left) {
      // Meanwhile the run may be over, running, or replaced.
      const run = runs.ofService(serviceId()).find((one) => one.id === id)
      if (run && !stopped && isDue(run, store.get().padlock.locked)) await resume(run, dependencies).catch(onFault)
    }
  }

  const isDue = ({ id, waits }: Run, locked: boolean) => !runs.active.has(id) && !(waits?.for === 'padlock' && locked)

  return () => {
    stopped = true
    stopListening()
    cancel()
  }
}

/** Resumes a run as a command of ours: with the guard, and journalled once something was sent or the run is over. */
async function resume(run: Run, dependencies: Dependencies): Promise<void> {
  const { clock, runs, serviceId, recorder } = dependencies
  const { workflow, data } = readRun(run)
  if (!workflow || !data) return
  const operation = run.workflow as 'moveSchedule'
  const command = { type: 'edit', operation, input: run.input } as const
  const [at, pressedAt] = [clock.now(), clock.monotonic()]
  const invocation = {
    id: randomUUID(),
    source: 'core',
    command,
    at,
    pressedAt,
    // Commands received since then take precedence.
    number: run.number ?? 0,
  } as const
  let isTold = false
  const sent: typeof recorder.sent = (...line) => {
    isTold = true
    return recorder.sent(...line)
  }
  const context = { ...dependencies, recorder: { ...recorder, sent }, invocation }
  const outcome = await carryOut(workflow, { ...run, data }, context).then(
    (done): Outcome => ({ result: 'done', done: { what: 'edited', operation, ...done } }),
    ended,
  )
  const waits = runs.ofService(serviceId()).find(({ id }) => id === run.id)?.waits
  const isForPerson = waits?.for === 'person' && run.waits?.for !== 'person'
  // Whoever began it, in this process, was notified when the newer request came.
  const isKnown = !!run.number && describeOutcome(outcome) === workflow.superseded(data)
  const isOver = !runs.isCurrent(run) && !runs.withdrawn.has(run.id) && !isKnown
  if (isTold || isForPerson || isOver) recorder.ended(invocation, outcome)
}

function ended(error: unknown): Outcome {
  const outcome = outcomeOf(error)
  if (!outcome) throw error
  return outcome
}
