import * as words from '../../../shared/words/reports/statistics.ts'
import { Columns } from '../../ui/list/Columns.tsx'

export interface Series {
  name: string
  /** Null: unknown, as opposed to 0. */
  values: readonly (number | null)[]
}

interface Props {
  /** The column heading for the names. */
  of: string
  names: readonly string[]
  /** One series, or two side by side: the second is drawn hollow. */
  series: readonly Series[]
  format(value: number): string
}

/** A bar chart, and the same data as a table for everyone who cannot see the chart. */
export function Bars({ of, names, series, format: tell }: Props) {
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  return (
    <>
      {series.length > 1 && (
        <p className="small bars-key" aria-hidden="true">
          {series.map(({ name }, nth) => (
            <span key={name}>
              <i className="bar" data-nth={nth} /> {name}
            </span>
          ))}
        </p>
      )}
      <div className="bars" aria-hidden="true">
        <small className="num bars-most">{tell(most)}</small>
        {names.map((name, nr) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and their order identifies them
          <span key={nr} className="bars-place" title={titleOf(name, nr, series, tell)}>
            {series.map(({ name: whose, values }, nth) => (
              <i
                key={whose}
                className="bar"
                data-nth={nth}
                data-none={!values[nr] || undefined}
                style={{ blockSize: `${((values[nr] ?? 0) / most) * 100}%` }}
              />
            ))}
          </span>
        ))}
      </div>
      <div className="bars-ends small num" aria-hidden="true">
        <span>{names[0]}</span>
        {names.length > 1 && <span>{names.at(-1)}</span>}
      </div>
      <details className="bars-table">
        <summary>{words.REPORT_NAMES.table}</summary>
        <table className="table num">
          <Columns names={[of, ...series.map(({ name }) => name)]} />
          <tbody>
            {names.map((name, nr) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and their order identifies them
              <tr key={nr}>
                <th scope="row">{name}</th>
                {series.map(({ name: whose, values }) => (
                  <td key={whose}>{valueText(values[nr], tell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

const valueText = (value: number | null | undefined, tell: Props['format']) =>
  value == null ? words.NOT_KNOWN : tell(value)

const titleOf = (name: string, nr: number, series: readonly Series[], tell: Props['format']) =>
  [name, ...series.map(({ values }) => valueText(values[nr], tell))].join(', ')
