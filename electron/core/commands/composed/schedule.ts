import { ServiceError } from '../../../../shared/failures.ts'
import { checkDates, sameDates, stillAllowed } from '../../../../shared/schedule/rules.ts'
import { tellFailure } from '../../../../shared/words/failures.ts'
import { SCHEDULE_WORDS } from '../../../../shared/words/schedule.ts'
import { sleep } from '../../../util/time.ts'
import { LOOKS_AFTER_MS } from '../../query/lostEdits.ts'
import { type Context, send } from '../context.ts'
import { inTurn, isLost } from '../handlers/edits.ts'
import { Refused } from '../ports.ts'
import type { Composed } from './composed.ts'
import type { Move } from './kept.ts'

/**
 * Moves all dates of a project in one step. The service has no such call, so the old ones are cancelled and the new ones
 * created; where those are refused, the old ones are put back as far as that is still allowed. What breaks off half-way is
 * gone on with: asked for again, by ourselves (`resume.ts`) or by a person, it begins where the dates stand.
 */
export const moveSchedule: Composed<'moveSchedule'> = async ({ projectId, dates }, context) => {
  const wanted = dates.map((date) => Date.parse(date))
  const kept = context.kept.moves.get()[keyOf(projectId, context)]
  if (kept && !sameDates(kept.wanted, wanted))
    throw new Refused({ reason: 'edit', message: SCHEDULE_WORDS.stillMoving })
  return inTurn(context, projectId, { what: 'settings' }, async () => {
    const move = kept ?? (await begin(projectId, wanted, context))
    try {
      return await goOn(move, context)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const there = await datesOf(projectId, context).catch(() => null)
      const untouched = there !== null && sameDates(there, move.old) && !isLost(error)
      if (untouched) await keep(projectId, null, context)
      if (untouched) throw error
      throw new Refused({ reason: 'edit', message: SCHEDULE_WORDS.goingOn(tellFailure(error.failure).what) })
    }
  })
}

async function begin(projectId: string, wanted: number[], context: Context): Promise<Move> {
  const old = await datesOf(projectId, context)
  const { duration } = await context.service.call('getProject', { params: { projectId } }, { lane: 'edit' })
  const plannedMs = duration.manual ? null : (duration.planned ?? 0) * 1_000
  const [problem] = checkDates(wanted, { now: context.clock.now(), plannedMs })
  if (problem) throw new Refused({ reason: 'edit', message: SCHEDULE_WORDS.problem(problem), detail: problem })
  if (old.length === 0) throw new Refused({ reason: 'edit', message: SCHEDULE_WORDS.nothingToMove })
  return { projectId, old, wanted, why: null }
}

/** More than one way there and one back is no move: another hand is at it. */
const MOST_STEPS = 6

/** Takes a move to its end, from wherever it is: each step is chosen by what is read. Written down before anything is sent. */
async function goOn(move: Move, context: Context) {
  const { projectId, old } = move
  let why = move.why
  for (let step = 0; step < MOST_STEPS; step++) {
    await keep(projectId, { ...move, why }, context)
    const there = await datesOf(projectId, context)
    const target = why === null ? move.wanted : stillAllowed(old, context.clock.now())
    if (sameDates(there, target)) return ended({ ...move, why }, target, context)
    const refused =
      there.length > 0 ? await cancel(projectId, there, context) : await create(projectId, target, context)
    if (refused === null) continue
    // The way back is refused, too.
    if (why !== null) break
    why = refused
  }
  await keep(projectId, null, context)
  throw new Refused({ reason: 'edit', message: SCHEDULE_WORDS.neither(why ?? '') })
}

async function ended({ projectId, old, why }: Move, target: number[], context: Context) {
  await keep(projectId, null, context)
  if (why === null) {
    const about = SCHEDULE_WORDS.moved(target.length, context.store.get().meanings.scheduledContent)
    return { id: projectId, synced: null, about, answer: { dates: target } }
  }
  const lost = old.filter((at) => !target.includes(at))
  const detail = { back: target, lost }
  throw new Refused({ reason: 'edit', message: SCHEDULE_WORDS.putBack(why, target.length, lost), detail })
}

/** @returns why the service did not do it; null: it did, or the next reading will tell */
async function cancel(projectId: string, there: number[], context: Context): Promise<string | null> {
  return settled(projectId, there, context, async () => {
    await send(context, 'cancelSchedules', { params: { projectId } })
  })
}

async function create(projectId: string, dates: number[], context: Context): Promise<string | null> {
  const body = { dates: dates.map((at) => new Date(at).toISOString()) }
  return settled(projectId, [], context, async () => {
    const { scheduled } = await send(context, 'scheduleLive', { params: { projectId }, body })
    const taken = scheduled.map(({ scheduledDate }) => Date.parse(scheduledDate))
    const missing = dates.filter((at) => !taken.includes(at))
    if (missing.length > 0) throw new PartlyTaken(SCHEDULE_WORDS.partly(taken.length, dates.length))
  })
}

class PartlyTaken extends Error {}

/** A lost answer is waited for by reading, until what was there changes or nothing can come any more. */
async function settled(
  projectId: string,
  before: number[],
  context: Context,
  request: () => Promise<void>,
): Promise<string | null> {
  try {
    await request()
    return null
  } catch (error) {
    if (error instanceof PartlyTaken) return error.message
    if (!(error instanceof ServiceError)) throw error
    if (!isLost(error)) {
      if (error.failure.kind !== 'refused') throw error
      return error.failure.detail ?? error.failure.kind
    }
    let waited = 0
    for (const after of LOOKS_AFTER_MS) {
      await sleep(context.clock, after - waited)
      waited = after
      if (!sameDates(await datesOf(projectId, context), before)) return null
    }
    return null
  }
}

async function datesOf(projectId: string, { service }: Context): Promise<number[]> {
  const { schedules } = await service.call('listSchedules', { params: { projectId } }, { lane: 'edit' })
  return schedules.map(({ scheduledDate }) => Date.parse(scheduledDate))
}

const keyOf = (projectId: string, { serviceId }: Context) => JSON.stringify([serviceId(), projectId])

/** Writes down a move that is under way; null: it is over. */
async function keep(projectId: string, move: Move | null, context: Context): Promise<void> {
  const key = keyOf(projectId, context)
  const { [key]: _, ...others } = context.kept.moves.get()
  await context.kept.moves.change(move ? { ...others, [key]: move } : others)
}
