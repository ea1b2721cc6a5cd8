import { useEffect, useLayoutEffect, useRef } from 'react'
import { isSection, onHashChange, type Place } from '../store/place.ts'

/**
 * A screen that is chosen anew opens at its top; Back and Forward lead to where one was. The browser alone does neither: to it
 * all screens are one page, and it goes back to a place before the screen that is as long is drawn.
 */
export function useScrollAt(here: Place): void {
  const kept = useRef(new Map<string, number>())
  const screen = isSection(here) ? 'settings' : here
  const before = useRef(screen)
  // The step that is drawn: the browser is at the next one before it tells of it.
  const drawn = useRef('')
  useEffect(() => {
    const take = () => {
      drawn.current = stepNow()
    }
    take()
    const keep = () => kept.current.set(drawn.current, scrollY)
    addEventListener('scroll', keep, { passive: true })
    const stop = onHashChange(take)
    return () => {
      stop()
      removeEventListener('scroll', keep)
    }
  }, [])
  useLayoutEffect(() => {
    if (before.current === screen) return
    before.current = screen
    drawn.current = stepNow()
    scrollTo(0, kept.current.get(drawn.current) ?? 0)
  }, [screen])
}

/** What this step in the browser's history is known by: a new one has nothing yet. */
function stepNow(): string {
  const step: unknown = history.state?.step
  if (typeof step === 'string') return step
  // After a reload there are steps from before it.
  const made = String(Math.random())
  history.replaceState({ step: made }, '')
  return made
}
