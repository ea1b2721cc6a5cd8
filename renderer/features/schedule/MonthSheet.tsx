import type { Run } from '../../../shared/schedule/runs.ts'
import { dayAfter, type Jump, jumpsIn, wallOf, weeksFrom } from '../../../shared/schedule/zones.ts'
import * as words from '../../../shared/words/planning.ts'
import { useAddress } from './address.ts'
import { RunRow } from './RunRow.tsx'

const DAYS = 28
/** As many as a day has room for. */
const MOST = 3

interface Props {
  runs: readonly Run[]
  now: number
  zone: string
}

/** Four weeks as a sheet of a calendar; where it is narrow, the days that have something, one beneath the other. */
export function MonthSheet({ runs, now, zone }: Props) {
  const { to } = useAddress()
  const first = wallOf(now, zone).slice(0, 10)
  const last = dayAfter(first, DAYS)
  const until = now + DAYS * 86_400_000
  const jumps = jumpsIn(now, until, zone)
  const planned = Map.groupBy(
    runs.filter(({ isRunning }) => !isRunning),
    ({ at }) => wallOf(at, zone).slice(0, 10),
  )
  const weeks = weeksFrom(first, 5)
  return (
    <div className="month">
      <div className="week-names small" aria-hidden="true">
        {weeks[0]?.map((day) => (
          <span key={day}>{words.weekdayName(day)}</span>
        ))}
      </div>
      <ol className="month-days">
        {weeks.flat().map((day, nth) => (
          <Day
            key={day}
            {...{ day, runs: planned.get(day) ?? [], all: runs, more: to({ view: 'list' }) }}
            withMonth={nth === 0 || day.endsWith('-01')}
            place={day === first ? 'today' : day < first || day > last ? 'out' : day === last ? 'last' : 'in'}
            ends={words.lastsTo(wallOf(until, zone).slice(11))}
            jump={jumps.find(({ at }) => wallOf(at, zone).startsWith(day))}
          />
        ))}
      </ol>
    </div>
  )
}

interface DayProps {
  day: string
  runs: readonly Run[]
  all: readonly Run[]
  withMonth: boolean
  place: 'in' | 'today' | 'last' | 'out'
  ends: string
  more: string
  jump: Jump | undefined
}

function Day({ day, runs, all, withMonth, place, ends, more, jump }: DayProps) {
  const name = words.calendarDay(day)
  return (
    <li className="day" data-place={place} data-empty={(runs.length === 0 && !jump) || undefined}>
      <div className="day-head small">
        <h3>
          <span className="day-number" aria-hidden="true">
            {words.dayNumber(day, withMonth)}
          </span>
          <span className="day-name">{place === 'today' ? words.today(name) : name}</span>
        </h3>
        {jump && <b title={words.ZONE_WORDS.jump(jump.by)}>{words.ZONE_WORDS.mark(jump.by)}</b>}
        {place === 'last' && <span className="num">{ends}</span>}
      </div>
      {runs.slice(0, runs.length > MOST ? MOST - 1 : MOST).map((run) => (
        <RunRow key={run.key} run={run} all={all} />
      ))}
      {runs.length > MOST && (
        <a className="day-more small" href={more}>
          {words.moreThatDay(runs.length - MOST + 1)}
        </a>
      )}
    </li>
  )
}
