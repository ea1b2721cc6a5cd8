import type { LiveStatus, Project } from '../../../shared/contract/records.ts'
import { inARow } from '../../../shared/words/format.ts'
import { PROVIDER_WORDS } from '../../../shared/words/projects/destinations.ts'
import type { Address } from '../../store/screens.ts'

/** The groups that the list can be filtered by. `live`: on air, going on air, or possibly so. */
export type Group = Address<'projects'>['state']

/** The group of a status. An unknown status is never "off". */
export function groupOf(status: LiveStatus): Exclude<Group, 'all'> {
  if (status === 'SCHEDULED') return 'scheduled'
  return status === 'LIVE' || status === 'PREPARING' || status === 'UNKNOWN' ? 'live' : 'off'
}

/** The names of a project's destinations, e.g. "Main Channel, twitchy, RTMP". */
export const whereTo = ({ destinations }: Pick<Project, 'destinations'>): string =>
  inARow(destinations.map(({ name, provider }) => name ?? PROVIDER_WORDS[provider]))

/** The matching projects, those on air first; otherwise in the order of the service, newest first. */
export function found(projects: readonly Project[], sought: string, group: Group): Project[] {
  const text = sought.trim().toLowerCase()
  const fits = (project: Project) =>
    (group === 'all' || groupOf(project.liveStatus) === group) &&
    (text === '' || `${project.name}\n${whereTo(project)}`.toLowerCase().includes(text))
  const isOff = ({ liveStatus }: Project) => Number(groupOf(liveStatus) !== 'live')
  return projects.filter(fits).sort((one, other) => isOff(one) - isOff(other))
}

/** The number of projects in each group. */
export function countsOf(projects: readonly Project[]): Record<Group, number> {
  const counts = { all: projects.length, live: 0, scheduled: 0, off: 0 }
  for (const { liveStatus } of projects) counts[groupOf(liveStatus)] += 1
  return counts
}
