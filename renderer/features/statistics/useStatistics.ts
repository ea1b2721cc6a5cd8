import { useRead } from '../../data/queries.ts'
import { useAddress } from '../../store/address.ts'

/** The statistics of a broadcast, for the chosen channel if there are several. */
export function useStatistics(liveId: string) {
  const { channel } = useAddress('reports').address
  const input = { liveId, sections: 'dailyTrend', ...(channel === null ? {} : { accountId: channel }) }
  const read = useRead('getStatistics', input)
  // While another broadcast loads, the data of the previous one is still there as a placeholder.
  return { ...read, data: read.isPlaceholderData ? undefined : read.data }
}
