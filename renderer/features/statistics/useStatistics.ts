import { useRead } from '../../data/queries.ts'
import { useAddress } from './address.ts'

/** The statistics of a broadcast, of the channel that was chosen where there are several. */
export function useStatistics(liveId: string) {
  const { channel } = useAddress().address
  const input = { liveId, sections: 'dailyTrend', ...(channel === null ? {} : { accountId: channel }) }
  const read = useRead('getStatistics', input)
  // While another one is read, the last one's answer is still there.
  return { ...read, data: read.isPlaceholderData ? undefined : read.data }
}
