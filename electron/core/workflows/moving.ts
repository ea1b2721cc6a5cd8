/** Begins or resumes a move of dates; `moveSchedule.ts` is the workflow itself. */
import { checkDates, sameDates } from '../../../shared/schedule/rules.ts'
import { SCHEDULE_WORDS } from '../../../shared/words/schedule/schedule.ts'
import type { Composed } from '../commands/composed/composed.ts'
import type { Context } from '../commands/context.ts'
import { mayArrive } from '../query/lostEdits.ts'
import { isAsSeen, readDates } from './dates.ts'
import { begin, carryOut, refused, refuseReadFailure } from './engine.ts'
import { moveSchedule as workflow } from './moveSchedule.ts'
import { includesDate, isWanted, type Move, standing } from './moveSteps.ts'
import { onTheirWay } from './pending.ts'
import { newRun, type Run, subjectOf } from './runs.ts'
import { additionsTo, untilSignalled } from './signals.ts'
import { earlierOf } from './workflow.ts'

/** Requested again with the same dates, the move is resumed; other dates replace the earlier ones. */
export const moveSchedule: Composed<'moveSchedule'> = async (input, context) => {
  const { runs, serviceId, clock } = context
  const { projectId } = input
  const subject = { service: serviceId(), workflow: workflow.name, projectId }
  const earlier = () => earlierOf(workflow, runs, subject)
  const wanted = input.dates.map((date) => Date.parse(date))
  await refuseIfSignalled(projectId, context)
  // That cancel would also remove the new dates.
  if (mayArrive(['cancelSchedules', 'cancelSchedule'], projectId, context))
    throw refused(SCHEDULE_WORDS.cancelMayArrive)
  // A schedule without a response: should it arrive during the move, its dates would be another client's.
  const same = earlier()
  const own = same?.data.old.length === 0 ? [same.sent] : []
  const pending = same ? [...own, ...onTheirWay(same, runs.requests, clock.monotonic())] : []
  if (pending.some((one) => one?.activity === 'create')) throw refused(SCHEDULE_WORDS.createMayArrive)
  if (same && isWanted(same.data) && sameDates(same.data.wanted, wanted)) {
    if (runs.active.has(same.id)) throw refused(SCHEDULE_WORDS.stillMoving)
    const again = { ...same, isMet: false }
    await runs.renew(again).catch(() => {})
    return carryOut(workflow, again, context)
  }
  const { there, ids, runs: isOnAir, plannedMs } = await readDates(projectId, context).catch(refuseReadFailure)
  if (context.runs.signals.of(subjectOf(subject))) return moveSchedule(input, context)
  await refuseIfSignalled(projectId, context)
  if (isOnAir) throw refused(SCHEDULE_WORDS.isLive)
  const [problem] = checkDates(wanted, { now: clock.now(), plannedMs })
  if (problem) throw refused(SCHEDULE_WORDS.problem(problem), problem)
  const left = earlier()
  // Of an incomplete move no date exists, or only its own dates: the caller cannot have seen those before.
  const isOurs = left !== undefined && there.every((at) => includesDate(left.data.ours, at))
  const old = isOurs && isWanted(left.data) && isHalfDone(left, there) ? left.data.old : [...there]
  const seen = isOurs ? undefined : input.base?.map((date) => Date.parse(date))
  if (seen && !isAsSeen(there, seen, clock.now())) throw refused(SCHEDULE_WORDS.changedMeanwhile(there, 'move'))
  if (old.length === 0) throw refused(SCHEDULE_WORDS.nothingToMove)
  const data: Move = {
    ...{ projectId, old, wanted, ours: [...new Set([...(left?.data.ours ?? []), ...old, ...wanted])] },
    ...{
      asked: left?.data.asked ?? [],
      // What exists now was seen by whoever asks: only what comes later is another client's.
      stood: there.length > 0 ? standing({ there, ids }) : (left?.data.stood ?? []),
      foreign: [],
      unseenGone: 0,
      notGone: 0,
      foundNone: false,
      cancelled: left?.data.cancelled ?? false,
      isCreated: left?.data.isCreated ?? false,
    },
    ...{ way: 'there', why: '', cancels: 0, creates: 0, taken: false, allTaken: false },
  }
  const { sent = null, touched = false } = left ?? {}
  const run = { ...newRun(subject, input, data, clock.now()), sent, touched }
  // A later command has begun while this one was reading.
  if (!context.sequence.takes(subjectOf(subject), context.invocation.number)) throw refused(SCHEDULE_WORDS.givenUp)
  context.sequence.takes(additionsTo(subjectOf(subject)), context.invocation.number)
  return begin(workflow, run, context, SCHEDULE_WORDS.notKept)
}

/** Are the dates that exist neither those from before the move nor the wanted ones? */
function isHalfDone({ data, sent }: Run<Move>, there: readonly number[]): boolean {
  // A cancel takes all dates: if one exists, ours has not arrived, and another client cancelled the others.
  const isBefore = !data.cancelled || (sent?.activity === 'cancel' && there.length > 0)
  return !isBefore && !sameDates(there, data.wanted)
}

/**
 * A later command about these dates was carried out, so that one is wanted.
 *
 * @throws Refused
 */
async function refuseIfSignalled(projectId: string, context: Context): Promise<void> {
  if (await untilSignalled('moveSchedule', projectId, context)) throw refused(SCHEDULE_WORDS.givenUp)
}
