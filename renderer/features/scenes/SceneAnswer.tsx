import { type RefObject, useLayoutEffect, useRef } from 'react'
import { usePanel } from '../../store/context.tsx'
import type { PanelState } from '../../store/store.ts'
import { AnswerLine } from '../../ui/Answer.tsx'

/** A part of the window, in px from its corner. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Needs {
  /** What it belongs to. */
  tile: Box
  /** It keeps within these sides. */
  room: Pick<Box, 'left' | 'right'>
  /** What it must not cover. */
  onAir: Box | null
  size: { width: number; height: number }
  /** The end of the window. */
  below: number
}

/** It overlaps its tile so much, to be seen as its own. */
const OVERLAP = 4

/** Under its tile, begun where that begins; above it, where it would cover the tile on air or leave the window. */
export function bubblePlace({ tile, room, onAir, size, below }: Needs): { left: number; top: number } {
  const left = Math.max(room.left, Math.min(tile.left, room.right - size.width))
  const [under, above] = [tile.bottom - OVERLAP, tile.top + OVERLAP - size.height]
  const covers = (top: number) =>
    onAir !== null &&
    left < onAir.right &&
    left + size.width > onAir.left &&
    // Its own tile may be the one on air: that much it always overlaps.
    top + OVERLAP < onAir.bottom &&
    top + size.height - OVERLAP > onAir.top
  const fitsUnder = !covers(under) && under + size.height <= below
  return { left, top: fitsUnder || covers(above) || above < 0 ? under : above }
}

/** The scene pressed last, while its answer is shown. */
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
 * The answer to the scene pressed last, beside its tile: no tile moves away from under the pointer, and the one
 * on air is never covered. It stands beside the tiles, so that nothing cuts it, and is always in the page, so that it is read out.
 */
export function SceneAnswer({ field }: { field: RefObject<HTMLDivElement | null> }) {
  const bubble = useRef<HTMLDivElement>(null)
  const sceneId = usePanel(({ presses }) => latestScene(presses))
  const press = usePanel(({ presses }) => (sceneId === null ? null : (presses[`scene:${sceneId}`] ?? null)))
  // That it was sent, the tile itself says.
  const shown = press?.phase === 'sent' && !press.again ? null : press
  // What the tiles say may change under it, and with that the one it must not cover.
  usePanel(({ state }) => state?.projects)

  useLayoutEffect(() => {
    const place = () => bubble.current && field.current && put(bubble.current, field.current, sceneId)
    place()
    if (shown === null) return
    // Tiles scroll by themselves where there are many.
    const leaving = new AbortController()
    const { signal } = leaving
    window.addEventListener('scroll', place, { capture: true, passive: true, signal })
    window.addEventListener('resize', place, { signal })
    // A screen that has become narrower may lay them out anew some time after the window has told so.
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

/** A sentence in so many px takes two lines at most, mostly. */
const LEAST = 256
