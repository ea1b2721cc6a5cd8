import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import { useActions } from '../../store/context.tsx'
import type { StopMode, Stopping } from '../../store/stopControl.ts'
import type { Mirror } from '../../store/store.ts'
import { toStop } from './stopping.ts'

/**
 * What a button that stops listens to. A pointer holds; a key, or a click that no pointer made, opens the cancel window.
 * Whatever ends the hold other than its own end cancels it: letting go, losing the pointer, leaving the page or screen.
 */
export function useHoldToStop(spot: Stopping['spot']) {
  const mirror = useActions()
  const pointer = useRef<number | null>(null)
  /** A click follows a pointer's release: it must not open the cancel window. One that follows none must. */
  const pointerCame = useRef(false)

  function letGo(event: PointerEvent): void {
    if (event.pointerId !== pointer.current) return
    pointer.current = null
    mirror.stop.cancel()
  }

  useEffect(() => {
    const whenHeld = () => pointer.current !== null && mirror.stop.cancel()
    const stopListening = listen([
      [window, 'blur', whenHeld],
      [document, 'visibilitychange', () => document.visibilityState === 'hidden' && whenHeld()],
      [window, 'keydown', (event) => 'key' in event && event.key === 'Escape' && cancelBy(event, mirror)],
    ])
    return () => {
      stopListening()
      whenHeld()
    }
  }, [mirror])

  return {
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      pointerCame.current = true
      if (event.button !== 0 || !event.isPrimary || pointer.current !== null) return
      pointer.current = event.pointerId
      event.currentTarget.setPointerCapture(event.pointerId)
      begin(mirror, spot, 'hold')
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onLostPointerCapture: letGo,
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      if (!event.repeat) begin(mirror, spot, 'cancelWindow')
    },
    /** Some browsers click on the way up of the space bar even so. */
    onKeyUp: (event: KeyboardEvent) => event.key === ' ' && event.preventDefault(),
    onClick(event: MouseEvent) {
      if (event.detail === 0 || !pointerCame.current) begin(mirror, spot, 'cancelWindow')
      pointerCame.current = false
    },
  }
}

function begin(mirror: Mirror, spot: Stopping['spot'], mode: StopMode): void {
  const now = mirror.store.getState()
  if (now.stop.phase !== 'idle') return
  const meant = toStop(spot, now)
  if ('why' in meant) {
    mirror.tell(spot, { result: 'inert', why: meant.why })
    return
  }
  mirror.dismiss(spot)
  void mirror.stop.begin(mode, meant)
}

/** A key that cancelled a stop is used up: it does nothing else. */
function cancelBy(event: Event, { store, stop }: Mirror): void {
  const { phase } = store.getState().stop
  if (phase !== 'arming' && phase !== 'armed') return
  event.preventDefault()
  stop.cancel()
}

type Listening = [target: EventTarget, event: string, listener: (event: Event) => void]

function listen(all: readonly Listening[]): () => void {
  for (const [target, event, listener] of all) target.addEventListener(event, listener)
  return () => {
    for (const [target, event, listener] of all) target.removeEventListener(event, listener)
  }
}
