import type { PlannedDate } from '../../../shared/schedule/planned.ts'
import { wallOf } from '../../../shared/schedule/zones.ts'
import * as words from '../../../shared/words/schedule/planning.ts'
import { SCHEDULE_WORDS } from '../../../shared/words/schedule/schedule.ts'
import { Button } from '../../ui/button/PressButton.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { Cross } from '../../ui/icons/icons.tsx'

interface Props {
  date: PlannedDate
  zone: string
  clash: string | null
  /** How the date changes: its previous time, or that it is new; null: unchanged, or there were no dates before. */
  change: string | null
  onTakeOut(): void
  onChange(wall: string): void
  onChoose(at: number): void
}

/** One planned date, editable, with the reason if it cannot be sent and a time that would be accepted. */
export function PlannedRow({ date, zone, clash, change, onTakeOut, onChange, onChoose }: Props) {
  const { wall, at, problem, moments } = date
  const name = words.typed(wall)
  const [day = '', time = ''] = wall.split('T')
  const fit = problem && fitting(problem)
  return (
    <li className="planned" data-wrong={problem !== null || undefined} data-clash={clash !== null || undefined}>
      <b className="num planned-name">{name}</b>
      <div className="planned-when">
        <input
          type="date"
          aria-label={words.DATES_NAMES.dayOf(name)}
          value={day}
          onChange={({ target }) => onChange(`${target.value}T${time}`)}
        />
        <input
          type="time"
          aria-label={words.DATES_NAMES.timeOf(name)}
          value={time}
          onChange={({ target }) => onChange(`${day}T${target.value}`)}
        />
      </div>
      <Button onClick={onTakeOut} title={words.DATES_NAMES.takeOut}>
        <Cross />
        <span className="hearable">
          {words.DATES_NAMES.takeOut} {name}
        </span>
      </Button>
      {change && <small className="strong">{change}</small>}
      {problem && <small className="planned-wrong">{tell(problem)}</small>}
      {moments.length > 0 && (
        <Segmented
          name={`${words.DATES_WORDS.twice} ${name}`}
          options={Object.fromEntries(moments.map((one) => [String(one), words.whichOne(wall, one, zone)]))}
          value={String(at)}
          onChoose={(key) => onChoose(Number(key))}
          inLine
        />
      )}
      {fit && <Button onClick={() => onChange(wallOf(fit.at, zone))}>{fit.name}</Button>}
      {clash !== null && <small className="run-clash">{clash}</small>}
    </li>
  )
}

type Problem = NonNullable<PlannedDate['problem']>

/** The nearest acceptable time, rounded to a full minute within the limit. */
function fitting(problem: Problem): { at: number; name: string } | null {
  if ('earliest' in problem)
    return { at: Math.ceil(problem.earliest / 60_000) * 60_000, name: words.DATES_NAMES.earliest }
  if ('latest' in problem) return { at: Math.floor(problem.latest / 60_000) * 60_000, name: words.DATES_NAMES.latest }
  return null
}

function tell(problem: Problem): string {
  if (problem.why === 'skipped' || problem.why === 'twice' || problem.why === 'empty')
    return words.DATES_WORDS[problem.why]
  return SCHEDULE_WORDS.problem(problem)
}
