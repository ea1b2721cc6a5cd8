import { useEffect, useLayoutEffect, useRef } from 'react'
import { isSection, type Place } from '../store/place.ts'

/**
 * A screen that is chosen anew opens at its top; Back and Forward lead to where one was, on the same screen too. The browser
 * alone does neither: to it all screens are one page, and it goes back to a place before what is as long is drawn.
 */
export function useScrollAt(here: Place): void {
  const kept = useRef(new Map<string, number>())
  const screen = isSection(here) ? 'settings' : here
  const before = useRef(screen)
  // The step that is drawn: the browser is at the next one before it tells of it.
  const drawn = useRef('')
  useEffect(() => {
    // Else it has scrolled by the time it tells that a step is left.
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
      // By then it is drawn; another screen has been led to its place by then, and is there.
      if (place !== undefined) frame = requestAnimationFrame(() => scrollTo(0, place))
    }
    // Before anyone else is told, or sees by the address, that there is something else to draw.
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

/** The browser's own steps are told by the first at once, ours by the second (`store/place.ts`). */
const TOLD = ['popstate', 'hashchange'] as const

/** What this step in the browser's history is known by: a new one has nothing yet. */
function stepNow(): string {
  const step: unknown = history.state?.step
  if (typeof step === 'string') return step
  // After a reload there are steps from before it.
  const made = String(Math.random())
  history.replaceState({ step: made }, '')
  return made
}
