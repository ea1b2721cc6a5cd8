import { type RefObject, useEffect, useRef } from 'react'
import type { Place } from '../store/place.ts'

/**
 * The rule for focus that nothing else sets: it never falls back to the start of the page. When the screen changes
 * and nothing has the focus, the frame gets it; when the focused element is removed, the heading of its nearest
 * remaining container does.
 */
export function useFocusFrame(here: Place): RefObject<HTMLElement | null> {
  const frame = useRef<HTMLElement>(null)
  useFocusAt(frame, here)
  useEffect(() => (frame.current ? keepFocus(frame.current) : undefined), [])
  return frame
}

function useFocusAt(frame: RefObject<HTMLElement | null>, here: Place): void {
  const before = useRef(here)
  useEffect(() => {
    if (before.current === here) return
    before.current = here
    return whenFree(() => frame.current?.focus({ preventScroll: true }))
  }, [frame, here])
}

function keepFocus(frame: HTMLElement): () => void {
  // Stop is in the head, outside the frame, and disappears with the show it ended.
  const root = frame.closest<HTMLElement>('#root') ?? frame
  /** The focused element and all its ancestors within the root. */
  let held: Element[] = []
  let stop = () => {}
  const onFocus = ({ target }: FocusEvent) => {
    held = target instanceof Element ? upTo(root, target) : []
  }
  const observer = new MutationObserver(() => {
    if (held.length === 0 || held[0]?.isConnected) return
    const left = held
    held = []
    stop()
    // An element without a box, such as an empty outcome line, cannot take the focus.
    stop = whenFree(() => focusIn(left.find((one) => one.isConnected && one.checkVisibility()) ?? frame))
  })
  root.addEventListener('focusin', onFocus)
  observer.observe(root, { childList: true, subtree: true })
  return () => {
    stop()
    observer.disconnect()
    root.removeEventListener('focusin', onFocus)
  }
}

/** Acts in the next frame, and only if nothing has the focus: whoever closes something may restore the focus itself. */
function whenFree(act: () => void): () => void {
  const nr = requestAnimationFrame(() => {
    if (document.activeElement === document.body) act()
  })
  return () => cancelAnimationFrame(nr)
}

function upTo(frame: HTMLElement, target: Element): Element[] {
  const all: Element[] = []
  for (let one: Element | null = target; one && one !== frame; one = one.parentElement) all.push(one)
  return all
}

function focusIn(place: Element): void {
  const heading = place.querySelector<HTMLElement>('h1,h2,h3') ?? (place as HTMLElement)
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
