/** A past broadcast as tables: complete, however many pages it takes, and safe in a spreadsheet. */
import { expect, it } from 'vitest'
import { reportCsv } from '../../electron/app/reportCsv.ts'
import { broadcastFile } from '../../shared/bridge/broadcastFile.ts'
import { playedRows } from '../renderer/statisticsSheet.ts'

const ROWS = playedRows(250).map((row, nr) => ({ ...row, fileName: nr === 0 ? '=1+1' : row.fileName }))
const STATISTICS = {
  overview: { views: 57_852, watchTimeMinutes: 711_804, likes: null, averageViewDurationSec: 738 },
  livestream: null,
  revenue: { estimatedRevenue: 214.37, currency: 'EUR' },
  sections: { dailyTrend: [{ date: '2026-11-13', views: 3_900, watchTimeMinutes: 900 }] },
}

function files(answers = ROWS) {
  const asked: [name: string, input: Record<string, unknown>][] = []
  const query = async (name: string, input: { offset?: number; limit?: number }) => {
    asked.push([name, input])
    const { offset = 0, limit = 100 } = input
    const rows = answers.slice(offset, offset + limit)
    return { value: name === 'getStatistics' ? STATISTICS : { rows, total: ROWS.length }, readAt: 0 }
  }
  return { asked, ...reportCsv({ query } as unknown as Parameters<typeof reportCsv>[0]) }
}

it('reads every page of the log, and writes nothing a spreadsheet would execute', async () => {
  const { playedCsv, asked } = files()
  const lines = String(await playedCsv?.(broadcastFile('l1', null, 'x'))).split('\r\n')
  expect(lines).toHaveLength(ROWS.length + 2)
  expect(lines[0]).toBe('timestampUtc,action,fileName,fileId,sceneName,concurrentLiveViews')
  expect(lines[1]).toContain(",start,'=1+1,f0,")
  expect(asked.map(([, { offset }]) => offset)).toEqual([0, 100, 200])
})

it('ends if a log is shorter than announced', async () => {
  const { playedCsv, asked } = files(ROWS.slice(0, 40))
  expect(String(await playedCsv?.(broadcastFile('l1', null, 'x'))).split('\r\n')).toHaveLength(42)
  expect(asked).toHaveLength(2)
})

it('writes each number by its name, and leaves unknown ones empty', async () => {
  const { statisticsCsv, asked } = files()
  const lines = String(await statisticsCsv?.(broadcastFile('l1', 'c2', 'x'))).split('\r\n')
  expect(lines).toEqual(expect.arrayContaining([',views,57852', ',likes,', ',estimatedRevenue,214.37']))
  expect(lines).toContain('2026-11-13,watchTimeMinutes,900')
  expect(asked).toEqual([['getStatistics', { liveId: 'l1', sections: 'dailyTrend', accountId: 'c2' }]])
})

it('is no file if no broadcast is named', async () => {
  const { statisticsCsv, playedCsv } = files()
  expect([await statisticsCsv?.(null), await playedCsv?.('')]).toEqual([null, null])
})
