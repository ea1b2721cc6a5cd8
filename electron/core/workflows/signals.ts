import { randomUUID } from 'node:crypto'
import { sleep } from '../../util/time.ts'
import type { Context } from '../commands/context.ts'
import { afterEarlier, isLost } from '../commands/handlers/edits.ts'
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
  const { runs, sequence, invocation } = context
  const subjects = subjectsOf(signal)
  const met: Superseded[] = []
  const ends = subjects.map((subject) => runs.wishes.add(subject))
  let leave: (() => void) | null = null
  const settle = (result: WishResult) => {
    if (result !== 'refused') for (const subject of subjects) sequence.takes(subject, invocation.number)
    for (const one of met) one.settle(result)
  }
  const unlessMet = async (): Promise<{ wait: Promise<unknown> } | { done: T }> => {
    const before = leave === null ? runs.between.of(turn) : undefined
    if (before) return { wait: before }
    const more = meet(signal, context, met)
    met.push(...more)
    const endings = leave === null ? subjects.flatMap((subject) => runs.endings.of(subject) ?? []) : []
    const wait = [...more.map(({ kept }) => kept), ...endings]
    if (wait.length === 0) return { done: await carryOut() }
    leave ??= runs.between.add(turn)
    return { wait: Promise.race([Promise.all(wait), sleep(context.clock, DISK_MS)]) }
  }
  try {
    for (;;) {
      const ran = await afterEarlier(context, turn, unlessMet)
      if ('done' in ran) {
        settle('done')
        return ran.done
      }
      await ran.wait
    }
  } catch (error) {
    settle(isLost(error) ? 'lost' : 'refused')
    throw error
  } finally {
    for (const end of [...ends, leave]) end?.()
  }
}

/** What a wish is about, by the workflows that hear of it: of one subject what was asked for last stands. */
export const subjectsOf = (signal: Signal): readonly string[] =>
  Object.values(workflows).flatMap(({ name, hears }) =>
    hears?.(signal) ? [subjectOf({ workflow: name, projectId: String(signal.input.projectId ?? '') })] : [],
  )

/**
 * Waits for the wishes of a person about the same thing that are on their way, also those that wait for budget.
 *
 * @returns was one made that was pressed later than this? Then this is what is not wanted
 */
export async function untilWished(workflow: string, projectId: string, context: Context): Promise<boolean> {
  const { runs, sequence, invocation, heldEdits } = context
  const subject = subjectOf({ workflow, projectId })
  await heldEdits.untilEarlier({ number: invocation.number, turn: projectId })
  for (let wish = runs.wishes.of(subject); wish; wish = runs.wishes.of(subject)) await wish
  return sequence.isSuperseded(subject, invocation.number)
}

/** Puts a newer wish in the place of what it has to do with, but for what it made of that before. */
function meet(signal: Signal, { runs, serviceId }: Context, met: readonly Superseded[]): Superseded[] {
  const projectId = String(signal.input.projectId ?? '')
  const ofProject = runs.ofService(serviceId()).filter((run) => run.projectId === projectId)
  return ofProject.flatMap((run) => {
    const next = met.some(({ by }) => by === run.id) ? undefined : answerOf(run, signal)
    return next === undefined ? [] : [runs.supersede(run, next)]
  })
}

/** What a newer wish makes of a run: undefined, it has nothing to do with it. */
function answerOf(run: Run, signal: Signal): Run | null | undefined {
  const { workflow, data } = readRun(run)
  if (!workflow?.hears?.(signal)) return undefined
  // What another version planned is not known, but that it is not wanted is.
  const next = data && workflow.signalled?.({ ...run, data }, signal)
  return next ? ({ ...run, id: randomUUID(), data: next, waits: null } as Run) : null
}
