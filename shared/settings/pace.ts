/** What is read repeatedly for a watched project, how often (Decision "Polling"), and what that costs. */
import { PAGE, RATE_WINDOW_MS } from '../contract/limits.ts'
import type { Pace } from './preferences.ts'

export const TOPICS = ['live', 'project', 'scenes'] as const
export type Topic = (typeof TOPICS)[number]
export type When = 'running' | 'idle'

/** A reading of the live status is stale once this many expected readings are missing. */
export const STALE_AFTER_READINGS = 3

/** Ms between readings, by topic: while something runs, and while nothing does. */
export const paceOf = ({ liveMs, idleMs }: Pace): Record<When, Record<Topic, number>> => ({
  running: { live: liveMs, project: 60_000, scenes: 30_000 },
  // Little changes while nothing runs: a user who asks for fewer reads gets fewer of every topic.
  idle: { live: idleMs, project: 2 * idleMs, scenes: idleMs },
})

/** What the cost of readings depends on, besides the pace. */
export interface Read {
  /** How many scenes the project has: they come in pages, and each page is a request. */
  scenes: number
  /** Its schedules are read along with the project. */
  scheduled: boolean
}

/** How many requests a minute the readings of one project take, if nothing delays them. */
export function requestsPerMinute(pace: Pace, when: When, { scenes, scheduled }: Read): number {
  const requests: Record<Topic, number> = {
    live: 1,
    project: scheduled ? 2 : 1,
    scenes: Math.max(1, Math.ceil(scenes / PAGE.most)),
  }
  const every = paceOf(pace)[when]
  return TOPICS.reduce((sum, topic) => sum + (requests[topic] * RATE_WINDOW_MS) / every[topic], 0)
}
