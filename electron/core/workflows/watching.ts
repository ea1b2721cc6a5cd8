import * as z from 'zod'
import { isRunning } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { WORKFLOW_WORDS } from '../../../shared/words/commands/workflows.ts'
import type { Context } from '../commands/context.ts'
import { isLost } from '../commands/handlers/edits.ts'
import { changesOf, syncsOf } from '../commands/handlers/syncing.ts'
import type { JournalLine } from '../journal/line.ts'
import { RECENT_MS } from '../query/ownWrites.ts'
import { answerOf, countsIfLost } from './answers.ts'
import { readRun } from './index.ts'
import { Move } from './moveSteps.ts'
import { Quiet } from './quietSteps.ts'
import { newRun, type Run, type Runs, type subjectOf } from './runs.ts'
import type { Signal } from './workflow.ts'

/** What a run is that has sent only the user's request. */
interface Watch {
  workflow: 'quietEdit' | 'moveSchedule'
  activity: string
  /** The input under which the guard checks what the run sends. */
  input: Record<string, unknown>
  data: object
}

type Request = NonNullable<Run['sent']>
type Subject = Parameters<typeof subjectOf>[0]

/**
 * Throws the error of a user's request. If its response was lost, and it would undo a newer request should it arrive
 * late, it is watched for as long as it may arrive, as a run that has sent only this request: what the user requests
 * after it counts, and what it changes then is reported.
 *
 * @throws the given error
 */
export function watchIfLost(error: unknown, signal: Signal, context: Context): never {
  const { runs, serviceId, clock, invocation, activityId, store } = context
  const id = String(signal.input.projectId)
  const { live = null } = store.get().projects[id] ?? {}
  const liveId = isRunning(live) ? (live?.liveId ?? '') : null
  const known = { liveId, syncs: syncsOf(id, context), changes: changesOf(id, context) }
  const lost = isLost(error) && activityId === undefined ? watchOf(signal, known) : null
  if (!lost) throw error
  const request = { activity: lost.activity, id: invocation.id, at: clock.now() }
  runs.requests.left(request.id)
  runs.requests.lost(request.id, clock.monotonic())
  watch(lost, request, { service: serviceId(), number: invocation.number, runs })
  throw error
}

/**
 * Watches the requests that were in flight when the last process died, too. What it left to be done is overtaken by
 * them. They count as lost now. @returns the runs
 */
export function watchUnended(lines: readonly JournalLine[], runs: Runs, clock: Clock): Runs {
  for (const { id, service, source, signal, at } of lines) {
    // What the core itself sent has a run. What was sent long ago can no longer arrive.
    if (!signal || service === undefined || source === 'core' || clock.now() - at >= RECENT_MS) continue
    const open = watchOf(signal, { liveId: '', syncs: 0, changes: 0 })
    if (!open) continue
    runs.requests.left(id)
    runs.requests.lost(id, clock.monotonic())
    const before = runs.of({ service, workflow: open.workflow, projectId: String(open.input.projectId) })
    const next = before && answerOf(before, signal, runs.requests)
    if (before && next !== undefined) runs.supersede(before, next, next !== null && countsIfLost(next)).settle('lost')
    watch(open, { activity: open.activity, id, at }, { service, number: 0, runs })
  }
  return runs
}

/** If a run of this subject exists, it watches the request as well. Whatever the disk does, this process watches it. */
function watch(
  { workflow, activity, input, data }: Watch,
  request: Request,
  { service, number, runs }: Pick<Context, 'runs'> & { service: string; number: number },
): void {
  const subject: Subject = { service, workflow, projectId: String(input.projectId) }
  const before = runs.of(subject)
  if (before) {
    const known = readRun(before).workflow
    const described = { ...known?.watched?.(data, activity), ...known?.since?.(activity) }
    runs.watchesLater(before, { ...request, data: described }).catch(() => {})
    return
  }
  const run = newRun(subject, input, data as Record<string, unknown>, request.at)
  const waits = { for: 'reply', why: WORKFLOW_WORDS.answerLost } as const
  runs.watch({ ...run, sent: request, touched: true, waits, number }).catch(() => {})
}

/** What is known of the project. `liveId`: of the running broadcast; null: none runs. */
interface Known {
  liveId: string | null
  syncs: number
  changes: number
}

function watchOf({ operation, input }: Signal, known: Known): Watch | null {
  const { autoSync } = input
  if (operation === 'updateProject' && autoSync !== undefined) return watchAir(input, autoSync ? 'on' : 'off', known)
  if (operation === 'scheduleLive') return watchDates(input, 'create')
  if (operation === 'cancelSchedules') return watchDates(input, 'cancel')
  return operation === 'syncLive' && known.liveId !== null ? watchAir(input, 'sync', known) : null
}

function watchAir({ projectId }: Signal['input'], activity: 'off' | 'on' | 'sync', known: Known): Watch {
  const id = String(projectId)
  const data = Quiet.parse({
    ...{ projectId: id, edits: [], made: 0, why: null },
    ...{ ...known, liveId: known.liveId ?? '' },
    ...{ isOff: true, isSynced: false, isBack: false, mayBeMade: false },
    ...{ byHand: activity === 'on', mayArrive: activity },
  })
  return { workflow: 'quietEdit', activity, input: { projectId: id, edits: [] }, data }
}

function watchDates({ projectId, dates }: Signal['input'], activity: 'create' | 'cancel'): Watch {
  const asked = z.array(z.coerce.date()).catch([]).parse(dates).map(Number)
  const data = Move.parse({
    ...{ projectId, old: [], wanted: asked, ours: asked, asked, way: 'asked', why: '' },
    ...{ cancelled: activity === 'cancel', isCreated: activity === 'create', cancels: 0, creates: 0 },
  })
  return { workflow: 'moveSchedule', activity, input: { projectId, dates: dates ?? [] }, data }
}
