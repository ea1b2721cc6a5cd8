import { type RefObject, useLayoutEffect, useRef } from 'react'
import { usePanel } from '../../store/context.tsx'
import type { PanelState } from '../../store/store.ts'
import { AnswerLine } from '../../ui/feedback/Answer.tsx'

/** A rectangle in window coordinates, in px. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Needs {
  /** The tile that the bubble belongs to. */
  tile: Box
  /** The horizontal bounds of the bubble. */
  room: Pick<Box, 'left' | 'right'>
  /** The tile that it must not cover. */
  onAir: Box | null
  size: { width: number; height: number }
  /** The bottom edge of the window. */
  below: number
}

/** Px that the bubble overlaps its tile, to show that they belong together. */
const OVERLAP = 4

/**
 * Places the bubble below its tile, aligned with its left edge; or above, if it would cover the tile on air or leave
 * the window.
 */
export function bubblePlace({ tile, room, onAir, size, below }: Needs): { left: number; top: number } {
  const left = Math.max(room.left, Math.min(tile.left, room.right - size.width))
  const [under, above] = [tile.bottom - OVERLAP, tile.top + OVERLAP - size.height]
  const covers = (top: number) =>
    onAir !== null &&
    left < onAir.right &&
    left + size.width > onAir.left &&
    // Its own tile may be the one on air, so the usual overlap is allowed.
    top + OVERLAP < onAir.bottom &&
    top + size.height - OVERLAP > onAir.top
  const fitsUnder = !covers(under) && under + size.height <= below
  return { left, top: fitsUnder || covers(above) || above < 0 ? under : above }
}

/** The scene that was requested last, as long as its outcome is shown. */
function latestScene(presses: PanelState['presses']): string | null {
  let latest: string | null = null
  let nr = 0
  for (const [spot, press] of Object.entries(presses)) {
    if (!press || !spot.startsWith('scene:') || press.nr < nr) continue
    latest = spot.slice('scene:'.length)
    nr = press.nr
  }
  return latest
}

/**
 * The outcome of the latest scene command, beside its tile. No tile moves away from the pointer, and the tile on air
 * is never covered. It is outside the grid, so that nothing clips it, and always in the DOM, so that screen readers
 * announce it.
 */
export function SceneAnswer({ field }: { field: RefObject<HTMLDivElement | null> }) {
  const bubble = useRef<HTMLDivElement>(null)
  const sceneId = usePanel(({ presses }) => latestScene(presses))
  const press = usePanel(({ presses }) => (sceneId === null ? null : (presses[`scene:${sceneId}`] ?? null)))
  // The tile itself shows that a command was sent.
  const shown = press?.phase === 'sent' && !press.again ? null : press
  // Rerender when the state changes: another tile may be on air and must not be covered.
  usePanel(({ state }) => state?.projects)

  useLayoutEffect(() => {
    const place = () => bubble.current && field.current && put(bubble.current, field.current, sceneId)
    place()
    if (shown === null) return
    // With many tiles the grid scrolls on its own.
    const leaving = new AbortController()
    const { signal } = leaving
    window.addEventListener('scroll', place, { capture: true, passive: true, signal })
    window.addEventListener('resize', place, { signal })
    // A narrower window may change the layout only some time after the resize event.
    const observer = new ResizeObserver(place)
    for (const { current } of [field, bubble]) if (current) observer.observe(current)
    return () => {
      leaving.abort()
      observer.disconnect()
    }
  })

  return (
    <div className="scene-answer" ref={bubble} data-shown={shown !== null || undefined}>
      <AnswerLine press={shown} passing />
    </div>
  )
}

function put(bubble: HTMLElement, field: HTMLElement, sceneId: string | null): void {
  const tile = field.querySelector(`[data-scene="${CSS.escape(sceneId ?? '')}"]`)
  const holder = bubble.offsetParent
  if (!tile || !holder) return
  const [room, around] = [field.getBoundingClientRect(), holder.getBoundingClientRect()]
  const onAir = field.querySelector('.scene[data-mark="onAir"]')?.getBoundingClientRect() ?? null
  bubble.style.width = `${Math.min(room.width, Math.max(tile.clientWidth, LEAST))}px`
  const size = { width: bubble.offsetWidth, height: bubble.offsetHeight }
  const { left, top } = bubblePlace({ tile: tile.getBoundingClientRect(), room, onAir, size, below: innerHeight })
  bubble.style.left = `${left - around.left}px`
  bubble.style.top = `${top - around.top}px`
}

/** Minimum width in px, in which most sentences take at most two lines. */
const LEAST = 256
