import { beside } from '../../../shared/words/format.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { LIVE_STATUS_WORDS } from '../../../shared/words/projects/destinations.ts'
import { peakOf, startOf } from '../../../shared/words/reports/statistics.ts'
import { useRows } from '../../ui/list/useArrows.ts'
import { type Broadcast, lengthOf } from './broadcast.ts'

interface Props<Row> {
  all: readonly Row[]
  /** A change of this value identifies another list. */
  what: string
  current?: string | null
  /** The address of a row's report. */
  to(row: Row): string
}

/** Broadcasts, each linked to its report. Those of several projects are named by their project. */
export function BroadcastRows<Row extends Broadcast & { projectName?: string }>(given: Props<Row>) {
  const { all, what, current = null, to } = given
  const rows = useRows({ all, idOf: ({ liveId }) => liveId, row: 'past', current, what })
  return (
    <ul className="ruled" {...rows.listens}>
      {rows.shown.map((row) => {
        const { liveId, date, duration, status, peakViewers, projectName } = row
        const facts = [lengthOf(duration), LIVE_STATUS_WORDS[status]]
        return (
          <li key={liveId}>
            <a
              className="list-row reports-row past"
              data-past={liveId}
              tabIndex={row === rows.entry ? 0 : -1}
              href={to(row)}
              aria-current={liveId === current || undefined}
            >
              <b className="strong num clip">
                {projectName === undefined ? startOf(date) : projectName || EMPTY.nameless}
              </b>
              <small className="num">{beside(projectName === undefined ? facts : [startOf(date), ...facts])}</small>
              <small className="num reports-peak">{peakViewers !== null && peakOf(peakViewers)}</small>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
