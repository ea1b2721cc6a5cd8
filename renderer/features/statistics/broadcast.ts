import type { Answer } from '../../../shared/contract/operations.ts'
import { clockTime } from '../../../shared/words/format.ts'
import { useRead } from '../../data/queries.ts'
import { useAddress } from '../../store/useAddress.ts'

export type Broadcast = Answer<'listBroadcasts'>['broadcasts'][number]
export type Statistics = Answer<'getStatistics'>
export type PlayedRow = Answer<'getPlayedFiles'>['rows'][number]

/** The time on air as a clock, including more than 24 hours; null: unknown. */
export const lengthOf = (duration: number | null): string | null => (duration === null ? null : clockTime(duration))

/** Sorted explicitly: the contract does not define the order of the list. */
export const newestFirst = (all: readonly Broadcast[]): Broadcast[] =>
  all.toSorted((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))

/** The statistics of a broadcast, for the chosen channel if there are several. */
export function useStatistics(liveId: string) {
  const { channel } = useAddress('reports').address
  const input = { liveId, sections: 'dailyTrend', ...(channel === null ? {} : { accountId: channel }) }
  const read = useRead('getStatistics', input)
  // While another broadcast loads, the data of the previous one is still there as a placeholder.
  return { ...read, data: read.isPlaceholderData ? undefined : read.data }
}
