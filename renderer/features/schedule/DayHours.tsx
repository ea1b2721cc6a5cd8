import { clashesOf, type Run } from '../../../shared/schedule/runs.ts'
import { HOUR_MS } from '../../../shared/util/clock.ts'
import { inARow, timeOfDay } from '../../../shared/words/format.ts'
import { endsAt, ON_AIR, HOURS_WORDS as WORDS, when } from '../../../shared/words/schedule/planning.ts'
import { useAddress } from '../../store/useAddress.ts'
import { Columns } from '../../ui/list/Columns.tsx'
import { Cut } from '../../ui/list/Cut.tsx'
import { clashLine, nameOf, outletsOf } from './RunRow.tsx'
import './DayHours.css'

const HOURS = 24
const STEP = 4

interface Props {
  runs: readonly Run[]
  now: number
}

/** The broadcasts of the next 24 hours, a line for each project; for screen readers also as a table. */
export function DayHours({ runs, now }: Props) {
  const { to } = useAddress('schedule')
  const until = now + HOURS * HOUR_MS
  const within = runs.filter((run) => run.at < until && (run.end ?? run.at + 1) > (run.isRunning ? 0 : now))
  const lines = [...Map.groupBy(within, ({ projectId }) => projectId)]
  // Starts at the current hour, so that the present is within the scale.
  const from = Math.floor(now / HOUR_MS) * HOUR_MS
  const place = (at: number) => (Math.max(0, Math.min(until, at) - from) / (until - from)) * 100
  const hours = Array.from({ length: HOURS / STEP }, (_, nth) => from + nth * STEP * HOUR_MS)
  if (lines.length === 0) return <p className="empty">{WORDS.none}</p>
  return (
    <div className="stack tight hours">
      <h3>{WORDS.heading}</h3>
      <div className="hours-scale small num" aria-hidden="true">
        {hours.map((at) => (
          <span key={at} style={{ insetInlineStart: `${place(at)}%` }}>
            {timeOfDay(at, false)}
          </span>
        ))}
      </div>
      <ul className="ruled">
        {lines.map(([projectId, those]) => (
          <li key={projectId}>
            <a className="plain hours-line" href={to({ project: projectId })}>
              {those[0] && <Cut text={nameOf(those[0])} className="strong" />}
              <small className="hours-facts">
                {those.some(({ isRunning }) => isRunning) && (
                  <b className="tag run-on-air" data-air>
                    {ON_AIR}
                  </b>
                )}{' '}
                {those[0] && inARow([...those.map(timesOf), ...outletsOf(those[0])])}
              </small>
              <Clash runs={those} all={within} />
              <span className="hours-track" aria-hidden="true">
                {those.map((run) => (
                  <Bar
                    key={run.key}
                    run={run}
                    clashes={clashesOf(run, within).length > 0}
                    from={place(run.at)}
                    to={run.end === null ? null : place(run.end)}
                    now={place(now)}
                  />
                ))}
              </span>
              <i className="hours-now inked" style={{ marginInlineStart: `${place(now)}%` }} />
            </a>
          </li>
        ))}
      </ul>
      <div className="hearable">
        <table>
          <caption>{WORDS.heading}</caption>
          <Columns names={WORDS.columns} />
          <tbody>
            {within.map((run) => (
              <tr key={run.key}>
                <td>{nameOf(run)}</td>
                <td>{run.isRunning ? WORDS.onAir : when(run.at)}</td>
                <td>{endOf(run)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** Names the other broadcasts that use the same channel at the same time. */
function Clash({ runs, all }: { runs: readonly Run[]; all: readonly Run[] }) {
  const others = new Set(runs.flatMap((run) => clashesOf(run, all)))
  if (others.size === 0) return null
  return <small className="run-clash">{clashLine([...others])}</small>
}

/** A short bar has no space for its times, so they are listed beneath the name. */
const timesOf = ({ isRunning, at, end }: Run) => (isRunning ? endsAt(end, at) : WORDS.from(at, end))

const endOf = ({ end }: Run) => (end === null ? WORDS.noEnd : Number.isFinite(end) ? when(end) : WORDS.manual)

interface BarProps {
  run: Run
  clashes: boolean
  from: number
  /** Null: the end is unknown, and no length is drawn. */
  to: number | null
  now: number
}

function Bar({ run, clashes, from, to, now }: BarProps) {
  const size = to === null ? (run.isRunning ? 100 - from : 0) : to - from
  return (
    <span
      className="hours-bar small num"
      data-clash={clashes || undefined}
      data-air={run.isRunning || undefined}
      data-endless={to === null || !Number.isFinite(run.end) || undefined}
      style={{
        ...{ insetInlineStart: `${from}%`, inlineSize: `${size}%` },
        // Shifts the label to the right of the line that marks now.
        ...(run.isRunning && { paddingInlineStart: `calc(${now - from}% + 0.5rem)` }),
      }}
    >
      <span className="clip">{run.isRunning ? endOf(run) : timeOfDay(run.at, false)}</span>
    </span>
  )
}
