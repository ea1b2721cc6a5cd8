import { broadcastIn } from '../../shared/bridge/broadcastFile.ts'
import { PAGE } from '../../shared/contract/limits.ts'
import type { Answer } from '../../shared/contract/operations.ts'
import { csv } from '../../shared/util/csv.ts'
import type { Core } from '../core/core.ts'
import type { Downloads } from '../remote/downloads.ts'

type Queryable = Pick<Core, 'query'>

/** A past broadcast as tables: its statistics and what played. Complete, however little of it the window has read. */
export function reportCsv(core: Queryable): Pick<Downloads, 'statisticsCsv' | 'playedCsv'> {
  return {
    async statisticsCsv(about) {
      const { liveId, channel } = broadcastIn(about)
      if (liveId === null) return null
      const input = { liveId, sections: 'dailyTrend', ...(channel === null ? {} : { accountId: channel }) }
      return csv(statisticsRows((await core.query('getStatistics', input)).value))
    },
    async playedCsv(about) {
      const { liveId } = broadcastIn(about)
      if (liveId === null) return null
      const rows = await allPlayed(core, liveId)
      const cells = rows.map((row) => [
        ...[row.timestamp, row.action, row.fileName, row.fileId, row.sceneName, row.concurrentLiveViews],
      ])
      return csv([['timestampUtc', 'action', 'fileName', 'fileId', 'sceneName', 'concurrentLiveViews'], ...cells])
    },
  }
}

/** Each number under the service's name for it; the daily numbers follow, by UTC day. */
function statisticsRows({ overview, livestream, revenue, sections }: Answer<'getStatistics'>): unknown[][] {
  const numbers = Object.entries({ ...overview, ...livestream, ...revenue })
  const days = sections?.dailyTrend ?? []
  return [
    ['date', 'name', 'value'],
    ...numbers.map(([name, value]) => ['', name, value]),
    ...days.flatMap(({ date, views, watchTimeMinutes }) => [
      [date, 'views', views],
      [date, 'watchTimeMinutes', watchTimeMinutes],
    ]),
  ]
}

/** Reads page by page; an empty page is the last. */
async function allPlayed({ query }: Queryable, liveId: string) {
  const rows: Answer<'getPlayedFiles'>['rows'] = []
  for (;;) {
    const { value } = await query('getPlayedFiles', { liveId, limit: PAGE.most, offset: rows.length })
    rows.push(...value.rows)
    if (value.rows.length === 0 || rows.length >= value.total) return rows
  }
}
