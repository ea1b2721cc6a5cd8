import type { CommandOf } from '../../../shared/commands/commands.ts'
import { airOf } from '../../../shared/contract/inputs.ts'
import type { Meanings } from '../../../shared/contract/meanings.ts'
import { ServiceError } from '../../../shared/failures.ts'
import { isNear } from '../../../shared/schedule/rules.ts'
import { isRunning } from '../../../shared/state.ts'
import { SCHEDULE_WORDS } from '../../../shared/words/schedule/schedule.ts'
import { ownFailure } from '../../service/calls.ts'
import type { Context } from '../commands/context.ts'
import { refused, refuseReadFailure } from './engine.ts'

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

/** Do the dates exist that the caller saw? Those that have started since have disappeared on their own. */
export function isAsSeen(there: readonly number[], seen: readonly number[], now: number): boolean {
  const due = seen.filter((at) => at > now)
  const standing = there.filter((at) => at > now)
  return due.length === standing.length && due.every((at) => standing.some((one) => isNear(at, one)))
}

/**
 * The dates that a cancel removes must be read within this time, in ms, or nothing is sent: other edits wait behind it.
 */
const DATES_WITHIN_MS = 2_000

/**
 * The dates that a cancel removes, in wall ms, if a closed padlock requires them or its sender saw some; null if not.
 *
 * @throws if they cannot be read, or are no longer those that the sender saw: then nothing is sent
 */
export async function datesLeaving(
  { operation, seen: { dates: seen } = { liveId: null } }: CommandOf<'edit'>,
  { projectId = '', liveId }: Readonly<Record<string, string>>,
  { store, service, clock }: Context,
) {
  if (airOf(operation) !== 'ifSoon' || operation === 'scheduleLive') return []
  if (!store.get().padlock.locked && !seen) return null
  const { schedules } = await service
    .call(
      'listSchedules',
      { params: { projectId } },
      { lane: 'edit', deadlineMs: DATES_WITHIN_MS, timeoutMs: DATES_WITHIN_MS },
    )
    .catch(refuseReadFailure)
  const those = schedules.filter((one) => liveId === undefined || one.liveId === liveId)
  const there = those.map(({ scheduledDate }) => Date.parse(scheduledDate))
  if (seen && !isAsSeen(there, seen.map(Date.parse), clock.now()))
    throw refused(SCHEDULE_WORDS.changedMeanwhile(there, 'cancel'))
  return there
}
