/** What is read over and over for a project looked at, and how often (Decision "Polling"). */
import type { Pace } from './preferences.ts'

export const TOPICS = ['live', 'project', 'scenes'] as const
export type Topic = (typeof TOPICS)[number]

/** Ms between readings. */
export const paceOf = ({ liveMs, idleMs }: Pace): Record<'running' | 'idle', Record<Topic, number>> => ({
  running: { live: liveMs, project: 60_000, scenes: 30_000 },
  idle: { live: idleMs, project: 60_000, scenes: 30_000 },
})

/** How many requests a minute that costs: one for each reading; a project with a schedule costs one more a minute. */
export function requestsPerMinute(pace: Pace, when: 'running' | 'idle'): number {
  const each = paceOf(pace)[when]
  return Math.round(TOPICS.reduce((sum, topic) => sum + 60_000 / each[topic], 0))
}
