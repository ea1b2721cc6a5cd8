import { paceOf, STALE_AFTER_READINGS, type Topic } from '../../../shared/settings/pace.ts'
import type { Pace } from '../../../shared/settings/preferences.ts'
import { type AppState, isRunning, type ProjectState } from '../../../shared/state.ts'

export interface Situation {
  /** A broadcast runs, a start or stop is in progress or may arrive late, or a scheduled broadcast is due. */
  running: boolean
  /** The response to a start or stop was lost and is being reconciled. */
  checking: boolean
  /** The user can see one of our views. */
  visible: boolean
  /** Little of the request budget is left for background reading. */
  budgetShort: boolean
  /** The last reading failed for lack of a connection: trying again costs no budget. */
  offline: boolean
  /** Ms until a scheduled broadcast is due; null: none is scheduled. */
  dueInMs: number | null
}

/** Interval of the readings that settle a command, in ms. */
const SETTLING_MS = 3_000
const OFFLINE_MS = 10_000

/** Background reading slows down when no more than this is left above the reserve. */
const SHORT_OF_BUDGET = 20

export function situationOf(
  { projects, budget }: AppState,
  projectId: string,
  visible: boolean,
  dueIn: (project: ProjectState | undefined) => number | null,
): Situation {
  const project = projects[projectId]
  const dueInMs = dueIn(project)
  return {
    running: (project !== undefined && mayRun(project)) || dueInMs === 0,
    checking: project?.pending?.phase === 'checking',
    visible,
    budgetShort: budget.remaining <= budget.reserve + SHORT_OF_BUDGET,
    offline: project?.failure?.kind === 'offline',
    dueInMs,
  }
}

/** Does something run in it, or may something begin to by a request of ours? */
export const mayRun = ({ live, pending, late }: ProjectState): boolean =>
  isRunning(live) || pending !== null || late.start?.isOpen === true

/** Ms until a topic is read again. */
export function pollInterval(topic: Topic, situation: Situation, pace: Pace): number {
  if (topic === 'live' && situation.checking) return SETTLING_MS
  if (situation.running) return paceOf(pace).running[topic]
  const slower = (situation.visible ? 1 : 2) * (situation.budgetShort ? 2 : 1)
  const idle = paceOf(pace).idle[topic] * slower
  return situation.offline ? Math.min(idle, OFFLINE_MS) : idle
}

/** Ms after which a reading of the live status is stale. */
export function staleAfter(situation: Situation, pace: Pace): number {
  return STALE_AFTER_READINGS * pollInterval('live', { ...situation, checking: false, offline: false }, pace)
}
