import { useEffect, useLayoutEffect, useRef } from 'react'
import { isSection, type Place } from '../store/place.ts'

/**
 * A newly chosen screen opens at its top; Back and Forward restore the scroll position, also within one screen. The
 * browser does neither: it treats all screens as one page, and restores a position before the content is tall enough.
 */
export function useScrollAt(here: Place): void {
  const kept = useRef(new Map<string, number>())
  const screen = isSection(here) ? 'settings' : here
  const before = useRef(screen)
  // The history step that is currently drawn: the browser has already moved to the next one before it reports that.
  const drawn = useRef('')
  useEffect(() => {
    // Otherwise the browser has scrolled by the time it reports the step.
    history.scrollRestoration = 'manual'
    drawn.current = stepNow()
    let frame = 0
    const leave = () => {
      const next = stepNow()
      if (next === drawn.current) return
      kept.current.set(drawn.current, scrollY)
      drawn.current = next
      const place = kept.current.get(next)
      cancelAnimationFrame(frame)
      // One frame later it is drawn; a new screen has already been scrolled by the layout effect below.
      if (place !== undefined) frame = requestAnimationFrame(() => scrollTo(0, place))
    }
    // Captured, to run before any other listener reacts to the new address and draws something else.
    for (const told of TOLD) addEventListener(told, leave, { capture: true })
    return () => {
      cancelAnimationFrame(frame)
      for (const told of TOLD) removeEventListener(told, leave, { capture: true })
    }
  }, [])
  useLayoutEffect(() => {
    if (before.current === screen) return
    before.current = screen
    scrollTo(0, kept.current.get(stepNow()) ?? 0)
  }, [screen])
}

/** `popstate` reports the browser's own steps immediately, `hashchange` those of this app (`store/place.ts`). */
const TOLD = ['popstate', 'hashchange'] as const

/** The key of the current history step, stored in its state; a new step has none yet. */
function stepNow(): string {
  const step: unknown = history.state?.step
  if (typeof step === 'string') return step
  // Random, because after a reload steps from before it still exist.
  const made = String(Math.random())
  history.replaceState({ step: made }, '')
  return made
}
