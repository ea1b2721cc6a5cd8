import { randomUUID } from 'node:crypto'
import type { Context } from '../commands/context.ts'
import { isLost } from '../commands/handlers/edits.ts'
import { readRun } from './index.ts'
import type { Run } from './runs.ts'
import type { Signal } from './workflow.ts'

/**
 * Carries out a newer wish, in the turn of its project: from right before its bytes go out no earlier one for the same thing
 * is gone on with, in this process or the next. One that surely did nothing takes nothing's place.
 */
export async function superseding<T>(signal: Signal, context: Context, carryOut: () => Promise<T>): Promise<T> {
  const { runs, serviceId } = context
  const projectId = String(signal.input.projectId ?? '')
  const settle: ((isDone: boolean) => void | Promise<void>)[] = []
  for (const run of runs.ofService(serviceId()).filter((one) => one.projectId === projectId)) {
    const next = answerOf(run, signal)
    if (next !== undefined) settle.push(await runs.supersede(run, next))
  }
  const end = (isDone: boolean) => Promise.all(settle.map((one) => one(isDone)))
  try {
    const done = await carryOut()
    await end(true)
    return done
  } catch (error) {
    await end(isLost(error))
    throw error
  }
}

/** What a newer wish makes of a run: undefined, it has nothing to do with it. */
function answerOf(run: Run, signal: Signal): Run | null | undefined {
  const { workflow, data } = readRun(run)
  if (!workflow?.hears?.(signal)) return undefined
  // What another version planned is not known, but that it is not wanted is.
  const next = data && workflow.signalled?.({ ...run, data }, signal)
  return next ? ({ ...run, id: randomUUID(), data: next, waits: null } as Run) : null
}
