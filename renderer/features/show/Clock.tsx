import { targetOf } from '../../../shared/state.ts'
import { endOf, NEAR_END_MS, onAirFor, runsUntilStopped } from '../../../shared/view/clock.ts'
import { clockTime } from '../../../shared/words/format.ts'
import { CLOCK } from '../../../shared/words/labels.ts'
import { endsIn, RUNS_UNTIL_STOPPED, watching } from '../../../shared/words/show.ts'
import type { MirrorState } from '../../store/store.ts'
import { airIsKnown } from '../../store/tally.ts'
import { useTimed } from '../../store/useTimed.ts'
import { Warning } from '../../ui/icons.tsx'

const target = ({ state }: MirrorState) => state && targetOf(state)

/** Clock up, clock down and viewers, while they are known. None of it is announced. */
export function Clock() {
  const known = useTimed(airIsKnown)
  const up = useTimed((mirror, now) => {
    const ms = onAirFor(target(mirror), now)
    return ms === null ? null : clockTime(ms / 1000)
  })
  return (
    <div className="clock num">
      {known && up !== null && (
        <p className="clock-up" role="timer" aria-label={CLOCK.onAirFor}>
          {up}
        </p>
      )}
      {known && <Viewers />}
      {known && <End />}
    </div>
  )
}

function Viewers() {
  const text = useTimed((mirror) => {
    const viewers = target(mirror)?.live?.viewers ?? null
    return viewers === null ? null : watching(viewers)
  })
  return text && <p className="clock-viewers">{text}</p>
}

function End() {
  const text = useTimed((mirror, now) => {
    const end = endOf(target(mirror), now)
    if (end) return endsIn(end.leftMs, end.by)
    return runsUntilStopped(target(mirror)) ? RUNS_UNTIL_STOPPED : null
  })
  const near = useTimed(
    (mirror, now) => (endOf(target(mirror), now)?.leftMs ?? Number.POSITIVE_INFINITY) <= NEAR_END_MS,
  )
  if (text === null) return null
  return (
    <p className="clock-end" data-near={near || undefined}>
      {near && <Warning />}
      {text}
    </p>
  )
}
