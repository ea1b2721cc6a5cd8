/**
 * Moves all dates of a project. The service has no such call: the old dates are cancelled and the new ones created; if
 * those are refused or no longer possible, the old ones are put back as far as that is still allowed.
 */
import * as z from 'zod'
import { type EditName, touchedBy } from '../../../shared/contract/operations.ts'
import { WORKFLOW_WORDS } from '../../../shared/words/commands/workflows.ts'
import { SCHEDULE_WORDS } from '../../../shared/words/schedule/schedule.ts'
import { type Context, send } from '../commands/context.ts'
import { keepsSoon } from '../commands/guard.ts'
import { type Dates, readDates } from './dates.ts'
import {
  back,
  droppedAs,
  foreignIn,
  includesDate,
  isTaken,
  isWanted,
  leftBy,
  MOST_SENT,
  Move,
  type MoveStep,
  nextStep,
  scheduledLeft,
  seenLeft,
  without,
  withoutId,
} from './moveSteps.ts'
import type { Activity, Workflow } from './workflow.ts'

const tell = (projectId: string, about: string, { recorder }: Context): void =>
  recorder.seen({ id: projectId, name: null }, { event: 'editStep', about })

/** A closed padlock protects whatever starts within the hour: dates that would be removed, and dates to be added. */
function refuseNearDates({ old, wanted }: Move, { store, clock }: Context) {
  const changed = [...old.filter((at) => !includesDate(wanted, at)), ...wanted.filter((at) => !includesDate(old, at))]
  return keepsSoon(changed, store.get(), clock.now())
}

const activities: Record<MoveStep, Activity<Move, Dates>> = {
  cancel: {
    async send(data, context) {
      const { projectId } = data
      // Once begun, the move is finished: the padlock is not meant to leave dates half moved.
      const refusal = () => (data.cancels > 1 || data.way !== 'there' ? null : refuseNearDates(data, context))
      const answer = await send(context, 'cancelSchedules', { params: { projectId } }, { recheck: refusal })
      const { cancelled, failed } = answer
      tell(projectId, SCHEDULE_WORDS.cancelled(cancelled), context)
      // It refused some, or none was there any more: then what was read before was old, and only a reading without
      // those dates agrees.
      const foundNone = cancelled === 0
      const mayStay = foundNone && !failed ? 0 : data.stood.length - cancelled
      return { ...data, foundNone, notGone: Math.max(0, mayStay) }
    },
    agrees: ({ stood, notGone }, { ids }) => stood.filter(([id]) => ids.includes(id)).length <= notGone,
    // Once it is unwanted, only what it takes from the user's own dates shows that it has arrived. While the user may
    // also have cancelled them elsewhere, because it seemed to fail, that none exist shows nothing.
    isDone: (data, seen) =>
      data.way === 'left' ? isTaken(data, seen) : data.way !== 'asked' && seen.there.length === 0,
    seemsDone: ({ way }, { there }) => way === 'asked' && there.length === 0,
    beforeArrival: (data, seen) => ({
      ...data,
      ...(data.way === 'left' || data.way === 'asked'
        ? seenLeft(data, seen)
        : { foreign: [...new Set([...data.foreign, ...foreignIn({ ...data, there: seen.there })])] }),
    }),
    refused: (data, why) =>
      data.way === 'gone'
        ? { ...data, cancels: data.cancels + 1 }
        : { ...data, ...back(why).plan, cancels: MOST_SENT },
  },
  create: {
    async send(data, context) {
      const { projectId, asked } = data
      const body = { dates: asked.map((at) => new Date(at).toISOString()) }
      const { scheduled } = await send(context, 'scheduleLive', { params: { projectId }, body })
      tell(projectId, SCHEDULE_WORDS.created(scheduled.length), context)
      return { ...data, taken: scheduled.length > 0, allTaken: scheduled.length >= asked.length }
    },
    agrees: ({ asked, taken, allTaken }, { there }) =>
      asked.filter((at) => includesDate(there, at)).length >= (allTaken ? asked.length : taken ? 1 : 0),
    agreesRefused: (code, { there }) => code !== 'ACTIVE_SCHEDULES_EXIST' || there.length > 0,
    // What the user has scheduled since proves nothing.
    isDone: ({ asked, foreign, way }, { there }) =>
      asked.every((at) => includesDate(there, at) && !(way === 'left' && includesDate(foreign, at))),
    found: (data) => ({ ...data, taken: true, allTaken: true }),
    refused: (data, why) => (data.way === 'back' ? { ...data, creates: MOST_SENT } : { ...data, ...back(why).plan }),
  },
}

function stageOf(way: Move['way'], cancelled: boolean, taken: boolean, sent: string | null) {
  if (way === 'left' && sent === 'cancel') return 'leftCancelling'
  if (way !== 'there') return way === 'back' && sent === 'cancel' ? 'cancelling' : way
  if (!cancelled) return 'untouched'
  if (sent === 'cancel') return 'cancelling'
  return taken ? 'made' : sent === 'create' ? 'creating' : 'cancelled'
}

/** Moves all dates of a project. */
export const moveSchedule: Workflow<Move, Dates, MoveStep> = {
  name: 'moveSchedule',
  data: Move,
  activities,
  look: ({ projectId }, context) => readDates(projectId, context),
  next: nextStep,
  /** A user who changes the dates in another way does not want an earlier move to be resumed. */
  isAffectedBy: ({ operation }) => touchedBy(operation as EditName)?.includes('listSchedules') === true,
  adds: ({ operation }) => operation === 'scheduleLive',
  undoesLater: ({ operation }) => operation === 'cancelSchedules',
  onSignal({ data, sent }, { operation, input }) {
    const asked = z.array(z.coerce.date()).catch([]).parse(input.dates).map(Number)
    // All dates are cancelled already, with this one.
    if (operation === 'cancelSchedule' && data.way === 'gone')
      return { ...data, stood: withoutId(data, input.liveId) }
    // The last request of the run may still arrive.
    if (sent?.activity === 'create') {
      if (operation === 'cancelSchedules') return { ...data, way: 'gone', cancels: 0 }
      // The others of the user's own schedule are wanted still.
      if (operation === 'cancelSchedule' && data.way === 'asked') return data
      return { ...data, way: 'left', foreign: [...data.foreign, ...asked] }
    }
    if (sent?.activity !== 'cancel') return null
    if (operation === 'cancelSchedules') return { ...data, way: 'left', foreign: [], stood: [] }
    if (operation === 'cancelSchedule') return without(data, input.liveId) ?? leftBy(data, input.liveId)
    // The service takes a schedule only where no date is left: none of the cancelled ones was wanted.
    return scheduledLeft(data.way === 'asked' ? { ...data, stood: [], foreign: [], unseenGone: 0 } : data, asked)
  },
  /** No date exists, and what the user scheduled may not have arrived: the old dates would be recorded nowhere. */
  countsIfLost: ({ way }) => way !== 'left',
  isWatching: ({ way }) => !isWanted({ way }),
  isContrary: ({ way }, activity) => activity === (way === 'gone' ? 'create' : 'cancel'),
  onlyWatching: ({ way }, activity) => ({
    old: [],
    way: isWanted({ way }) || activity === 'cancel' ? 'left' : way,
  }),
  since: (activity) => (activity === 'create' ? { way: 'asked' } : {}),
  watched: ({ asked }, activity) => ({
    ...{ asked, isCreated: activity === 'create', cancelled: activity === 'cancel' },
    ...{ cancels: 0, creates: 0, taken: false, allTaken: false },
    // What the move itself removed is not at risk.
    ...(activity === 'cancel' ? { stood: [], foreign: [], unseenGone: 0 } : {}),
  }),
  stands: ({ way, cancelled, taken, old }, sent) => SCHEDULE_WORDS.stands[stageOf(way, cancelled, taken, sent)](old),
  past: ({ asked }, sent) => SCHEDULE_WORDS.past(sent, asked),
  waiting: ({ way }, waits) => ({
    about:
      waits.for === 'person' || !isWanted({ way }) ? WORKFLOW_WORDS.waits(waits) : SCHEDULE_WORDS.goingOn(waits.why),
  }),
  superseded: droppedAs,
}
