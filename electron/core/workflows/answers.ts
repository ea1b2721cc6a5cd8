/** What a newer user request does to a run. */
import { randomUUID } from 'node:crypto'
import { WORKFLOW_WORDS } from '../../../shared/words/commands/workflows.ts'
import { readRun } from './index.ts'
import { pendingOf } from './pending.ts'
import type { Requests, Run } from './runs.ts'
import type { Signal } from './workflow.ts'

/** Does this replacement of a run count if the response to the request is lost? */
export function countsIfLost(next: Run): boolean {
  const { workflow, data } = readRun(next)
  return !data || workflow?.countsIfLost?.(data) !== false
}

/** The effect of a user request on a run; undefined if it does not concern the run. */
export function answerOf(run: Run, signal: Signal, { mayArrive }: Requests): Run | null | undefined {
  const { workflow, data } = readRun(run)
  if (!workflow?.isAffectedBy?.(signal)) return undefined
  // The plan of another version is unknown, but it is known to be no longer wanted.
  if (!data) return null
  const pending = pendingOf(run, workflow, data).filter(({ id }) => mayArrive(id))
  const plans = (pending.length > 0 ? pending : [null]).flatMap((sent) => {
    const isFurther = sent && sent.id !== run.sent?.id
    const only = isFurther ? { ...workflow.onlyWatching?.(data, sent.activity, null), ...sent.data } : {}
    const next = workflow.onSignal?.({ ...run, sent, data: { ...data, ...only } }, signal)
    return next ? [{ sent, next }] : []
  })
  const plan = plans.find(({ sent, next }) => sent && workflow.isContrary?.(next, sent.activity)) ?? plans[0]
  if (!plan) return null
  const waits = plan.sent && { for: 'reply', why: WORKFLOW_WORDS.answerLost }
  const sinceThen = (one: Run['late'][number]) => Object.keys(workflow.since?.(one.activity) ?? {})
  const late = pending
    .filter((one) => one !== plan.sent)
    .map((one) => ({ ...one, data: omit(one.data, sinceThen(one)) }))
  // What became of an earlier request does not matter to what this one asks for.
  return { ...run, id: randomUUID(), data: plan.next, sent: plan.sent, late, waits, isMet: false } as Run
}

const omit = (data: Run['data'], names: readonly string[]): Run['data'] =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)))
