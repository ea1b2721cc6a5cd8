import type { LiveStatus, Project } from '../../../shared/contract/records.ts'
import { PROVIDER_WORDS } from '../../../shared/words/destinations.ts'
import { inARow } from '../../../shared/words/format.ts'

/** What the list can be narrowed to. `live`: on air, going on air, or maybe so. */
export const GROUPS = ['all', 'live', 'scheduled', 'off'] as const
export type Group = (typeof GROUPS)[number]

/** Where a project belongs by its state. A status without a word of ours is never "off". */
export function groupOf(status: LiveStatus): Exclude<Group, 'all'> {
  if (status === 'SCHEDULED') return 'scheduled'
  return status === 'LIVE' || status === 'PREPARING' || status === 'UNKNOWN' ? 'live' : 'off'
}

/** Its destinations by name, e.g. "Main Channel, twitchy, RTMP". */
export const whereTo = ({ destinations }: Pick<Project, 'destinations'>): string =>
  inARow(destinations.map(({ name, provider }) => name ?? PROVIDER_WORDS[provider]))

/** Those that are sought, what is on air first; else in the service's own order, newest first. */
export function found(projects: readonly Project[], sought: string, group: Group): Project[] {
  const text = sought.trim().toLowerCase()
  const fits = (project: Project) =>
    (group === 'all' || groupOf(project.liveStatus) === group) &&
    (text === '' || `${project.name}\n${whereTo(project)}`.toLowerCase().includes(text))
  const isOff = ({ liveStatus }: Project) => Number(groupOf(liveStatus) !== 'live')
  return projects.filter(fits).sort((one, other) => isOff(one) - isOff(other))
}

/** How many there are in each group. */
export function countsOf(projects: readonly Project[]): Record<Group, number> {
  const counts = { all: projects.length, live: 0, scheduled: 0, off: 0 }
  for (const { liveStatus } of projects) counts[groupOf(liveStatus)] += 1
  return counts
}
