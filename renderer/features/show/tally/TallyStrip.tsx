import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { targetOf } from '../../../../shared/state.ts'
import type { Tally } from '../../../../shared/tally.ts'
import { onAirFor } from '../../../../shared/view/clock.ts'
import { clockTime } from '../../../../shared/words/format.ts'
import { REHEARSAL_MARK } from '../../../../shared/words/labels.ts'
import { airIsKnown, sentenceHere } from '../../../store/tally.ts'
import { useTimed } from '../../../store/useTimed.ts'
import { Lamp } from '../../../ui/icons/Lamp.tsx'

interface Props {
  /**
   * The strip appears once this element is scrolled away: the lamp if the head scrolls, otherwise a mark at its end.
   */
  mark: RefObject<Element | null>
  tally: Tally
  edits: number | null
  rehearsal: boolean
  /** The controls in the strip. */
  children: ReactNode
}

/**
 * What is on air in one line, while the tally is scrolled away: it must be visible at a glance at any scroll
 * position. Screen readers use the tally.
 */
export function TallyStrip({ mark, tally, edits, rehearsal, children }: Props) {
  const away = useScrolledAway(mark)
  const sentence = useTimed(sentenceHere)
  const up = useTimed((panel, now) => {
    const ms = panel.ended ? null : onAirFor(panel.state && targetOf(panel.state), now)
    return ms === null ? null : clockTime(ms / 1000)
  })
  const known = useTimed(airIsKnown)
  if (!away) return null
  return (
    <div className="strip" aria-hidden="true">
      <Lamp tally={tally} edits={edits} />
      <span className="strip-sentence clip">{sentence}</span>
      {rehearsal && <span className="tag strip-mark clip">{REHEARSAL_MARK}</span>}
      {up !== null && (
        <span className="num clock-running" data-old={!known || undefined}>
          {up}
        </span>
      )}
      {children}
    </div>
  )
}

/** With less than this share of its lamp visible, the head no longer shows what is on air. */
const SEEN = 0.95

function useScrolledAway(element: RefObject<Element | null>): boolean {
  const [away, setAway] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const look = ([entry]: IntersectionObserverEntry[]) =>
      setAway(entry !== undefined && entry.intersectionRatio < SEEN && entry.boundingClientRect.top < 0)
    const observer = new IntersectionObserver(look, { threshold: SEEN })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return away
}
