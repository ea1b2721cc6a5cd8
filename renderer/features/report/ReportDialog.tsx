import { useState } from 'react'
import { type Making, reportDocument } from '../../../shared/report/document.ts'
import { zoneHere } from '../../../shared/report/times.ts'
import { REPORT_WORDS } from '../../../shared/words/report.ts'
import { useMirror } from '../../store/context.tsx'
import { SIGNS } from '../../ui/Answer.tsx'
import { CloseButton, Dialog } from '../../ui/Dialog.tsx'
import { Download, Printer } from '../../ui/icons.tsx'
import { useSaving } from '../../ui/useSaving.ts'
import { ReportPage } from './ReportPage.tsx'
import { ShowList } from './ShowList.tsx'
import { type ReadReport, useReport } from './useReport.ts'
import './Report.css'

/** Looks at the last shows, one at a time, and hands them on: on paper, as a page or as a table. Escape closes it. */
export default function ReportDialog({ onClose }: { onClose(): void }) {
  const [wanted, setWanted] = useState<string | null>(null)
  const read = useReport(wanted)
  const version = useMirror(({ state }) => state?.version ?? '')
  const { report } = read
  const making: Making = { now: report?.now ?? 0, timeZone: zoneHere(), version }
  // Beside the page, as every dialog: printed, it is all there is.
  return (
    <Dialog className="report-dialog" aria-label={REPORT_WORDS.title} onClose={onClose}>
      <div className="report-head">
        <h2>{REPORT_WORDS.title}</h2>
        <HandOn id={report?.show?.id ?? null} />
        <CloseButton />
      </div>
      <div className="report-body" aria-busy={read.reading}>
        {report && report.shows.length > 0 && (
          <ShowList report={report} timeZone={making.timeZone} onChoose={setWanted} />
        )}
        {report?.show ? <ReportPage report={reportDocument(report.show, making)} /> : <WhyNone read={read} />}
      </div>
    </Dialog>
  )
}

/** Why no report is shown. */
function WhyNone({ read: { report, problem } }: { read: ReadReport }) {
  const why = report === null ? REPORT_WORDS.reading : report.shows.length ? REPORT_WORDS.gone : REPORT_WORDS.none
  return (
    <p className="report-none" aria-live="polite">
      {problem ?? why}
    </p>
  )
}

/** What can be done with the show that is looked at. */
function HandOn({ id }: { id: string | null }) {
  const { told, save } = useSaving()
  return (
    <>
      <div className="row report-tools">
        {id !== null && (
          <>
            <button type="button" className="button quiet" onClick={() => window.print()}>
              <Printer />
              {REPORT_WORDS.print}
            </button>
            <button type="button" className="button quiet" onClick={() => void save('report', id)}>
              <Download />
              {REPORT_WORDS.saveHtml}
            </button>
            <button type="button" className="button quiet" onClick={() => void save('reportCsv', id)}>
              <Download />
              {REPORT_WORDS.saveCsv}
            </button>
          </>
        )}
      </div>
      <div className="answer report-told" data-look={told?.look}>
        {told && SIGNS[told.look]}
        <span aria-live="polite">{told?.text}</span>
      </div>
    </>
  )
}
