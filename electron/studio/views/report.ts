import type { WireAnswer } from '../../../shared/contract/operations.ts'

/**
 * Statistics of a broadcast nobody could watch: nothing where the contract wants a number, "not known" where it allows
 * that.
 */
export function noStatistics(): WireAnswer<'getStatistics'> {
  return {
    overview: { views: 0, watchTimeMinutes: 0, likes: null, averageViewDurationSec: null },
    livestream: { peakConcurrentViewers: null, averageConcurrentViewers: null },
    revenue: null,
    dailyTrend: null,
  }
}
