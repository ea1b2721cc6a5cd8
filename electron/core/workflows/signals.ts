import { randomUUID } from 'node:crypto'
import type { AnyEdit } from '../../../shared/contract/inputs.ts'
import { editTitle } from '../../../shared/words/operations.ts'
import { sleep } from '../../util/time.ts'
import type { Context } from '../commands/context.ts'
import { isLost, queueWrite } from '../commands/handlers/edits.ts'
import { Refused } from '../commands/ports.ts'
import { readRun, workflows } from './index.ts'
import { type Run, type Superseded, subjectOf, type WishResult } from './runs.ts'
import type { Signal } from './workflow.ts'

/** A disk that does not answer is waited for no longer than this, in ms: what was pressed goes out. */
const DISK_MS = 10_000

/**
 * Carries out a newer wish, in its turn: from right before its bytes go out no earlier one for the same thing is gone on with,
 * in this process or the next. Where it meets one, the disk is waited for between two turns, so that no press of the show waits
 * for it; edits pressed meanwhile keep their place behind it. A wish that surely did nothing takes nothing's place.
 */
export async function superseding<T>(
  signal: Signal,
  context: Context,
  turn: string,
  carryOut: () => Promise<T>,
): Promise<T> {
  const { runs, sequence, invocation, activityId } = context
  const subjects = subjectsOf(signal, context)
  const { id, number } = { ...invocation, id: activityId ?? invocation.id }
  const about = editTitle(signal.operation as AnyEdit, signal.input)
  const edit = { id, number, about, projectId: String(signal.input.projectId ?? ''), turn }
  const lastCounts = heardBy(signal).some((workflow) => workflow.lastCounts)
  const met: Superseded[] = []
  let leave: (() => void) | null = null
  const settle = (result: WishResult) => met.forEach((one) => void one.settle(result))
  /** Before its turn ends: whoever has the next one is to know of it. */
  const made = () => subjects.forEach((subject) => void sequence.takes(subject, invocation.number))
  const make = async () => {
    try {
      const done = await carryOut()
      made()
      return { done }
    } catch (error) {
      if (isLost(error)) made()
      throw error
    }
  }
  const unlessMet = async (): Promise<{ wait: Promise<unknown> } | { done: T }> => {
    const before = leave === null ? runs.between.of(turn) : undefined
    if (before) return { wait: before }
    if (lastCounts && subjects.some((subject) => sequence.isSuperseded(subject, invocation.number)))
      throw new Refused({ reason: 'superseded' })
    const more = meet(signal, context, met)
    met.push(...more)
    // Whoever keeps changes from viewers waits for no file: what is pressed next would be seen before it.
    const endings = leave === null && !lastCounts ? subjects.flatMap((subject) => runs.endings.of(subject) ?? []) : []
    const wait = [...more.map(({ kept }) => kept), ...endings]
    if (wait.length === 0) return make()
    leave ??= runs.between.add(turn)
    return { wait: Promise.race([Promise.all(wait), sleep(context.clock, DISK_MS)]) }
  }
  try {
    for (;;) {
      const ran = await queueWrite(context, turn, unlessMet)
      if ('done' in ran) {
        settle('done')
        return ran.done
      }
      await context.heldEdits.during(edit, ran.wait)
    }
  } catch (error) {
    settle(isLost(error) ? 'lost' : 'refused')
    throw error
  } finally {
    for (const end of [leave as (() => void) | null]) end?.()
  }
}

/** From its press to its end a wish keeps what it takes the place of from going on, also while it waits for budget. */
export async function wishing<T>(
  subjects: readonly string[],
  { runs }: Pick<Context, 'runs'>,
  send: () => Promise<T>,
): Promise<T> {
  const ends = subjects.map((subject) => runs.wishes.add(subject))
  try {
    return await send()
  } finally {
    for (const end of ends) end()
  }
}

/** What a wish is about, by the workflows that hear of it: of one subject what was asked for last stands. */
export const subjectsOf = (signal: Signal, { serviceId }: Pick<Context, 'serviceId'>): readonly string[] => {
  const of = { service: serviceId(), projectId: String(signal.input.projectId ?? '') }
  return heardBy(signal).map(({ name }) => subjectOf({ ...of, workflow: name }))
}

const heardBy = (signal: Signal) => Object.values(workflows).filter(({ hears }) => hears?.(signal))

/**
 * Waits for the wishes of a person about the same thing that are on their way, also those that wait for budget.
 *
 * @returns was one made that was pressed later than this? Then this is what is not wanted
 */
export async function untilWished(workflow: AnyEdit, projectId: string, context: Context): Promise<boolean> {
  const { runs, sequence, invocation, heldEdits, serviceId } = context
  const subject = subjectOf({ service: serviceId(), workflow, projectId })
  const { id, number } = invocation
  await heldEdits.untilEarlier({ id, number, projectId, turn: projectId, about: editTitle(workflow, {}) })
  for (let wish = runs.wishes.of(subject); wish; wish = runs.wishes.of(subject)) await wish
  return sequence.isSuperseded(subject, invocation.number)
}

/** Puts a newer wish in the place of what it has to do with, but for what it made of that before. */
function meet(signal: Signal, { runs, serviceId }: Context, met: readonly Superseded[]): Superseded[] {
  const projectId = String(signal.input.projectId ?? '')
  const ofProject = runs.ofService(serviceId()).filter((run) => run.projectId === projectId)
  return ofProject.flatMap((run) => {
    const next = met.some(({ by }) => by === run.id) ? undefined : answerOf(run, signal)
    return next === undefined ? [] : [runs.supersede(run, next, next === null || countsIfLost(next))]
  })
}

function countsIfLost(next: Run): boolean {
  const { workflow, data } = readRun(next)
  return !data || workflow?.countsIfLost?.(data) !== false
}

/** What a newer wish makes of a run: undefined, it has nothing to do with it. */
function answerOf(run: Run, signal: Signal): Run | null | undefined {
  const { workflow, data } = readRun(run)
  if (!workflow?.hears?.(signal)) return undefined
  // What another version planned is not known, but that it is not wanted is.
  const next = data && workflow.signalled?.({ ...run, data }, signal)
  return next ? ({ ...run, id: randomUUID(), data: next, waits: null } as Run) : null
}
