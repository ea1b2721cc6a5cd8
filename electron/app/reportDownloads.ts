import { zoneHere } from '../../shared/report/times.ts'
import type { Core } from '../core/core.ts'
import type { Downloads } from '../remote/downloads.ts'
import { VERSION } from '../util/version.ts'

/**
 * A show as files: a document to read and print, and a table. The code that makes them is loaded on the first request.
 */
export function reportDownloads({ query }: Pick<Core, 'query'>): Pick<Downloads, 'report' | 'reportCsv'> {
  const report = async (show: string | null) => (await query('showReport', { show })).value
  return {
    async report(about) {
      const { show, now } = await report(about)
      if (!show) return null
      const [{ reportDocument }, { reportHtml }] = await Promise.all([
        import('../../shared/report/document.ts'),
        import('../../shared/report/html.ts'),
      ])
      return reportHtml(reportDocument(show, { now, timeZone: zoneHere(), version: VERSION }))
    },
    async reportCsv(about) {
      const { show } = await report(about)
      if (!show) return null
      const { reportCsv } = await import('../../shared/report/csv.ts')
      return reportCsv(show, { timeZone: zoneHere() })
    },
  }
}
