import type { Meanings } from '../../contract/meanings.ts'
import type { DateProblem } from '../../schedule/rules.ts'
import { asSentence, counted, dayOf, listed, timeOfDay } from '../format.ts'

const when = (at: number) => `${dayOf(at)}, ${timeOfDay(at, false)}`
const dates = (count: number) => counted(count, 'date')

const PROBLEMS: { [Why in DateProblem['why']]: (problem: Extract<DateProblem, { why: Why }>) => string } = {
  none: () => 'Name at least one date.',
  tooMany: () => 'A project can have 50 dates at once.',
  manual: () => 'A project that runs until it is stopped can have one date only. Give it a length first.',
  tooSoon: ({ at, earliest }) => `${when(at)} is too soon. The earliest is ${when(earliest)}.`,
  tooFar: ({ at, latest }) => `${when(at)} is too far ahead. The latest is ${when(latest)}.`,
  tooClose: ({ at, earliest }) =>
    `${when(at)} is too close to the run before: leave 3 minutes between. The earliest is ${when(earliest)}.`,
}

/** What dates will show. @param count the number of dates that the project has then */
function contentOf(content: Meanings['scheduledContent'], count: number): string {
  if (content === 'nextRun' && count > 1)
    return 'The next date shows the project of that day, later dates that of today.'
  const they = count === 1 ? 'It shows' : 'They show'
  return content === 'asScheduled'
    ? `${they} the project as it is now.`
    : `${they} the project as it is when ${count === 1 ? 'it starts' : 'they start'}.`
}

/** Texts about moving the dates of a project. */
export const SCHEDULE_WORDS = {
  problem: (problem: DateProblem) => (PROBLEMS[problem.why] as (problem: DateProblem) => string)(problem),
  nothingToMove: 'Nothing is scheduled for this project.',
  isLive: 'This project is on air and takes no dates meanwhile. Move them after the show.',
  /** @param there the current dates */
  changedMeanwhile: (there: readonly number[], act: 'move' | 'cancel') =>
    `The dates were changed elsewhere: ${there.length === 0 ? 'none is scheduled now' : `scheduled now: ${listed(there.map(when))}`}. Nothing was sent. Look at them, then ${act} them again.`,
  notKept: (why: string) => `The move could not be saved: ${asSentence(why)} Nothing was sent.`,
  stillMoving: 'Its dates are already on the move. Wait until that is done.',
  cancelMayArrive:
    'An earlier cancel got no reply and may still go through: it would take the new dates with it. Nothing was sent. Try again in half a minute.',
  createMayArrive:
    'An earlier schedule got no reply and may still go through. Nothing was sent. Try again in half a minute.',
  settled:
    'An earlier change of dates got no reply, and can no longer arrive. The dates shown are the ones that count.',
  givenUp: 'The dates were changed in another way meanwhile. The move was dropped.',
  otherHand: 'Somebody else changed the dates meanwhile. The move was dropped: check the project’s schedule.',
  takenAway: 'Somebody else cancelled the new dates right after the move. Nothing is scheduled now.',
  takenInPart: (there: readonly number[], gone: readonly number[]) =>
    `The dates were moved, and not all of the new ones are scheduled any more. Scheduled now: ${listed(there.map(when))}. No longer scheduled: ${listed(gone.map(when))}.`,
  tookBack: (dates: readonly number[]) =>
    `An earlier request arrived late and scheduled ${listed(dates.map(when))} all the same: cancelled again.`,
  cameLate: (dates: readonly number[]) =>
    `An earlier request arrived late and scheduled ${listed(dates.map(when))} all the same. Cancel what is not wanted.`,
  tookForeign: (gone: readonly number[]) =>
    `Somebody else scheduled ${listed(gone.map(when))} during the move, and a cancel of ours that arrived late took that away. Schedule it again if it is still wanted.`,
  tookLate: (gone: readonly number[]) =>
    `An earlier cancel arrived late and took ${listed(gone.map(when))} away. Schedule it again if it is still wanted.`,
  cancelled: (count: number) => `Move of the schedule: ${dates(count)} cancelled.`,
  created: (count: number) => `Move of the schedule: ${dates(count)} created.`,
  partly: (taken: number, asked: number) => `only ${taken} of ${dates(asked)} were accepted`,
  /** Before dates are written: the content they will show. */
  content: contentOf,
  /** Includes the content that the dates have. @param all the number of dates that the project has now */
  moved: (count: number, content: Meanings['scheduledContent'], all: number) =>
    `Schedule moved: ${dates(count)}. ${contentOf(content, all)}`,
  added: (count: number, content: Meanings['scheduledContent'], all: number) =>
    `Schedule changed: ${dates(count)} added. ${contentOf(content, all)}`,
  takenOut: (count: number) => `Schedule changed: ${dates(count)} cancelled.`,
  takesNone: 'The project is on air and takes no dates meanwhile.',
  notCancelled: 'not all of the old dates could be cancelled',
  notTaken: 'the service took them and does not show them',
  stays: (why: string) => `The service refused: ${asSentence(why)} The dates are as they were.`,
  putBack(why: string, there: readonly number[], lost: readonly number[]) {
    const gone = lost.length > 0 ? ` It was too late for ${listed(lost.map(when))}: schedule again.` : ''
    return `The new dates were refused: ${asSentence(why)} The old ones are back (${dates(there.length)}).${gone}`
  },
  between(why: string, there: readonly number[], lost: readonly number[]) {
    const gone = lost.length > 0 ? ` No longer scheduled: ${listed(lost.map(when))}: schedule again.` : ''
    return `The move stopped half-way: ${asSentence(why)} Scheduled now: ${listed(there.map(when))}.${gone}`
  },
  neither: (why: string, _: readonly number[], lost: readonly number[]) =>
    `Neither the new dates nor the old ones are scheduled now: ${asSentence(why)} Schedule again: ${listed(lost.map(when))}.`,
  /** The progress of a move. @param old the dates before it */
  stands: {
    untouched: () => 'No date has changed yet',
    cancelling: (old: readonly number[]) =>
      `The old dates (${listed(old.map(when))}) are being cancelled, the new ones are not scheduled`,
    cancelled: (old: readonly number[]) =>
      `The old dates (${listed(old.map(when))}) are cancelled, the new ones are not scheduled`,
    creating: (old: readonly number[]) =>
      `The old dates (${listed(old.map(when))}) are cancelled, the new ones may not be scheduled`,
    made: () => 'The new dates are scheduled',
    back: (old: readonly number[]) => `The old dates (${listed(old.map(when))}) are cancelled and are being put back`,
    gone: () => 'All dates are cancelled, and an earlier request may still schedule some',
    asked: () => 'A change of dates got no reply, and may still go through',
    left: () => 'An earlier request may still schedule its dates',
    leftCancelling: () => 'An earlier cancel may still take away what is scheduled',
  },
  /** What nobody watched to its end. @param asked the dates of a request to schedule some */
  past: (request: string, asked: readonly number[]) =>
    `An earlier request to ${request === 'cancel' ? 'cancel all dates' : `schedule ${listed(asked.map(when))}`} got no reply, and may have been carried out later`,
  goingOn: (what: string) => `The move is half done: ${asSentence(what)} Cuelight carries on by itself.`,
} as const
