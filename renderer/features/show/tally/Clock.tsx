import { targetOf } from '../../../../shared/state.ts'
import { endOf, NEAR_END_MS, onAirFor, runsUntilStopped } from '../../../../shared/view/clock.ts'
import { clockTime } from '../../../../shared/words/format.ts'
import { CLOCK } from '../../../../shared/words/labels.ts'
import { endsIn, RUNS_UNTIL_STOPPED, watching } from '../../../../shared/words/show/show.ts'
import type { PanelState } from '../../../store/store.ts'
import { airIsKnown } from '../../../store/tally.ts'
import { useTimed } from '../../../store/useTimed.ts'
import { Warning } from '../../../ui/icons/icons.tsx'

const target = ({ state }: PanelState) => state && targetOf(state)

/**
 * Time on air, time left and viewers. Without contact the time on air keeps counting, marked as uncertain, because a
 * broadcast goes on. Nothing here is announced to screen readers.
 */
export function Clock() {
  const known = useTimed(airIsKnown)
  const up = useTimed((panel, now) => {
    if (panel.ended) return null
    const ms = onAirFor(target(panel), now)
    return ms === null ? null : clockTime(ms / 1000)
  })
  return (
    <div className="clock num">
      {up !== null && (
        <p className="clock-up" role="timer" aria-label={CLOCK.onAirFor} data-old={!known || undefined}>
          {up}
        </p>
      )}
      {up !== null && !known && <p className="clock-old small">{CLOCK.ifStill}</p>}
      {known && <Viewers />}
      {known && <End />}
    </div>
  )
}

function Viewers() {
  const text = useTimed((panel) => {
    const viewers = target(panel)?.live?.viewers ?? null
    return viewers === null ? null : watching(viewers)
  })
  return text && <p className="clock-viewers strong">{text}</p>
}

function End() {
  const text = useTimed((panel, now) => {
    const end = endOf(target(panel), now)
    if (end) return endsIn(end.leftMs, end.by)
    return runsUntilStopped(target(panel)) ? RUNS_UNTIL_STOPPED : null
  })
  const near = useTimed(
    (panel, now) => (endOf(target(panel), now)?.leftMs ?? Number.POSITIVE_INFINITY) <= NEAR_END_MS,
  )
  if (text === null) return null
  return (
    <p className="clock-end small" data-near={near || undefined}>
      {near && <Warning />}
      {text}
    </p>
  )
}
