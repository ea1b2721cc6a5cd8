import { memo, useMemo } from 'react'
import { SCHEDULING } from '../../../shared/contract/limits.ts'
import type { Run } from '../../../shared/schedule/runs.ts'
import { jumpsIn, wallOf } from '../../../shared/schedule/zones.ts'
import { calendarDay, today, when, ZONE_WORDS } from '../../../shared/words/schedule/planning.ts'
import { useInPortions } from '../../ui/list/useInPortions.ts'
import { RunRow } from './RunRow.tsx'

interface Props {
  runs: readonly Run[]
  now: number
  zone: string
}

const Row = memo(RunRow)

const dayOf = (at: number, zone: string): string => wallOf(at, zone).slice(0, 10)

/** All running broadcasts and all dates, by day. Running ones come first, under today. */
export function RunList({ runs, now, zone }: Props) {
  const ready = useInPortions(runs.length, 'list')
  const { jumps, days } = useMemo(() => daysOf(runs, now, zone), [runs, now, zone])
  let before = 0
  return (
    <ol className="stack run-list">
      {days.map(([day, all]) => {
        const those = all.slice(0, Math.max(0, ready - before))
        const isDrawn = before < ready || ready >= runs.length
        before += all.length
        return (
          isDrawn && (
            <li key={day}>
              <h3 className="small">{day === dayOf(now, zone) ? today(calendarDay(day)) : calendarDay(day)}</h3>
              {jumps
                .filter(({ at }) => dayOf(at, zone) === day)
                .map(({ at, by }) => (
                  <p key={at} className="small">
                    {when(at - 60_000)}: {ZONE_WORDS.jump(by)}
                  </p>
                ))}
              <ul className="ruled">
                {those.map((run) => (
                  <li key={run.key}>
                    <Row run={run} all={runs} />
                  </li>
                ))}
              </ul>
            </li>
          )
        )
      })}
    </ol>
  )
}

/** The runs of each day in order, and the clock changes. */
function daysOf(runs: readonly Run[], now: number, zone: string) {
  const jumps = jumpsIn(now, now + SCHEDULING.mostAheadMs, zone)
  const days = Map.groupBy(runs, ({ at, isRunning }) => dayOf(isRunning ? now : at, zone))
  // A day with a clock change is listed even if nothing is planned.
  for (const { at } of jumps) if (!days.has(dayOf(at, zone))) days.set(dayOf(at, zone), [])
  return { jumps, days: [...days].sort(([one], [other]) => (one < other ? -1 : 1)) }
}
