/** Several requests of one subject that may still arrive: the run watches one after the other. */
import { randomUUID } from 'node:crypto'
import type { Run } from './runs.ts'
import type { Workflow } from './workflow.ts'

type Any = Workflow<object, unknown>

/** The requests of a run that are not settled, each with the part of the plan that describes it. */
export const pendingOf = (run: Pick<Run<object>, 'sent' | 'late'>, workflow: Any, data: object): Run['late'] => [
  ...(run.sent ? [{ ...run.sent, data: { ...workflow.watched?.(data, run.sent.activity) } }] : []),
  ...run.late,
]

/** Adds a lost request of the user's to a run that watches earlier ones; null if the run does more than that. */
export function alsoWatching(run: Run, request: Run['late'][number], workflow: Any, data: object): Run | null {
  if (!workflow.isWatching?.(data)) return null
  return { ...run, id: randomUUID(), late: [...run.late, request] }
}

/** The run that watches the next request, once this one has ended; null if none is left. */
export function nextWatch(run: Run<object>, workflow: Any): Run<object> | null {
  const [first] = run.late
  const next = run.late.find(({ activity }) => workflow.isContrary?.(run.data, activity)) ?? first
  if (!next) return null
  const { data, ...sent } = next
  const late = run.late.filter((one) => one !== next)
  return { ...run, id: randomUUID(), sent, late, data: { ...run.data, ...data }, waits: null }
}
