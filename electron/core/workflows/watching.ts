import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { isRunning } from '../../../shared/state.ts'
import { WORKFLOW_WORDS } from '../../../shared/words/commands/workflows.ts'
import type { Context } from '../commands/context.ts'
import { isLost } from '../commands/handlers/edits.ts'
import { changesOf, syncsOf } from '../commands/handlers/syncing.ts'
import { readRun } from './index.ts'
import { Move } from './moveSteps.ts'
import { alsoWatching } from './pending.ts'
import { Quiet } from './quietSteps.ts'
import { newRun, type Run, subjectOf } from './runs.ts'
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
  const { runs, serviceId, clock, invocation, activityId } = context
  const watch = isLost(error) && activityId === undefined ? watchOf(signal, context) : null
  if (!watch) throw error
  const { workflow, activity, input, data } = watch
  const subject = { service: serviceId(), workflow, projectId: String(signal.input.projectId) }
  const request = { activity, id: randomUUID(), at: clock.now() }
  runs.requests.left(request.id)
  runs.requests.lost(request.id, clock.monotonic())
  if (watchAlso(request, watch, subject, context)) throw error
  const run = newRun(subject, input, data as Record<string, unknown>, clock.now())
  const waits = { for: 'reply', why: WORKFLOW_WORDS.answerLost } as const
  // If the disk refuses it, the command has still failed with "no reply".
  runs.begin({ ...run, sent: request, touched: true, waits, number: invocation.number }).catch(() => {})
  throw error
}

/** @returns true if a run of this subject exists: one that only watches earlier requests watches this one, too */
function watchAlso(request: Request, { data, activity }: Watch, subject: Subject, { runs }: Context): boolean {
  const run = runs.of(subject)
  // A run that does more, and that this request overtook, has a record of its own.
  if (!run) return runs.shown(subject.service).some((one) => subjectOf(one) === subjectOf(subject))
  const { workflow, data: before } = readRun(run)
  const described = { ...request, data: { ...workflow?.watched?.(data, activity) } }
  const next = workflow && before ? alsoWatching(run, described, workflow, before) : null
  if (next) runs.supersede(run, next).settle('done')
  return true
}

function watchOf({ operation, input }: Signal, context: Context): Watch | null {
  const { autoSync } = input
  if (operation === 'updateProject' && autoSync !== undefined)
    return watchAir(input, autoSync ? 'on' : 'off', context)
  if (operation === 'scheduleLive') return watchDates(input, 'create')
  if (operation === 'cancelSchedules') return watchDates(input, 'cancel')
  const { live = null } = context.store.get().projects[String(input.projectId)] ?? {}
  return operation === 'syncLive' && isRunning(live) ? watchAir(input, 'sync', context) : null
}

function watchAir({ projectId }: Signal['input'], activity: 'off' | 'on' | 'sync', context: Context): Watch {
  const id = String(projectId)
  const liveId = context.store.get().projects[id]?.live?.liveId ?? ''
  const data = Quiet.parse({
    ...{ projectId: id, liveId, edits: [], made: 0, why: null },
    ...{ syncs: syncsOf(id, context), changes: changesOf(id, context) },
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
