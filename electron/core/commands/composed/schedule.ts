import { ServiceError } from '../../../../shared/failures.ts'
import { checkDates, sameDates } from '../../../../shared/schedule/rules.ts'
import { isRunning } from '../../../../shared/state.ts'
import { tellDiskError } from '../../../../shared/words/disk.ts'
import { tellFailure } from '../../../../shared/words/failures.ts'
import { SCHEDULE_WORDS } from '../../../../shared/words/schedule.ts'
import { sleep } from '../../../util/time.ts'
import type { Context } from '../context.ts'
import { inTurn } from '../handlers/edits.ts'
import { Refused } from '../ports.ts'
import type { Composed, ComposedDone } from './composed.ts'
import { type Move, recordKey } from './kept.ts'
import { datesOf, end, keepMove, keptMove, refuse, takeStep } from './moveSteps.ts'

/**
 * Moves all dates of a project in one step. The service has no such call, so the old ones are cancelled and the new ones
 * created; where those are refused, the old ones are put back as far as that is still allowed. What breaks off half-way is
 * gone on with: asked for again, by ourselves (`background.ts`) or by a person, it begins where the dates stand.
 */
export const moveSchedule: Composed<'moveSchedule'> = async ({ projectId, dates }, context) => {
  const { moves: underWay } = context.kept.underWay
  const key = recordKey(context, projectId)
  if (underWay.has(key)) refuse(SCHEDULE_WORDS.stillMoving)
  underWay.add(key)
  try {
    const left = keptMove(projectId, context)
    const wanted = dates.map((date) => Date.parse(date))
    await begin(projectId, wanted, left, context)
    return await goOn(projectId, left === undefined, context)
  } finally {
    underWay.delete(key)
  }
}

/** Whoever changes the dates by other means wants no earlier move gone on with. */
export function giveUpMove(projectId: string | undefined, context: Context): void {
  if (projectId !== undefined && keptMove(projectId, context)) keepMove(projectId, null, context).catch(() => {})
}

/** Writes the move down before anything is sent. Other dates than those of one left half-way take their place. */
async function begin(projectId: string, wanted: number[], left: Move | undefined, context: Context): Promise<void> {
  if (left && sameDates(left.wanted, wanted)) return
  const old = left?.old ?? (await datesOf(projectId, context))
  const project = await context.service.call('getProject', { params: { projectId } }, { lane: 'edit' })
  const { duration, liveStatus: status } = project
  // No date can be taken while it runs: the old ones would be gone for good.
  if (isRunning({ status, liveId: null })) refuse(SCHEDULE_WORDS.isLive)
  const plannedMs = duration.manual ? null : (duration.planned ?? 0) * 1_000
  const [problem] = checkDates(wanted, { now: context.clock.now(), plannedMs })
  if (problem) refuse(SCHEDULE_WORDS.problem(problem), problem)
  if (old.length === 0) refuse(SCHEDULE_WORDS.nothingToMove)
  const ours = [...(left?.ours ?? old), ...wanted]
  const move = { projectId, old, wanted, ours, why: null, sent: left?.sent ?? null }
  await keepMove(projectId, move, context).catch((error) => refuse(SCHEDULE_WORDS.notKept(tellDiskError(error))))
}

/** There and back is four; with more, another hand is at it. */
const MOST_SENT = 6

/** Takes a move to its end, from wherever it is. @param isFresh nothing of it was sent before */
async function goOn(projectId: string, isFresh: boolean, context: Context): Promise<ComposedDone> {
  let sent = 0
  try {
    while (sent < MOST_SENT) {
      // A turn for each step: while it waits for what was lost, nobody waits for it.
      const step = await inTurn(context, projectId, { what: 'settings' }, () => takeStep(projectId, context))
      if (step.next === 'done') return step.done
      if (step.next === 'wait') await sleep(context.clock, step.ms)
      else sent += 1
    }
  } catch (error) {
    const isGone = error instanceof ServiceError && error.failure.code === 'PROJECT_NOT_FOUND'
    const isUntouched = isFresh && sent === 0
    if (isGone || isUntouched) await keepMove(projectId, null, context).catch(() => {})
    throw keptMove(projectId, context) ? goingOn(error) : error
  }
  return end(projectId, context, SCHEDULE_WORDS.neither(keptMove(projectId, context)?.why ?? ''))
}

function goingOn(error: unknown): Refused {
  const why = error instanceof ServiceError ? tellFailure(error.failure).what : SCHEDULE_WORDS.heldUp
  return new Refused({ reason: 'edit', message: SCHEDULE_WORDS.goingOn(why) })
}
