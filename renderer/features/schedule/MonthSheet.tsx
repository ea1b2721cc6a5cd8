import { SCHEDULING } from '../../../shared/contract/limits.ts'
import type { Run } from '../../../shared/schedule/runs.ts'
import { dayAfter, type Jump, jumpsIn, wallOf, weeksFrom } from '../../../shared/schedule/zones.ts'
import { DAY_MS } from '../../../shared/util/clock.ts'
import * as words from '../../../shared/words/schedule/planning.ts'
import { useAddress } from '../../store/useAddress.ts'
import { Plus } from '../../ui/icons/lateIcons.tsx'
import { nameOf, RunRow } from './RunRow.tsx'
import { useCells } from './useCells.ts'

const DAYS = SCHEDULING.mostAheadMs / DAY_MS
/** At most this many entries fit into a day. */
const MOST = 3

interface Props {
  runs: readonly Run[]
  now: number
  zone: string
}

/** Four weeks as a calendar sheet; in a narrow window, a list of the days that have entries. */
export function MonthSheet({ runs, now, zone }: Props) {
  const { address, to } = useAddress('schedule')
  const first = wallOf(now, zone).slice(0, 10)
  const last = dayAfter(first, DAYS)
  const until = now + SCHEDULING.mostAheadMs
  const jumps = jumpsIn(now, until, zone)
  const dayOf = (at: number) => wallOf(at, zone).slice(0, 10)
  // A running broadcast is listed under today, and under the day on which it is planned to end.
  const planned = Map.groupBy(runs, ({ at, isRunning }) => (isRunning ? first : dayOf(at)))
  const ends = Map.groupBy(
    runs.filter(({ isRunning, end }) => isRunning && end !== null && Number.isFinite(end) && dayOf(end) > first),
    ({ end }) => dayOf(end ?? 0),
  )
  const weeks = weeksFrom(first, 5)
  const cells = useCells(runs[0]?.key ?? `add ${first}`, zone, runs)
  const given = {
    all: runs,
    more: to({ view: 'list' }),
    cells,
    addTo: (day: string) => to({ ...asOpen(address), day }),
  }
  return (
    <div className="month">
      <div className="week-names small" aria-hidden="true">
        {weeks[0]?.map((day) => (
          <span key={day}>{words.weekdayName(day)}</span>
        ))}
      </div>
      <ol className="stack month-days" {...cells.grid}>
        {weeks.flat().map((day, nth) => (
          <Day
            key={day}
            {...{ day, runs: planned.get(day) ?? [], ending: ends.get(day) ?? [], ...given }}
            isChosen={day === address.day}
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

/** Adds to the open project; with none open, asks for the project. */
const asOpen = ({ project }: { project: string | null }) => (project === null ? { add: true } : { project })

interface DayProps {
  day: string
  runs: readonly Run[]
  /** Broadcasts that are running now and planned to end on that day. */
  ending: readonly Run[]
  all: readonly Run[]
  /** A date is being added to this day; the project is still to be chosen. */
  isChosen: boolean
  withMonth: boolean
  place: 'in' | 'today' | 'last' | 'out'
  ends: string
  more: string
  addTo(day: string): string
  cells: ReturnType<typeof useCells>
  jump: Jump | undefined
}

function Day({ day, runs, ending, all, isChosen, withMonth, place, ends, more, addTo, cells, jump }: DayProps) {
  const name = words.calendarDay(day)
  const isEmpty = runs.length === 0 && ending.length === 0 && !jump
  return (
    <li
      className="day"
      data-place={place}
      data-chosen={isChosen || undefined}
      data-empty={isEmpty || undefined}
      {...(place === 'out' ? {} : cells.dayProps(day))}
    >
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
        <RunRow key={run.key} run={run} all={all} cell={cells.dateCell(run)} />
      ))}
      {ending.map((run) => (
        <p key={run.key} className="small day-ends">
          {words.endsThen(run.end ?? 0)} <span className="clip">{nameOf(run)}</span>
        </p>
      ))}
      {runs.length > MOST && (
        <a className="day-more small" href={more} {...cells.cell(`more ${day}`)}>
          {words.moreThatDay(runs.length - MOST + 1)}
        </a>
      )}
      {place !== 'out' && (
        <a
          className="day-add"
          href={addTo(day)}
          aria-current={isChosen ? 'date' : undefined}
          {...cells.cell(`add ${day}`)}
        >
          <Plus />
          <span className="hearable">{words.PLAN_NAMES.addOn(name)}</span>
        </a>
      )}
    </li>
  )
}
