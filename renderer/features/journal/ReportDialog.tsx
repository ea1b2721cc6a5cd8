import { useState } from 'react'
import {
  type Making,
  type ReportDocument,
  type ReportTable,
  reportDocument,
} from '../../../shared/report/document.ts'
import type { Report } from '../../../shared/report/report.ts'
import { day, time, zoneHere } from '../../../shared/report/times.ts'
import { asSentence, clockTime } from '../../../shared/words/format.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { REPORT_WORDS, showAbout } from '../../../shared/words/reports/report.ts'
import { LinkError } from '../../bridge/questions.ts'
import { useRead } from '../../data/queries.ts'
import { usePanel } from '../../store/context.tsx'
import { useSaving } from '../../ui/actions/SaveButton.tsx'
import { Button } from '../../ui/button/PressButton.tsx'
import { CloseButton, Dialog } from '../../ui/dialog/Dialog.tsx'
import { SIGNS } from '../../ui/feedback/Answer.tsx'
import { Download, Printer } from '../../ui/icons/lateIcons.tsx'
import { Columns } from '../../ui/list/Columns.tsx'
import { Facts } from '../../ui/list/Facts.tsx'
import './Report.css'

/** Reads the report of a show, or of the last one if none is named; again each time it opens. */
function useReport(show: string | null) {
  const { data, isFetching: reading, error } = useRead('showReport', { show })
  const report: Report | null = (!error && data?.value) || null
  return { report, reading, problem: error && problemOf(error) }
}

function problemOf(error: unknown): string {
  if (error instanceof LinkError) return REPORT_WORDS.noLink
  return `${REPORT_WORDS.notRead}: ${asSentence(error instanceof Error ? error.message : String(error))}`
}

interface Props {
  report: Report
  timeZone: string
  onChoose(id: string): void
}

/** The last shows, newest first, with the current one marked. */
export function ShowList({ report, timeZone, onChoose }: Props) {
  return (
    <nav className="report-shows" aria-label={REPORT_WORDS.shows}>
      <ul>
        {report.shows.map((show) => (
          <li key={show.id}>
            <button
              type="button"
              className="plain strong report-show"
              aria-current={show.id === report.show?.id || undefined}
              onClick={() => onChoose(show.id)}
            >
              <span className="clip">{show.projectName || EMPTY.nameless}</span>
              <small className="num">
                {showAbout(
                  show,
                  `${day(show.startedAt, timeZone, 'short')}, ${time(show.startedAt, timeZone).slice(0, 5)}`,
                  show.duration === null ? null : clockTime(show.duration / 1000),
                )}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Shows reports of the last shows, one at a time; prints them or saves them as HTML or CSV. Escape closes it. */
export default function ReportDialog({ onClose }: { onClose(): void }) {
  const [wanted, setWanted] = useState<string | null>(null)
  const read = useReport(wanted)
  const version = usePanel(({ state }) => state?.version ?? '')
  const { report } = read
  const making: Making = { now: report?.now ?? 0, timeZone: zoneHere(), version }
  // As with every dialog it lies beside the page, so that printing prints only the dialog.
  return (
    <Dialog className="dialog report-dialog" aria-label={REPORT_WORDS.title} onClose={onClose}>
      <div className="row report-head">
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
function WhyNone({ read: { report, problem } }: { read: ReturnType<typeof useReport> }) {
  const why = report === null ? REPORT_WORDS.reading : report.shows.length ? REPORT_WORDS.gone : REPORT_WORDS.none
  return (
    <p className="report-none" aria-live="polite">
      {problem ?? why}
    </p>
  )
}

/** Print and save buttons for the current report. */
function HandOn({ id }: { id: string | null }) {
  const { result: told, save } = useSaving()
  return (
    <>
      <div className="row report-tools">
        {id !== null && (
          <>
            <Button onClick={() => window.print()}>
              <Printer />
              {REPORT_WORDS.print}
            </Button>
            <Button onClick={() => void save('report', id)}>
              <Download />
              {REPORT_WORDS.saveHtml}
            </Button>
            <Button onClick={() => void save('reportCsv', id)}>
              <Download />
              {REPORT_WORDS.saveCsv}
            </Button>
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

/** A show report, to read and to print. It has the same content and wording as the saved file. */
function ReportPage({ report }: { report: ReportDocument }) {
  const { title, day, rehearsal, facts, tables, made } = report
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on its own, so the keyboard must reach it.
    <article className="report" aria-label={title} tabIndex={0}>
      <h3 dir="auto">{title}</h3>
      <p className="small">{day}</p>
      {rehearsal !== null && <p className="report-rehearsal">{rehearsal}</p>}
      <Facts className="num" of={facts.map(({ name, value }) => [name, value])} />
      {tables.map((table) => (
        <Table key={table.heading} table={table} />
      ))}
      <p className="small report-made">{made}</p>
    </article>
  )
}

function Table({ table: { heading, columns, rows, empty, note } }: { table: ReportTable }) {
  return (
    <section>
      <h4>{heading}</h4>
      {rows.length === 0 && <p className="small">{empty}</p>}
      {rows.length > 0 && (
        <table>
          <Columns names={columns} />
          <tbody>
            {numbered(rows).map(({ nr, cells }) => (
              <tr key={nr}>
                {numbered(cells).map(({ nr: column, cells: text }) => (
                  <td key={column} className="num" dir="auto">
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {note !== null && <p className="small report-note">{note}</p>}
    </section>
  )
}

/** Rows keyed by their position: a report never changes. */
function numbered<T>(all: readonly T[]): { nr: number; cells: T }[] {
  return all.map((cells, nr) => ({ nr, cells }))
}
