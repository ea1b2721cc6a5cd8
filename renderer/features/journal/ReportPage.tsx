import type { ReportDocument, ReportTable } from '../../../shared/report/document.ts'
import { Columns } from '../../ui/Columns.tsx'
import { Facts } from '../../ui/Facts.tsx'

/** A show report, to read and to print. It has the same content and wording as the saved file. */
export function ReportPage({ report }: { report: ReportDocument }) {
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
