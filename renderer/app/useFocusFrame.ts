import { type RefObject, useEffect, useRef } from 'react'
import type { Place } from '../store/place.ts'

/**
 * The one rule of where the focus goes when nobody says: never to the start of the page. Another screen has it once its
 * place is left without it; what is taken away under it gives it to the heading of what it stood in.
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
  // Stop stands in the head, and goes with the show it ended.
  const root = frame.closest<HTMLElement>('#root') ?? frame
  /** What has the focus, and all it stands in. */
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
    // What has no box, as an answer that says nothing, takes no focus.
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

/** Whoever closes something may give the focus back themselves: then nothing is done. */
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
