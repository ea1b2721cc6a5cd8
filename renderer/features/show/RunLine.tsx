import { type ProjectState, targetOf } from '../../../shared/state.ts'
import { endOf, onAirFor } from '../../../shared/view/clock.ts'
import { airIsKnown } from '../../store/tally.ts'
import { useTimed } from '../../store/useTimed.ts'

/** How much of the time up to the forced end has run, as a line under the tally. The clock says it in numbers. */
export function RunLine() {
  const known = useTimed(airIsKnown)
  const percent = useTimed(({ state }, now) => percentRun(state && targetOf(state), now))
  if (!known || percent === null) return null
  return (
    <span className="run-line" aria-hidden="true">
      <span style={{ inlineSize: `${percent}%` }} />
    </span>
  )
}

/** In tenths, so that it is not drawn anew each second; null where no end is known. */
function percentRun(target: ProjectState | null, now: number): number | null {
  const run = onAirFor(target, now)
  const end = endOf(target, now)
  if (run === null || end === null) return null
  const whole = run + Math.max(0, end.leftMs)
  return whole === 0 ? 100 : Math.round((run / whole) * 1_000) / 10
}
