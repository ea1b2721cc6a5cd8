import { randomUUID } from 'node:crypto'
import type { Context } from '../commands/context.ts'
import { isLost } from '../commands/handlers/edits.ts'
import { workflows } from './index.ts'
import type { Run } from './runs.ts'
import type { Signal } from './workflow.ts'

/**
 * Carries out a newer wish, in the turn of its project: from right before its bytes go out no earlier one for the same thing
 * is gone on with, in this process or the next. One that surely did nothing takes nothing's place.
 */
export async function superseding<T>(signal: Signal, context: Context, carryOut: () => Promise<T>): Promise<T> {
  const { runs, serviceId } = context
  const projectId = String(signal.input.projectId ?? '')
  const met = runs.ofService(serviceId()).filter((run) => run.projectId === projectId)
  const answers = met.map((run) => [run, workflows[run.workflow]?.signalled?.(run as Run<never>, signal)] as const)
  const replaced = answers.flatMap(([run, answer]) => (answer === undefined ? [] : [{ run, answer }]))
  for (const { run, answer } of replaced) {
    const next = answer && ({ ...run, id: randomUUID(), data: answer, waits: null } as Run)
    await runs.supersede(run, next)
  }
  try {
    return await carryOut()
  } catch (error) {
    if (!isLost(error)) for (const { run } of replaced) await runs.begin({ ...run, id: randomUUID() }).catch(() => {})
    throw error
  }
}
