import type { Meanings } from '../../../shared/contract/meanings.ts'
import { ServiceError } from '../../../shared/failures.ts'
import { isRunning } from '../../../shared/state.ts'
import { ownFailure } from '../../service/calls.ts'
import type { Context } from '../commands/context.ts'

/** The dates of a project, and what of it decides whether they can be changed. */
export interface Dates {
  /** When its broadcasts are planned to begin: wall ms. */
  there: readonly number[]
  /** By which each of them can be cancelled alone. */
  ids: readonly string[]
  /** On air: no date is taken meanwhile. */
  runs: boolean
  /** How long each broadcast lasts, in ms; null: until it is stopped. */
  plannedMs: number | null
  /** What of the project they will show. */
  content: Meanings['scheduledContent']
}

/** @throws ServiceError as the client does, and `unreadable` where not all dates were told, or one of them is no date */
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
  // What is not known whole must not be taken away.
  if (problem !== undefined) throw new ServiceError(ownFailure('listSchedules', 'unreadable', problem))
  return {
    there,
    ids: schedules.map(({ liveId }) => liveId),
    runs: isRunning({ status, liveId: activeLiveId }),
    plannedMs: duration.manual ? null : (duration.planned ?? 0) * 1_000,
    content: store.get().meanings.scheduledContent,
  }
}
