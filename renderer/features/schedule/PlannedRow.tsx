import type { PlannedDate } from '../../../shared/schedule/planned.ts'
import { wallOf } from '../../../shared/schedule/zones.ts'
import * as words from '../../../shared/words/planning.ts'
import { SCHEDULE_WORDS } from '../../../shared/words/schedule.ts'
import { Cross } from '../../ui/icons.tsx'
import { Button } from '../../ui/PressButton.tsx'
import { Segmented } from '../../ui/Segmented.tsx'

interface Props {
  date: PlannedDate
  zone: string
  clash: string | null
  onTakeOut(): void
  onChoose(at: number): void
  /** Takes the earliest time that would do; left out: this is not the first. */
  onEarliest?: ((wall: string) => void) | undefined
}

/** One date that is meant: whether it can be sent, and if not why and what would do. */
export function PlannedRow({ date, zone, clash, onTakeOut, onChoose, onEarliest }: Props) {
  const { wall, at, problem, moments } = date
  const name = words.typed(wall)
  const earliest = problem && 'earliest' in problem && problem.why !== 'tooFar' ? problem.earliest : null
  return (
    <li className="planned" data-wrong={problem !== null || undefined} data-clash={clash !== null || undefined}>
      <b className="num">{name}</b>
      <Button onClick={onTakeOut} title={words.DATES_NAMES.takeOut}>
        <Cross />
        <span className="hearable">
          {words.DATES_NAMES.takeOut} {name}
        </span>
      </Button>
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
      {earliest !== null && onEarliest && (
        // Of its minute there may be seconds gone.
        <Button onClick={() => onEarliest(wallOf(Math.ceil(earliest / 60_000) * 60_000, zone))}>
          {words.DATES_NAMES.earliest}
        </Button>
      )}
      {clash !== null && <small className="run-clash">{clash}</small>}
    </li>
  )
}

function tell(problem: NonNullable<PlannedDate['problem']>): string {
  if (problem.why === 'skipped' || problem.why === 'twice') return words.DATES_WORDS[problem.why]
  return SCHEDULE_WORDS.problem(problem)
}
