import type { Run } from '../../../shared/schedule/runs.ts'
import { jumpsIn, wallOf } from '../../../shared/schedule/zones.ts'
import { calendarDay, today, when, ZONE_WORDS } from '../../../shared/words/planning.ts'
import { RunRow } from './RunRow.tsx'

interface Props {
  runs: readonly Run[]
  now: number
  zone: string
}

/** All that runs and all dates, day by day. What runs already stands first, under today. */
export function RunList({ runs, now, zone }: Props) {
  const dayOf = (at: number) => wallOf(at, zone).slice(0, 10)
  const jumps = jumpsIn(now, now + 28 * 86_400_000, zone)
  const days = Map.groupBy(runs, ({ at, isRunning }) => dayOf(isRunning ? now : at))
  // The day of a jump is told though nothing is planned then.
  for (const { at } of jumps) if (!days.has(dayOf(at))) days.set(dayOf(at), [])
  const inOrder = [...days].sort(([one], [other]) => (one < other ? -1 : 1))
  return (
    <ol className="run-list">
      {inOrder.map(([day, those]) => (
        <li key={day}>
          <h3 className="small">{day === dayOf(now) ? today(calendarDay(day)) : calendarDay(day)}</h3>
          {jumps
            .filter(({ at }) => dayOf(at) === day)
            .map(({ at, by }) => (
              <p key={at} className="small">
                {when(at - 60_000)}: {ZONE_WORDS.jump(by)}
              </p>
            ))}
          <ul className="ruled">
            {those.map((run) => (
              <li key={run.key}>
                <RunRow run={run} all={runs} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
