/** Several requests of one subject that may still arrive: one run watches one after the other. */
import { randomUUID } from 'node:crypto'
import type { Run } from './runs.ts'
import type { Workflow } from './workflow.ts'

type Any = Workflow<object, unknown>

/** The requests of a run that are not settled, each with the part of the plan that describes it. */
export const pendingOf = (run: Pick<Run<object>, 'sent' | 'late'>, workflow: Any, data: object): Run['late'] => [
  ...(run.sent ? [{ ...run.sent, data: { ...workflow.watched?.(data, run.sent.activity) } }] : []),
  ...run.late,
]

/** The run that watches the next request, once this one has ended; null if none is left. @param seen the last reading */
export function nextWatch(run: Run<object>, workflow: Any, seen: unknown): Run<object> | null {
  const before = (activity: string) => ({ ...run.data, ...workflow.onlyWatching?.(run.data, activity, seen) })
  const next = run.late.find(({ activity }) => workflow.isContrary?.(before(activity), activity)) ?? run.late[0]
  if (!next) return null
  const { data: described, ...sent } = next
  const data = { ...before(sent.activity), ...described }
  return {
    ...{ ...run, id: randomUUID(), sent, waits: null },
    late: run.late.filter((one) => one !== next),
    data: workflow.activities[sent.activity]?.beforeArrival?.(data, seen) ?? data,
  }
}
