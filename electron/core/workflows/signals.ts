import { randomUUID } from 'node:crypto'
import type { Context } from '../commands/context.ts'
import { afterEarlier, isLost } from '../commands/handlers/edits.ts'
import { readRun, workflows } from './index.ts'
import type { Run, Superseded, WishResult } from './runs.ts'
import type { Signal } from './workflow.ts'

/**
 * Carries out a newer wish, in its turn: from right before its bytes go out no earlier one for the same thing is gone on with,
 * in this process or the next. The disk is waited for between two turns, so that no press of the show waits for it. A wish
 * that surely did nothing takes nothing's place.
 *
 * @param turn whose turn it takes; its edits are to be kept in their order by `amongEdits`
 */
export async function superseding<T>(
  signal: Signal,
  context: Context,
  turn: string,
  carryOut: () => Promise<T>,
): Promise<T> {
  const met: Superseded[] = []
  const end = (result: WishResult) => Promise.all(met.map(({ settle }) => settle(result)))
  const unlessMet = async (): Promise<{ more: Superseded[] } | { done: T }> => {
    const more = meet(signal, context, met)
    met.push(...more)
    return more.length > 0 ? { more } : { done: await carryOut() }
  }
  try {
    for (;;) {
      const ran = await afterEarlier(context, turn, unlessMet)
      if ('done' in ran) {
        await end('done')
        return ran.done
      }
      await Promise.all(ran.more.map(({ kept }) => kept))
    }
  } catch (error) {
    await end(isLost(error) ? 'lost' : 'refused')
    throw error
  }
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

/** Has any workflow anything to do with it? Such wishes keep their order, also where a service takes several writes at once. */
export const isHeard = (signal: Signal): boolean =>
  Object.values(workflows).some((workflow) => workflow.hears?.(signal) === true)

/** What a newer wish makes of a run: undefined, it has nothing to do with it. */
function answerOf(run: Run, signal: Signal): Run | null | undefined {
  const { workflow, data } = readRun(run)
  if (!workflow?.hears?.(signal)) return undefined
  // What another version planned is not known, but that it is not wanted is.
  const next = data && workflow.signalled?.({ ...run, data }, signal)
  return next ? ({ ...run, id: randomUUID(), data: next, waits: null } as Run) : null
}
