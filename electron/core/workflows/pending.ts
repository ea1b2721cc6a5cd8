/** Several requests of one subject that may still arrive: one run watches one after the other. */
import { randomUUID } from 'node:crypto'
import { WORKFLOW_WORDS } from '../../../shared/words/commands/workflows.ts'
import { ARRIVES_WITHIN_MS } from '../query/ownWrites.ts'
import type { Requests, Run } from './runs.ts'
import type { Workflow } from './workflow.ts'

type Any = Workflow<object, unknown>

/**
 * The requests of a run that are not settled and that readings can show, each with the part of the plan that describes
 * it.
 */
export function pendingOf(
  { sent, late }: Pick<Run<object>, 'sent' | 'late'>,
  workflow: Any,
  data: object,
): Run['late'] {
  const isShown = sent && workflow.activities[sent.activity]?.isDone
  return [...(isShown ? [{ ...sent, data: { ...workflow.watched?.(data, sent.activity) } }] : []), ...late]
}

/** Those of a run's further requests that may still arrive. @param now monotonic ms */
export const onTheirWay = ({ late }: Pick<Run<object>, 'late'>, requests: Requests, now: number): Run['late'] =>
  late.filter(({ id }) => isOnItsWay(id, requests, now))

/** May this request still arrive? @param now monotonic ms */
export const isOnItsWay = (id: string, requests: Requests, now: number): boolean =>
  requests.mayArrive(id) && now - requests.lostSince(id, now) < ARRIVES_WITHIN_MS

/**
 * The run that watches the next request, once this one has ended; null if none is left.
 *
 * @param seen the last reading; null: none
 */
export function nextWatch(run: Run<object>, workflow: Any, seen: unknown): Run<object> | null {
  const before = (activity: string) => ({ ...run.data, ...workflow.onlyWatching?.(run.data, activity, seen) })
  const next = run.late.find(({ activity }) => workflow.isContrary?.(before(activity), activity)) ?? run.late[0]
  if (!next) return null
  const { data: described, ...sent } = next
  const data = { ...before(sent.activity), ...described }
  return {
    ...{ ...run, id: randomUUID(), sent, waits: { for: 'reply', why: WORKFLOW_WORDS.answerLost } },
    // A mere watch over the user's last request undoes nothing newer.
    isMet: run.isMet && !workflow.lastCounts,
    late: run.late.filter((one) => one !== next),
    data: (seen !== null && workflow.activities[sent.activity]?.beforeArrival?.(data, seen)) || data,
  }
}
