import { useEffect, useState } from 'react'
import type { Report } from '../../../shared/report/report.ts'
import { asSentence } from '../../../shared/words/format.ts'
import { REPORT_WORDS } from '../../../shared/words/report.ts'
import { LinkError } from '../../bridge/linkError.ts'
import { useActions } from '../../store/context.tsx'

export interface ReadReport {
  /** The last one that came: it stays while another one is being read. */
  report: Report | null
  reading: boolean
  /** Why the last one did not come, in plain words. */
  problem: string | null
}

/** Reads the report of a show, of the last one where none is named. Whatever answers late is not the one asked for. */
export function useReport(show: string | null): ReadReport {
  const { report: ask } = useActions()
  const [read, setRead] = useState<ReadReport>({ report: null, reading: true, problem: null })
  useEffect(() => {
    let wanted = true
    setRead(({ report }) => ({ report, reading: true, problem: null }))
    ask(show).then(
      (report) => wanted && setRead({ report, reading: false, problem: null }),
      (error: unknown) => wanted && setRead({ report: null, reading: false, problem: problemOf(error) }),
    )
    return () => {
      wanted = false
    }
  }, [ask, show])
  return read
}

function problemOf(error: unknown): string {
  if (error instanceof LinkError) return REPORT_WORDS.noLink
  return `${REPORT_WORDS.notRead}: ${asSentence(error instanceof Error ? error.message : String(error))}`
}
