import type { Meanings } from '../../../shared/contract/meanings.ts'
import { ServiceError } from '../../../shared/failures.ts'
import { isRunning } from '../../../shared/state.ts'
import { ownFailure } from '../../service/calls.ts'
import type { Context } from '../commands/context.ts'

/** The dates of a project, and what determines whether they can be changed. */
export interface Dates {
  /** The planned starts of its broadcasts, in wall ms. */
  there: readonly number[]
  /** The ids by which each date can be cancelled alone. */
  ids: readonly string[]
  /** The project is on air: the service takes no date meanwhile. */
  runs: boolean
  /** The length of each broadcast, in ms; null if it runs until it is stopped. */
  plannedMs: number | null
  /** Which state of the project the broadcasts will show. */
  content: Meanings['scheduledContent']
}

/** @throws ServiceError as the client does, and `unreadable` if some dates are missing from the response or invalid */
export async function readDates(projectId: string, { service, store }: Context): Promise<Dates> {
  const input = { params: { projectId } }
  const [{ schedules, total }, { duration, liveStatus: status, activeLiveId }] = await Promise.all([
    service.call('listSchedules', input, { lane: 'edit' }),
    service.call('getProject', input, { lane: 'edit' }),
  ])
  const there = schedules.map(({ scheduledDate }) => Date.parse(scheduledDate))
  const problem =
    total !== null && schedules.length < total
      ? `${schedules.length} of ${total} dates`
      : schedules.find((_, nth) => Number.isNaN(there[nth]))?.scheduledDate
  // Dates that are not completely known must not be cancelled.
  if (problem !== undefined) throw new ServiceError(ownFailure('listSchedules', 'unreadable', problem))
  return {
    there,
    ids: schedules.map(({ liveId }) => liveId),
    runs: isRunning({ status, liveId: activeLiveId }),
    plannedMs: duration.manual ? null : (duration.planned ?? 0) * 1_000,
    content: store.get().meanings.scheduledContent,
  }
}
