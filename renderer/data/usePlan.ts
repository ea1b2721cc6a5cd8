import { type Run, runsOf } from '../../shared/schedule/runs.ts'
import { useActions } from '../store/context.tsx'
import { useRead, useWholeList } from './queries.ts'

/** The zone of this computer. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** How often it is read again while somebody looks, in ms: another hand may change it. What that costs is the core's to say. */
const EVERY_MS = 30_000

/** What runs and what is planned, of all projects: three reads, however many there are. */
export function usePlan() {
  const dates = useRead('allSchedules', {}, true, EVERY_MS)
  const running = useRead('runningBroadcasts', {}, true, EVERY_MS)
  // The dates tell neither how long they run nor where to, as their project does.
  const projects = useWholeList('listProjects', { status: 'scheduled' })
  const runs: Run[] = runsOf(
    dates.data?.value.schedules ?? [],
    running.data?.value.broadcasts ?? [],
    running.data?.readAt ?? 0,
    projects.items,
  )
  const { query } = useActions()
  /** The dates first: what is shown of them would serve, where their number is the same. A failure shows where they stand. */
  async function readAgain(): Promise<void> {
    await query('allSchedules', { anew: true }, true).catch(() => {})
    await Promise.all([dates.refetch(), running.refetch(), projects.refetch()])
  }
  const readAt = Math.min(...[dates, running].flatMap(({ data }) => data?.readAt ?? []))
  return { dates, running, projects, runs, readAt, readAgain }
}

export type Plan = ReturnType<typeof usePlan>
