/** The steps of a move of schedules: each is chosen by what is read, and written down before anything is sent. */
import { type Failure, ServiceError } from '../../../../shared/failures.ts'
import { sameDates, stillAllowed } from '../../../../shared/schedule/rules.ts'
import { SCHEDULE_WORDS } from '../../../../shared/words/schedule.ts'
import { LOOKS_AFTER_MS } from '../../query/lostEdits.ts'
import { type Context, send } from '../context.ts'
import { isLost } from '../handlers/edits.ts'
import { Refused } from '../ports.ts'
import type { ComposedDone } from './composed.ts'
import { type Move, recordKey } from './kept.ts'

/** `wait`: what was lost may still come. `read`: something was sent, and what is read tells what follows. */
type Step = { next: 'done'; done: ComposedDone } | { next: 'wait'; ms: number } | { next: 'read' }

const READ: Step = { next: 'read' }

/**
 * Takes the one step that follows from what stands.
 *
 * @throws Refused where the move is over with less than was asked; ServiceError where it can be gone on with
 */
export async function takeStep(projectId: string, context: Context): Promise<Step> {
  const move = keptMove(projectId, context) ?? refuse(SCHEDULE_WORDS.givenUp)
  const there = await datesOf(projectId, context)
  const now = context.clock.now()
  const target = move.why === null ? move.wanted : stillAllowed(move.old, now)
  if (sameDates(there, target)) return ended(move, there, context)
  if (there.some((at) => !move.ours.includes(at))) return end(projectId, context, SCHEDULE_WORDS.otherHand)
  const ms = move.sent && stillComing(move.sent, there, now)
  if (ms !== null) return { next: 'wait', ms }
  const isPart = there.length > 0 && there.every((at) => target.includes(at))
  if (move.sent?.what === 'create' && isPart) return partly(move, there, target, context)
  return there.length > 0 ? cancel(move, there, context) : create(move, target, context)
}

/** In ms, until it is looked again; null: it came, or nothing can come any more. */
function stillComing({ what, at }: NonNullable<Move['sent']>, there: readonly number[], now: number): number | null {
  // A clock that was set back tells nothing: then it is as if it had come.
  if ((what === 'cancel' && there.length === 0) || now < at) return null
  const next = LOOKS_AFTER_MS.find((after) => after > now - at)
  return next === undefined ? null : next - (now - at)
}

async function cancel(move: Move, there: readonly number[], context: Context): Promise<Step> {
  const { projectId } = move
  const cancelled = await sent(move, 'cancel', context, () =>
    send(context, 'cancelSchedules', { params: { projectId } }),
  )
  if (cancelled) tell(projectId, SCHEDULE_WORDS.cancelled(there.length), context)
  return READ
}

async function create(move: Move, target: number[], context: Context): Promise<Step> {
  const { projectId } = move
  const body = { dates: target.map((at) => new Date(at).toISOString()) }
  const made = await sent(move, 'create', context, () =>
    send(context, 'scheduleLive', { params: { projectId }, body }),
  )
  if (!made) return READ
  const taken = made.scheduled.map(({ scheduledDate }) => Date.parse(scheduledDate))
  tell(projectId, SCHEDULE_WORDS.created(taken.length), context)
  return sameDates(taken, target) ? READ : partly(move, taken, target, context)
}

/** Some dates were not taken: of the new ones, then the old ones are wanted back; of the old ones, then that is the end. */
async function partly(move: Move, there: number[], target: number[], context: Context): Promise<Step> {
  if (move.why !== null) return ended(move, there, context)
  const why = SCHEDULE_WORDS.partly(there.length, target.length)
  await keepMove(move.projectId, { ...move, why, sent: null }, context)
  return READ
}

/** Sends one request. @returns its answer; null: it was refused or lost, and it is written down which */
async function sent<T>(
  move: Move,
  what: 'cancel' | 'create',
  context: Context,
  request: () => Promise<T>,
): Promise<T | null> {
  const { projectId, why } = move
  const now = context.clock.now()
  await keepMove(projectId, { ...move, sent: { what, at: now } }, context)
  try {
    const answer = await request()
    await keepMove(projectId, { ...move, sent: null }, context)
    return answer
  } catch (error) {
    if (isLost(error)) return null
    const refusedFor =
      error instanceof ServiceError && error.failure.kind === 'refused' ? reasonOf(error.failure) : null
    // The way back is refused, too.
    if (refusedFor !== null && why !== null) return end(projectId, context, SCHEDULE_WORDS.neither(why))
    await keepMove(projectId, { ...move, why: refusedFor ?? why, sent: null }, context)
    if (refusedFor === null) throw error
    return null
  }
}

const reasonOf = ({ detail, code, kind }: Failure): string => detail ?? code ?? kind

/** @param there what stands now: what was wanted, or what of the old dates could be put back */
async function ended({ projectId, old, why }: Move, there: number[], context: Context): Promise<Step> {
  if (why !== null) {
    const lost = old.filter((at) => !there.includes(at))
    return end(projectId, context, SCHEDULE_WORDS.putBack(why, there.length, lost), { back: there, lost })
  }
  await keepMove(projectId, null, context)
  const about = SCHEDULE_WORDS.moved(there.length, context.store.get().meanings.scheduledContent)
  return { next: 'done', done: { id: projectId, synced: null, about, answer: { dates: there } } }
}

/** Ends a move with less than was asked. */
export async function end(projectId: string, context: Context, message: string, detail?: unknown): Promise<never> {
  await keepMove(projectId, null, context)
  return refuse(message, detail)
}

export function refuse(message: string, detail?: unknown): never {
  throw new Refused({ reason: 'edit', message, ...(detail === undefined ? {} : { detail }) })
}

const tell = (projectId: string, about: string, { recorder }: Context): void =>
  recorder.seen({ id: projectId, name: null }, { event: 'editStep', about })

/** When the broadcasts of a project are planned to begin: wall ms. */
export async function datesOf(projectId: string, { service }: Context): Promise<number[]> {
  const { schedules } = await service.call('listSchedules', { params: { projectId } }, { lane: 'edit' })
  return schedules.map(({ scheduledDate }) => Date.parse(scheduledDate))
}

export const keptMove = (projectId: string, context: Context): Move | undefined =>
  context.kept.moves.of(recordKey(context, projectId))

/** Writes down a move that is under way; null: it is over. */
export const keepMove = (projectId: string, move: Move | null, context: Context): Promise<void> =>
  context.kept.moves.put(recordKey(context, projectId), move)
