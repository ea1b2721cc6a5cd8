import type { WireAnswer } from '../../../shared/contract/operations.ts'
import type { Section } from '../rules/statistics.ts'
import type { Play, World } from '../rules/world.ts'
import { isoTime } from './records.ts'

/** Statistics of a rehearsal, which nobody watched. */
export function statisticsRecord(asked: { days: string[]; sections: Section[] }): WireAnswer<'getStatistics'> {
  const nobody = { views: 0, watchTimeMinutes: 0 }
  const dailyTrend = asked.days.map((date) => ({ date, ...nobody }))
  const rows = asked.sections.map((name) => [name, name === 'dailyTrend' ? dailyTrend : []])
  return {
    overview: { ...nobody, likes: null, averageViewDurationSec: null },
    livestream: { peakConcurrentViewers: 0, averageConcurrentViewers: 0 },
    revenue: null,
    sections: asked.sections.length > 0 ? Object.fromEntries(rows) : null,
  }
}

type Row = WireAnswer<'getPlayedFiles'>['rows'][number]

/** Each play as a row for its start and, once it is over, one for its stop, in the order of their times. */
export function playedRows(world: World, plays: readonly Play[]): Row[] {
  const rows = plays.flatMap(({ startedAt, stoppedAt, ...play }) => [
    ...(stoppedAt === null ? [] : [{ at: stoppedAt, row: { ...play, action: 'stop' } }]),
    { at: startedAt, row: { ...play, action: 'start' } },
  ])
  // What stops makes room for what starts at the same time.
  const order = (action: string) => (action === 'stop' ? 0 : 1)
  rows.sort((one, other) => one.at - other.at || order(one.row.action) - order(other.row.action))
  return rows.map(({ at, row }) => ({ ...row, timestamp: isoTime(world, at), concurrentLiveViews: 0 }))
}
