import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** Within this distance of the window's edge, in px, the page scrolls; and the most px it scrolls per frame. */
const EDGE_PX = 96
const FASTEST_PX = 18
/** A mouse that moves less than this has clicked the row instead, in px. */
const CLICK_PX = 5

/** Where the dragged item would go: before the row of this item; null: at the end. */
type Before = string | null

interface Drag {
  list: RefObject<HTMLOListElement | null>
  /** The line that shows where it would go. */
  mark: RefObject<HTMLLIElement | null>
  onDrop(id: string, before: Before): void
}

/**
 * Moves rows with the mouse, or by their handle with any pointer: a line shows where they would go, the page scrolls
 * at its edges, and Escape cancels. During the drag only the line moves; nothing is rendered or sent until the drop.
 *
 * @returns `dragged`: the dragged item
 */
export function useDrag({ list, mark, onDrop }: Drag) {
  const [dragged, setDragged] = useState<string | null>(null)
  const ending = useRef<AbortController | null>(null)
  useEffect(() => () => ending.current?.abort(), [])

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const target = event.target as Element
    const id = target.closest<HTMLElement>('[data-item]')?.dataset.item
    const isHandle = target.closest('.build-handle') !== null
    if (id === undefined || event.button !== 0) return
    // A finger on a row scrolls the page, and a checkbox is there to be ticked.
    if (!isHandle && (event.pointerType !== 'mouse' || target.closest('input') !== null)) return
    if (isHandle) event.preventDefault()
    const over = new AbortController()
    ending.current?.abort()
    ending.current = over
    over.signal.addEventListener('abort', () => setDragged(null))
    const begin = () => setDragged(id)
    follow({ list, mark }, over, {
      ...{ from: event.clientY, isHeld: isHandle, begin },
      drop: (before) => onDrop(id, before),
    })
  }
  return { dragged, onPointerDown }
}

interface Held {
  /** The y position of the press, and whether a press alone starts the drag. */
  from: number
  isHeld: boolean
  begin(): void
  drop(before: Before): void
}

/** Follows the pointer until `over` is aborted. */
function follow(
  { list, mark }: Omit<Drag, 'onDrop'>,
  over: AbortController,
  { from, isHeld, begin, drop }: Held,
): void {
  const { signal } = over
  let before: Before | undefined
  let isMoved = isHeld
  if (isHeld) begin()
  let scrolling = 0
  function show(y: number): void {
    const found = list.current && placeUnder(list.current, y)
    if (!found || !mark.current) return
    before = found.before
    mark.current.hidden = false
    mark.current.style.transform = `translateY(${found.top}px)`
  }
  /** Repeats while the pointer stays at an edge. */
  function scroll(y: number): void {
    const far = Math.max(0, y - (innerHeight - EDGE_PX)) - Math.max(0, EDGE_PX - y)
    if (far === 0) return
    scrollBy(0, Math.sign(far) * Math.min(FASTEST_PX, Math.abs(far) / 4))
    show(y)
    scrolling = requestAnimationFrame(() => scroll(y))
  }
  /** Browsers report at most one move per frame. */
  function onMove({ clientY }: globalThis.PointerEvent): void {
    if (!isMoved && Math.abs(clientY - from) < CLICK_PX) return
    if (!isMoved) begin()
    isMoved = true
    cancelAnimationFrame(scrolling)
    show(clientY)
    scroll(clientY)
  }
  function onUp(): void {
    if (before !== undefined) {
      // A drop over the original row must not count as a click on it.
      const clicked = new AbortController()
      const { signal: heard } = clicked
      addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true, signal: heard })
      setTimeout(() => clicked.abort())
      drop(before)
    }
    over.abort()
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    over.abort()
  }
  signal.addEventListener('abort', () => {
    cancelAnimationFrame(scrolling)
    if (mark.current) mark.current.hidden = true
  })
  addEventListener('pointermove', onMove, { signal })
  addEventListener('pointerup', onUp, { signal })
  addEventListener('pointercancel', () => over.abort(), { signal })
  addEventListener('keydown', onKey, { signal, capture: true })
}

/** The gap between two rows nearest to a y position in the window, and its distance below the top of the list. */
function placeUnder(list: HTMLElement, y: number): { before: Before; top: number } | null {
  const { left, width, top, bottom } = list.getBoundingClientRect()
  const within = Math.min(Math.max(y, top + 1, 0), bottom - 1, innerHeight - 1)
  const row = document
    .elementsFromPoint(left + width / 2, within)
    .find((one): one is HTMLElement => one instanceof HTMLElement && one.closest('[data-item]') !== null)
    ?.closest<HTMLElement>('[data-item]')
  if (!row || !list.contains(row)) return null
  const seen = row.getBoundingClientRect()
  const isUpper = within < seen.top + seen.height / 2
  const next = row.nextElementSibling instanceof HTMLElement ? (row.nextElementSibling.dataset.item ?? null) : null
  return isUpper
    ? { before: row.dataset.item ?? null, top: seen.top - top }
    : { before: next, top: seen.bottom - top }
}
