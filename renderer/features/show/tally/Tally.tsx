import { type ReactNode, useRef } from 'react'
import { type AirState, isRunning, type ProjectState, targetOf } from '../../../../shared/state.ts'
import { airBasisSentence, freshness, REHEARSAL, unsyncedSentence } from '../../../../shared/words/show/tally.ts'
import { usePanel, useTarget } from '../../../store/context.tsx'
import type { Place } from '../../../store/place.ts'
import { airIsKnown, sentenceHere, tallyHere } from '../../../store/tally.ts'
import { useTimed } from '../../../store/useTimed.ts'
import { Boundary } from '../../../ui/feedback/Boundary.tsx'
import { Lamp } from '../../../ui/icons/Lamp.tsx'
import { Clock } from './Clock.tsx'
import { TallyStrip } from './TallyStrip.tsx'
import './Tally.css'
import { endOf, onAirFor } from '../../../../shared/view/clock.ts'

/** The elapsed share of the time up to the forced end, as a line under the tally. The clock shows it in numbers. */
export function RunLine() {
  const known = useTimed(airIsKnown)
  const percent = useTimed(({ state }, now) => percentRun(state && targetOf(state), now))
  if (!known || percent === null) return null
  return (
    <span className="run-line" aria-hidden="true">
      <span className="inked" style={{ inlineSize: `${percent}%` }} />
    </span>
  )
}

/** Rounded to tenths of a percent, so that it does not rerender every second; null if no end is known. */
function percentRun(target: ProjectState | null, now: number): number | null {
  const run = onAirFor(target, now)
  const end = endOf(target, now)
  if (run === null || end === null) return null
  const whole = run + Math.max(0, end.leftMs)
  return whole === 0 ? 100 : Math.round((run / whole) * 1_000) / 10
}

/**
 * What is on air: the largest element on the screen. The status element contains only what screen readers announce;
 * times are outside it.
 *
 * @param acts the controls beside it
 * @param stripActs the controls in the strip that replaces it
 */
export function Tally({ here, acts, stripActs }: { here: Place | null; acts?: ReactNode; stripActs?: ReactNode }) {
  const tally = useTimed(tallyHere)
  const rehearsal = usePanel(({ state }) => state?.service.rehearsal ?? false)
  const ended = usePanel((panel) => panel.ended !== null)
  const edits = useTarget((target) => target?.unsynced.edits ?? null)
  const lamp = useRef<SVGSVGElement>(null)
  const end = useRef<HTMLSpanElement>(null)
  const stays = here !== null && here !== 'show'
  return (
    <>
      <header
        className="tally"
        data-look={tally}
        data-rehearsal={rehearsal || undefined}
        data-stays={stays || undefined}
        data-steady={here === 'show' || undefined}
      >
        <Lamp ref={lamp} tally={tally} edits={edits} />
        <div className="tally-words">
          <div role="status" aria-atomic="true" data-tally={tally}>
            {rehearsal && <p className="rehearsal">{REHEARSAL}</p>}
            <Sentence />
            {!ended && <More />}
          </div>
          {!ended && <Freshness />}
        </div>
        <Boundary fallback={null}>
          <Clock />
        </Boundary>
        {acts}
        <Boundary fallback={null}>
          {!ended && <RunLine />}
          {here !== null && (
            <TallyStrip
              key={String(stays)}
              mark={stays ? end : lamp}
              tally={tally}
              edits={edits}
              rehearsal={rehearsal}
            >
              {stripActs}
            </TallyStrip>
          )}
        </Boundary>
      </header>
      {/* Marks where the head would end if it scrolled with the page. */}
      <span ref={end} className="tally-end" />
    </>
  )
}

function Sentence() {
  return <h1 className="tally-sentence clamp">{useTimed(sentenceHere)}</h1>
}

/** The project, and what viewers do not see yet. */
function More() {
  const name = useTarget((target) => target?.name ?? null)
  const known = useTimed(airIsKnown)
  const running = useTarget((target) => known && isRunning(target?.live ?? null))
  const unsynced = useTarget((target) => (target && running ? unsyncedSentence(target) : null))
  const waiting = useTarget((target) => target?.unsynced.some === true)
  const notTold = useTarget((target) => (running ? basisOf(target, 'notKnown') : null))
  if (name === null) return null
  return (
    <p className="tally-more">
      <span className="tally-project">{name}</span>
      {unsynced && <span data-edits={waiting || undefined}>{unsynced}</span>}
      {notTold && <span>{notTold}</span>}
    </p>
  )
}

/** The sentence about how the scene on air is known, if it rests on this basis. */
const basisOf = (target: ProjectState | null, basis: AirState['basis']) =>
  target?.live?.status === 'LIVE' && target.air.basis === basis ? airBasisSentence(target) : null

/**
 * The age of the status. It changes with each read, so it is outside the status element, which would be announced
 * again each time.
 */
function Freshness() {
  const text = useTimed(({ state }, now) => {
    const readAt = state && targetOf(state)?.live?.readAt
    return readAt ? freshness(readAt, now) : null
  })
  const synced = useTarget((target) => basisOf(target, 'lastSync'))
  const words = [text, synced].filter(Boolean).join(' · ')
  return words && <p className="tally-fresh small num">{words}</p>
}
