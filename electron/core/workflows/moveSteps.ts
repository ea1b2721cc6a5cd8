/** The progress of a move of dates, and its tables of steps: on the way there, on the way back, and once unwanted. */
import * as z from 'zod'
import { checkDates, type DateProblem, isNear, stillAllowed } from '../../../shared/schedule/rules.ts'
import { SCHEDULE_WORDS } from '../../../shared/words/schedule/schedule.ts'
import type { Dates } from './dates.ts'
import { type End, firstOf, type Next, type Row } from './workflow.ts'

const dates = z.array(z.number())

/** The plan of a move, and its progress. Dates are wall ms. */
export const Move = z.object({
  projectId: z.string(),
  /** The dates before the move, and the wanted ones. */
  old: dates,
  wanted: dates,
  /** All dates that ever belonged to the move: any other date that exists comes from another client. */
  ours: dates,
  /** Dates of another client, seen while a cancel of ours could still arrive; on the way `left`, those not seen yet. */
  foreign: dates.default([]),
  /** On the way `left`: how many of those the user has cancelled one by one, before a reading showed their ids. */
  unseenGone: z.number().default(0),
  /**
   * The dates that existed when the last cancel was sent, each with its id; on the way `left`, those that existed at the
   * last reading. One that the user has cancelled since is removed.
   */
  stood: z.array(z.tuple([z.string(), z.number()])).default([]),
  /** How many of those the service reported it had left. */
  notGone: z.number().default(0),
  /** It reported that there was none to cancel. */
  foundNone: z.boolean().default(false),
  /** The dates of the last create that was sent. */
  asked: dates,
  /** The service reported that it took at least some of them; and that it took all. */
  taken: z.boolean().default(false),
  allTaken: z.boolean().default(false),
  /**
   * There: to the wanted dates. Back: to the old dates. The next two apply while a request of ours may still arrive:
   * gone, if it is a create and the user cancelled all dates; left, in any other case. Asked: the run has only sent one
   * request of the user's, whose response was lost.
   */
  way: z.enum(['there', 'back', 'gone', 'left', 'asked']),
  /** Why it goes back. */
  why: z.string(),
  /** A cancel of ours was sent. */
  cancelled: z.boolean(),
  /** A create of ours went out since, and was not refused. */
  isCreated: z.boolean().default(true),
  /** How often each request was sent on this way. */
  cancels: z.number(),
  creates: z.number(),
})
export type Move = z.output<typeof Move>

/** False if the move was given up, and only its requests that may still arrive are watched. */
export const isWanted = ({ way }: Pick<Move, 'way'>): boolean => way === 'there' || way === 'back'

export type MoveStep = 'cancel' | 'create'
type Facts = Move & Dates & { now: number; problem: DateProblem | undefined }
type Steps = readonly Row<Facts, Move, MoveStep>[]

/** A request that was answered and changed nothing is sent at most this many times. */
export const MOST_SENT = 2

export const includesDate = (list: readonly number[], at: number) => list.some((one) => isNear(one, at))
const none = ({ there }: Facts) => there.length === 0
/** The existing dates that never belonged to the move. */
export const foreignIn = ({ there, ours }: Pick<Facts, 'there' | 'ours'>) =>
  there.filter((at) => !includesDate(ours, at))
/** A date that was not there when our cancel went out, and no create of ours did since: another client's, whatever its time. */
const isNew = ({ cancelled, isCreated, stood, ids }: Facts) =>
  cancelled && !isCreated && stood.length > 0 && ids.some((id) => !stood.some(([of]) => of === id))
const isForeign = (at: Facts) => foreignIn(at).length > 0 || isNew(at)
/** Dates of another client that a delayed cancel of ours removed. */
const overtaken = ({ foreign, there, now }: Facts) => foreign.filter((at) => at > now && !includesDate(there, at))
const isOvertaken = (at: Facts) => overtaken(at).length > 0
const isOld = ({ there, old }: Facts) => there.every((at) => includesDate(old, at))
const isUntouched = (at: Facts) =>
  !none(at) && isOld(at) && at.old.every((one) => one <= at.now || includesDate(at.there, one))
const isCancellable = ({ runs, cancels }: Facts) => !runs && cancels < MOST_SENT
const isPossible = (at: Facts) => isCancellable(at) && !at.problem
const isMoved = ({ there, wanted, creates, taken, now }: Facts) => {
  // A date that the service took may have started since.
  const due = taken ? wanted.filter((at) => at > now) : wanted
  return (
    there.length === due.length && due.every((at) => (creates > 0 ? includesDate(there, at) : there.includes(at)))
  )
}
/** The old dates that do not exist and that the service would still take. */
const missing = ({ there, old, now }: Facts) => stillAllowed(old, now).filter((at) => !includesDate(there, at))
/**
 * If the service took dates that do not exist any more, someone else cancelled them: that is intended, and not a fault
 * to repair. If the service took only some of the dates, those may have started automatically.
 */
const isTakenAway = (at: Facts) => none(at) && at.taken && (at.allTaken || at.asked.every((one) => one > at.now))
const isTakenInPart = (at: Facts) => !none(at) && at.allTaken && at.there.every((one) => includesDate(at.wanted, one))
const isSpent = (at: Facts) => at.creates >= MOST_SENT || missing(at).length === 0

const unchanged = (about: string, detail?: unknown): End => ({ end: 'unchanged', about, detail })
const between = (about: string): End => ({ end: 'between', about })
const tookForeign = (at: Facts): End => ({
  ...between(SCHEDULE_WORDS.tookForeign(overtaken(at))),
  ...{ detail: { back: at.there, lost: overtaken(at) } },
})
/** Our cancel found no date: they were cancelled before it, and the reading that showed them was old. */
const isCancelledBefore = ({ isCreated, foundNone }: Facts) => !isCreated && foundNone
const isPartly = (at: Facts) => !none(at) && at.creates > 0
const isArrived = (at: Facts) => !none(at) && at.there.every((one) => includesDate(at.asked, one))
/** The dates of a reading, each with its id. */
export const standing = ({ there, ids }: Pick<Dates, 'there' | 'ids'>) =>
  there.map((at, nth): [string, number] => [ids[nth] ?? '', at])
const cancel = (at: Facts) =>
  ({
    do: 'cancel',
    data: {
      ...{ cancels: at.cancels + 1, cancelled: true, isCreated: false, taken: false, allTaken: false },
      foundNone: false,
      stood: standing(at),
    },
  }) as const
const create = ({ creates }: Facts, asked: number[]) =>
  ({ do: 'create', data: { asked, creates: creates + 1, isCreated: true, taken: false, allTaken: false } }) as const
/** The plan to go back to the old dates from now on. */
export const back = (why: string) => ({ plan: { way: 'back', why, cancels: 0, creates: 0 } }) as const
const onAir = { wait: { for: 'air', why: SCHEDULE_WORDS.takesNone } } as const

function moved({ projectId, there, old, wanted, content }: Facts): End {
  const [come, gone] = [
    wanted.filter((at) => !includesDate(old, at)).length,
    old.filter((at) => !includesDate(wanted, at)).length,
  ]
  const about =
    come === 0 && gone > 0
      ? SCHEDULE_WORDS.takenOut(gone)
      : gone === 0 && come > 0
        ? SCHEDULE_WORDS.added(come, content, wanted.length)
        : SCHEDULE_WORDS.moved(come || wanted.length, content, wanted.length)
  return { end: 'done', done: { id: projectId, synced: null, about, answer: { dates: there } } }
}

/** The old dates are not put back here: whoever cancelled one of the new dates wants the others. */
function takenInPart({ there, wanted, now }: Facts): End {
  const lost = wanted.filter((at) => at > now && !includesDate(there, at))
  return { ...between(SCHEDULE_WORDS.takenInPart(there, lost)), ...{ detail: { back: there, lost } } }
}

/** The move stops here: the message names the dates that exist and those that do not. */
function stopped(at: Facts): End {
  const { there, old, cancelled } = at
  const why = at.why || SCHEDULE_WORDS.givenUp
  if (!cancelled) return unchanged(SCHEDULE_WORDS.stays(why))
  // The date that is missing began by itself.
  if (at.runs && !at.isCreated && isUntouched(at)) return unchanged(SCHEDULE_WORDS.stays(why))
  const lost = old.filter((one) => !includesDate(there, one))
  const isBack = isOld(at) && missing(at).length === 0
  if (at.why === '' && isBack) return unchanged(SCHEDULE_WORDS.givenUp)
  const tell = none(at) ? SCHEDULE_WORDS.neither : isBack ? SCHEDULE_WORDS.putBack : SCHEDULE_WORDS.between
  return { end: 'between', about: tell(why, there, lost), detail: { back: there, lost } }
}

/**
 * The user cancels one date: other dates that a delayed cancel of ours removes are put back, and nothing more is moved.
 */
export function without(data: Move, id: unknown): Move | null {
  const isGivenUp = data.way === 'back' && data.why === ''
  const stood = withoutId(data, id)
  if (stood.length === data.stood.length || (data.way !== 'there' && !isGivenUp)) return null
  // A move that took the place of another has older ones in mind.
  const old = stood.map(([, at]) => at)
  return old.length === 0 ? null : { ...data, ...back('').plan, old, stood, cancels: MOST_SENT }
}

/** The dates that existed, without this one. */
export const withoutId = ({ stood }: Move, id: unknown) => stood.filter(([of]) => of !== id)

/** The user cancels one date while a cancel of ours may still arrive and take the others. */
export function leftBy(data: Move, id: unknown): Move {
  const stood = withoutId(data, id)
  // A date whose id is not known is one of those that were not seen yet.
  const isUnseen = data.way === 'left' && stood.length === data.stood.length
  return { ...data, way: 'left', stood, unseenGone: data.unseenGone + (isUnseen ? 1 : 0) }
}

/** The user schedules these dates, which the service takes only if no other exists. */
export function scheduledLeft(data: Move, asked: readonly number[]): Move {
  const isCancelled = data.stood.length === 0 && data.unseenGone >= data.foreign.length
  const foreign = isCancelled ? [] : data.foreign
  return { ...data, way: 'left', foreign: [...foreign, ...asked], unseenGone: isCancelled ? 0 : data.unseenGone }
}

/** The dates that a late cancel of ours would take. It takes all: one that exists shows that it has not arrived since. */
const atRisk = ({ stood, foreign }: Move): number[] => [...stood.map(([, at]) => at), ...foreign]
export const isTaken = ({ stood, foreign, unseenGone }: Move, { there, ids }: Dates): boolean =>
  stood.length > 0
    ? !stood.some(([id]) => ids.includes(id))
    : foreign.length > unseenGone && !foreign.some((at) => includesDate(there, at))
/** From now on the dates of this reading are at risk. */
export const seenLeft = ({ foreign }: Move, { there, ids }: Dates) => ({
  stood: standing({ there, ids }),
  ...(there.length > 0 ? { foreign: [], unseenGone: 0 } : { foreign }),
})

/** A mere watch over a request of the user's has moved nothing. */
export const droppedAs = ({ old }: Pick<Move, 'old'>): string =>
  old.length === 0 ? SCHEDULE_WORDS.settled : SCHEDULE_WORDS.givenUp
const dropped = (at: Facts): End => unchanged(droppedAs(at))

/** The way there: conditions on the current state, and the next step. */
const THERE: Steps = [
  [isOvertaken, tookForeign],
  [isMoved, moved],
  [isForeign, () => between(SCHEDULE_WORDS.otherHand)],
  [isTakenAway, () => between(SCHEDULE_WORDS.takenAway)],
  [isTakenInPart, takenInPart],
  [({ runs, cancelled }) => runs && !cancelled, () => unchanged(SCHEDULE_WORDS.isLive)],
  [(at) => none(at) && (!at.cancelled || isCancelledBefore(at)), () => unchanged(SCHEDULE_WORDS.givenUp)],
  [(at) => !at.cancelled && !isUntouched(at), () => unchanged(SCHEDULE_WORDS.otherHand)],
  [(at) => isUntouched(at) && at.why !== '', ({ why, problem }) => unchanged(why, problem)],
  [isPartly, ({ there, wanted }) => back(SCHEDULE_WORDS.partly(there.length, wanted.length))],
  [(at) => !none(at) && isPossible(at), cancel],
  [(at) => !none(at), () => back(SCHEDULE_WORDS.notCancelled)],
  [({ runs }) => runs, () => onAir],
  [({ problem }) => !!problem, ({ why }) => back(why)],
  [({ creates }) => creates >= MOST_SENT, () => back(SCHEDULE_WORDS.notTaken)],
  [() => true, (at) => create(at, at.wanted)],
]

/** The way back: an existing old date is never cancelled. */
const BACK: Steps = [
  // Another client may have scheduled what was refused to us.
  [(at) => !none(at) && at.creates === 0 && isMoved(at), moved],
  [isOvertaken, tookForeign],
  [isForeign, () => between(SCHEDULE_WORDS.otherHand)],
  [isTakenAway, () => between(SCHEDULE_WORDS.takenAway)],
  [(at) => !isOld(at) && isCancellable(at) && stillAllowed(at.old, at.now).length > 0, cancel],
  [(at) => !isOld(at) || isSpent(at), stopped],
  [({ runs }) => runs, () => onAir],
  [() => true, (at) => create(at, missing(at))],
]

/** The user cancelled all dates: what a create of ours still brings is cancelled again. */
const GONE: Steps = [
  [(at) => isArrived(at) && isCancellable(at), cancel],
  [(at) => isArrived(at) && at.runs, () => onAir],
  [isArrived, (at) => between(SCHEDULE_WORDS.cameLate(at.there))],
  [({ cancels }) => cancels > 0, ({ asked }) => between(SCHEDULE_WORDS.tookBack(asked))],
  [() => true, dropped],
]

/** Dates that a create of ours brought after they were no longer wanted. */
const late = ({ there, asked, foreign }: Facts) =>
  there.filter((at) => includesDate(asked, at) && !includesDate(foreign, at))

const takenLate = (at: Facts) => atRisk(at).filter((one) => one > at.now && !includesDate(at.there, one))

/** The user changed the dates in another way: what a late request of ours adds or takes away is reported. */
const LEFT: Steps = [
  [
    (at) => !at.isCreated && isTaken(at, at) && takenLate(at).length > 0,
    (at) => between(SCHEDULE_WORDS.tookLate(takenLate(at))),
  ],
  [(at) => at.isCreated && late(at).length > 0, (at) => between(SCHEDULE_WORDS.cameLate(late(at)))],
  [() => true, dropped],
]

/** The lost edit itself reports what became of the request. */
const ASKED: Steps = [[() => true, () => unchanged(SCHEDULE_WORDS.settled)]]

export function nextStep(data: Move, seen: Dates, now: number): Next<Move, MoveStep> {
  const [problem] = checkDates(data.wanted, { now, plannedMs: seen.plannedMs })
  const why = problem && data.way === 'there' ? SCHEDULE_WORDS.problem(problem) : data.why
  return firstOf({ there: THERE, back: BACK, gone: GONE, left: LEFT, asked: ASKED }[data.way], {
    ...data,
    ...seen,
    now,
    problem,
    why,
  })
}
