import type { WireAnswer } from '../../../shared/contract/operations.ts'
import { DAY_MS } from '../../../shared/util/clock.ts'
import { averageOf, totalOf, type Watched } from '../rules/broadcasts/audience.ts'
import { secondsOnAir } from '../rules/broadcasts/lives.ts'
import type { readStatistics } from '../rules/broadcasts/statistics.ts'
import type { Broadcast, Play, World } from '../rules/world/world.ts'
import { isoTime } from './records.ts'

/** For the demo's past broadcasts: minutes watched per view, and revenue per view. */
const MINUTES_A_VIEW = 14
const EUR_A_VIEW = 0.0021
/** The viewers, as shares of all views. */
const SHARES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  trafficSources: { Suggested: 0.46, Search: 0.31, 'Direct link': 0.23 },
  ageGroups: { '18-24': 0.34, '25-34': 0.41, '35-44': 0.25 },
  genders: { female: 0.44, male: 0.51, other: 0.05 },
  devices: { Phone: 0.58, Computer: 0.27, TV: 0.15 },
  geography: { DE: 0.37, PT: 0.22, US: 0.41 },
}

/** The largest number of viewers at once. */
export const peakOf = ({ audience, watched }: Broadcast) => watched?.peak ?? Math.round(audience * 1.6)

/** Viewers on average. */
export const audienceOf = (broadcast: Broadcast): number =>
  broadcast.watched ? Math.round(averageOf(broadcast.watched, broadcast) * 10) / 10 : broadcast.audience

/**
 * Statistics of a broadcast. Those of a rehearsal are 0, as it had no viewers; those of one on the watch page are what
 * was counted there. Who they were, nobody knows.
 */
export function statisticsRecord({
  broadcast,
  days,
  sections,
}: ReturnType<typeof readStatistics>): WireAnswer<'getStatistics'> {
  const { audience, watched, liveAt, endedAt, destinations } = broadcast
  /**
   * Minutes watched up to a moment. A day's share is the difference of two such values, so that the days add up to the
   * total.
   */
  const watchedUntil = (at: number) =>
    (audience * (secondsOnAir(liveAt, Math.max(liveAt ?? at, Math.min(at, endedAt))) ?? 0)) / 60
  const dailyTrend = days.map((date) => {
    if (watched) return { date, ...countedOn(watched, date) }
    const begin = Date.parse(date)
    const [before, after] = [watchedUntil(begin), watchedUntil(begin + DAY_MS)]
    return {
      date,
      views: Math.round(after / MINUTES_A_VIEW) - Math.round(before / MINUTES_A_VIEW),
      watchTimeMinutes: Math.round(after) - Math.round(before),
    }
  })
  const sum = (of: 'views' | 'watchTimeMinutes') => dailyTrend.reduce((all, day) => all + day[of], 0)
  const [views, watchTimeMinutes] = [sum('views'), sum('watchTimeMinutes')]
  const seconds = watched
    ? totalOf({ ...watched, days: watched.days.filter(({ date }) => days.includes(date)) }).ms / 1_000
    : 0
  /** Rounded so that the parts, too, add up to the total. */
  function parts(section: string) {
    let share = 0
    return Object.entries(views === 0 || watched ? {} : (SHARES[section] ?? {})).map(([name, own]) => {
      const before = Math.round(views * share)
      share += own
      return { name, views: Math.round(views * share) - before }
    })
  }
  const rows = sections.map((name) => [name, name === 'dailyTrend' ? dailyTrend : parts(name)])
  const isPaid = views > 0 && !watched && destinations.some(({ provider }) => provider === 'youtube')
  return {
    overview: {
      ...{ views, watchTimeMinutes },
      likes: views === 0 || watched ? null : Math.round(views / 25),
      averageViewDurationSec: views === 0 ? null : Math.round((watched ? seconds : watchTimeMinutes * 60) / views),
    },
    livestream: { peakConcurrentViewers: peakOf(broadcast), averageConcurrentViewers: audienceOf(broadcast) },
    revenue: isPaid ? { estimatedRevenue: Math.round(views * EUR_A_VIEW * 100) / 100, currency: 'EUR' } : null,
    sections: sections.length > 0 ? Object.fromEntries(rows) : null,
  }
}

/** Whole minutes, rounded so that the days add up to the whole. */
function countedOn(watched: Watched, date: string) {
  const minutes = (days: Watched['days']) => Math.round(totalOf({ ...watched, days }).ms / 60_000)
  const until = watched.days.filter((day) => day.date <= date)
  const before = until.filter((day) => day.date < date)
  const views = until.find((day) => day.date === date)?.views ?? 0
  return { views, watchTimeMinutes: minutes(until) - minutes(before) }
}

type Row = WireAnswer<'getPlayedFiles'>['rows'][number]

/**
 * One row for the start of each play and, once it is over, one for its stop. The newest comes first, as in all lists
 * that grow.
 */
export function playedRows(world: World, plays: readonly Play[], concurrentLiveViews: number): Row[] {
  const rows = plays.flatMap(({ startedAt, stoppedAt, order: began = startedAt, ...play }) => [
    ...(stoppedAt === null
      ? []
      : [{ at: stoppedAt, nth: stoppedAt - startedAt + began, row: { ...play, action: 'stop' } }]),
    { at: startedAt, nth: began, row: { ...play, action: 'start' } },
  ])
  // At equal times the stop came first, so in this newest-first list it follows the start that replaces it.
  const order = (action: string) => (action === 'stop' ? 1 : 0)
  rows.sort((one, other) => other.nth - one.nth || order(one.row.action) - order(other.row.action))
  return rows.map(({ at, row }) => ({ ...row, timestamp: isoTime(world, at), concurrentLiveViews }))
}
