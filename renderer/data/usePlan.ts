import { type Run, runsOf } from '../../shared/schedule/runs.ts'
import { useActions } from '../store/context.tsx'
import { useRead, useWholeList } from './queries.ts'

/** The time zone of this computer. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * How often the plan is refetched while the page is visible, in ms: another client may change it. The core decides
 * what that costs.
 */
const EVERY_MS = 30_000

/** What runs and what is planned, across all projects: always three reads, however many projects there are. */
export function usePlan() {
  const dates = useRead('allSchedules', {}, true, EVERY_MS)
  const running = useRead('runningBroadcasts', {}, true, EVERY_MS)
  // The dates contain neither their duration nor their destinations; these come from the project.
  const projects = useWholeList('listProjects', { status: 'scheduled' })
  const runs: Run[] = runsOf(
    dates.data?.value.schedules ?? [],
    running.data?.value.broadcasts ?? [],
    running.data?.readAt ?? 0,
    projects.items,
  )
  const { query } = useActions()
  /**
   * Refetches the dates first, with `anew`: otherwise cached dates would be accepted if their number is unchanged. A
   * failure is shown with the dates.
   */
  async function readAgain(): Promise<void> {
    await query('allSchedules', { anew: true }, true).catch(() => {})
    await Promise.all([dates.refetch(), running.refetch(), projects.refetch()])
  }
  const readAt = Math.min(...[dates, running].flatMap(({ data }) => data?.readAt ?? []))
  return { dates, running, projects, runs, readAt, readAgain }
}

export type Plan = ReturnType<typeof usePlan>
