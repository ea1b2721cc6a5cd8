import { randomUUID } from 'node:crypto'
import type { Outcome } from '../../../shared/outcome.ts'
import { isRunning } from '../../../shared/state.ts'
import { describeOutcome } from '../../../shared/words/outcomes/outcomes.ts'
import type { Dependencies } from '../commands/context.ts'
import { syncsOf } from '../commands/handlers/syncing.ts'
import { outcomeOf } from '../commands/outcomeOf.ts'
import { RECENT_MS } from '../query/ownWrites.ts'
import { carryOut, pastOf } from './engine.ts'
import { readRun } from './index.ts'
import { isOnItsWay } from './pending.ts'
import type { Run } from './runs.ts'

/** How often runs to resume are looked for, in ms. */
const LOOK_MS = 2_000
/**
 * The delays before a run is tried again, in ms: the first times, and each further time. One that waits for the user is
 * only checked, because it may be over without any action: at the longest interval.
 */
const AGAIN_AFTER_MS = [10_000, 30_000]
const LONGEST_MS = 60_000
/** One whose request may still arrive is read again this soon: what that did would otherwise be undone late. */
const AWAITED_MS = 4_000

/**
 * Resumes runs that a crash, a lost connection or a closed padlock left incomplete, each by itself: what one waits for
 * delays no other. Returns the function that ends it.
 */
export function startResuming(dependencies: Dependencies, onFault: (error: unknown) => void): () => void {
  const { clock, store, runs, serviceId } = dependencies
  /**
   * By run: how often it was tried, when that ended (wall ms), when it is due again (monotonic ms), and how often its
   * project had been synced.
   */
  const tried = new Map<string, { times: number; endedAt: number; dueAt: number; syncs: number }>()
  /** The runs being resumed. */
  const atWork = new Set<string>()
  /** Since when requests were watched without a break, and the last look for runs, in wall ms. */
  let [startedAt, lookedAt] = [clock.now(), clock.now()]
  let stopped = false
  let cancel = clock.after(LOOK_MS, look)

  function look(): void {
    cancel = clock.after(LOOK_MS, look)
    const passedMs = clock.now() - lookedAt
    // The computer slept; or the clock was set back, and the same moment has an earlier time since.
    if (passedMs >= RECENT_MS) startedAt = clock.now()
    else if (passedMs < 0) startedAt += passedMs
    lookedAt = clock.now()
    void runs.tidy()
    const { service, padlock } = store.get()
    if (service.failure !== null || service.answeredAt === null) tried.clear()
    else resumeAll(padlock.locked)
  }

  function resumeAll(isLocked: boolean): void {
    const left = runs.ofService(serviceId())
    for (const id of tried.keys()) {
      const isOver = !left.some((run) => run.id === id)
      // A command carries it out: after that it is as new.
      if (!atWork.has(id) && (isOver || runs.active.has(id))) tried.delete(id)
    }
    for (const run of left) if (isDue(run, isLocked)) void resumeOnce(run)
  }

  function isDue({ id, waits, projectId, since }: Run, locked: boolean): boolean {
    const { dueAt = 0, endedAt = 0, syncs = 0 } = tried.get(id) ?? {}
    if (atWork.has(id) || runs.active.has(id) || (waits?.for === 'padlock' && locked)) return false
    // After a command the poller reads already.
    if (Math.abs(clock.now() - since) < LOOK_MS) return false
    // What waits for the end of a broadcast must be done before the next one.
    const { live = null } = store.get().projects[projectId] ?? {}
    const isOffAir = waits?.for === 'air' && live !== null && !isRunning(live) && live.readAt > endedAt
    // What viewers see of it is different now.
    const isSynced = tried.has(id) && syncsOf(projectId, dependencies) !== syncs
    return isOffAir || isSynced || clock.monotonic() >= dueAt
  }

  async function resumeOnce(run: Run): Promise<void> {
    atWork.add(run.id)
    await resume(run, dependencies, startedAt).catch(onFault)
    atWork.delete(run.id)
    if (stopped) return
    const { times = 0 } = tried.get(run.id) ?? {}
    const left = runs.ofService(serviceId()).find(({ id }) => id === run.id)
    const now = clock.monotonic()
    const isAwaited = left?.sent && isOnItsWay(left.sent.id, runs.requests, now)
    const later = left?.waits?.for === 'person' ? LONGEST_MS : (AGAIN_AFTER_MS[times] ?? LONGEST_MS)
    const dueAt = now + (isAwaited ? AWAITED_MS : later)
    tried.set(run.id, {
      times: isAwaited ? times : times + 1,
      endedAt: clock.now(),
      dueAt,
      syncs: syncsOf(run.projectId, dependencies),
    })
  }

  return () => {
    stopped = true
    cancel()
  }
}

/** Resumes a run as a command of ours: with the guard, and journalled once something was sent or the run is over. */
async function resume(run: Run, dependencies: Dependencies, startedAt: number): Promise<void> {
  const { clock, runs, serviceId, recorder } = dependencies
  const { workflow, data } = readRun(run)
  if (!workflow || !data) return
  // A mere watch over what the user asked for last, as far as is known: it undoes nothing newer.
  const isLastWish = workflow.lastCounts && workflow.isWatching?.(data)
  if (workflow.isWatching?.(data) && isPast(run, startedAt)) {
    const about = pastOf(workflow, data, run.sent?.activity ?? null)
    recorder.seen({ id: run.projectId, name: null }, { event: 'editStep', about })
    return runs.end(run)
  }
  if (run.isMet && isLastWish) return runs.renew({ ...run, waits: null }).then(() => {})
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
  // Another run watches on in its place. Or whoever began it, in this process, was notified when the newer request came.
  const isPassedOn = outcome.result === 'refused' && outcome.refusal.reason === 'superseded'
  const isKnown = isPassedOn || (!!run.number && describeOutcome(outcome) === workflow.superseded(data))
  const isOver = !runs.isCurrent(run) && !runs.withdrawn.has(run.id) && !isKnown
  if (isTold || isForPerson || isOver) recorder.ended(invocation, outcome)
}

/**
 * Were all requests that the run watches sent so long before this session that none can arrive now? Cuelight was closed
 * since, the computer slept, or another profile was in use: what a reading shows by now may be anybody's, and is left as it is.
 *
 * @param startedAt wall ms
 */
function isPast({ sent, late }: Run, startedAt: number): boolean {
  // One that has settled its own request has something to do.
  return sent !== null && [sent, ...late].every(({ at }) => startedAt - at >= RECENT_MS)
}

function ended(error: unknown): Outcome {
  const outcome = outcomeOf(error)
  if (!outcome) throw error
  return outcome
}
