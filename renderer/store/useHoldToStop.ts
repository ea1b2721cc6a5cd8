import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import { isRunning, type ProjectState, targetOf } from '../../shared/state.ts'
import { REASONS } from '../../shared/words/outcomes/reasons.ts'
import { onAirNow, QUIT_WORDS } from '../../shared/words/panel/setup.ts'
import { useActions } from './context.tsx'
import { whyNoLink, whyNoStop } from './reasons.ts'
import type { StopMode, Stopping } from './stopControl.ts'
import type { PanelState, PanelStore } from './store.ts'

/** What Stop, or "Stop and quit", would stop, or why it can stop nothing. */
export function toStop(spot: Stopping['spot'], panel: PanelState): Stopping | { why: string } {
  if (spot === 'quit') return toStopAll(panel)
  return spot === 'stop' ? toStopTarget(panel) : toStopOther(spot, panel)
}

function toStopOther(spot: `project:${string}`, panel: PanelState): Stopping | { why: string } {
  const project = panel.state?.projects[spot.slice('project:'.length)]
  const why = whyNoLink(panel) ?? (project && isRunning(project.live) ? null : REASONS.notLive)
  return why === null && project ? { spot, project } : { why: why ?? REASONS.notLive }
}

function toStopTarget(panel: PanelState): Stopping | { why: string } {
  const why = whyNoStop(panel)
  const project = panel.state && targetOf(panel.state)
  return why === null && project ? { spot: 'stop', project } : { why: why ?? REASONS.noTarget }
}

/** Before quitting, any running broadcast counts, not only the show target. One arm stops one broadcast. */
function toStopAll(panel: PanelState): Stopping | { why: string } {
  const why = whyNoLink(panel)
  if (why !== null) return { why }
  const [only, ...others] = running(panel)
  if (!only) return { why: whyNoStop(panel) ?? REASONS.notLive }
  if (others.length) return { why: QUIT_WORDS.severalRun }
  return { spot: 'quit', project: only }
}

function running({ state }: PanelState): ProjectState[] {
  return Object.values(state?.projects ?? {}).filter(({ live }) => isRunning(live))
}

/** The question before quitting while something is seen running; null: nothing is. */
export function whatBecomes(panel: PanelState): string | null {
  const names = running(panel).map(({ name }) => name)
  return names.length ? onAirNow(names) : null
}

/** Why "Stop and quit" would do nothing now, or null. */
export function whyNoStopAndQuit(panel: PanelState): string | null {
  const meant = toStopAll(panel)
  return 'why' in meant ? meant.why : null
}

/**
 * The listeners of a stop button. A pointer holds; a key, or a click without a pointer, opens the cancel window.
 * Anything that ends the hold early cancels it: releasing, losing the pointer, leaving the page or screen.
 */
export function useHoldToStop(spot: Stopping['spot']) {
  const panel = useActions()
  const pointer = useRef<number | null>(null)
  /** Pointers that were pressed: the click that follows the release must not open the cancel window. */
  const came = useRef(new Set<number | undefined>())

  function onRelease(event: PointerEvent): void {
    if (event.pointerId !== pointer.current) return
    pointer.current = null
    panel.stop.cancel()
  }

  useEffect(() => {
    const whenHeld = () => pointer.current !== null && panel.stop.cancel()
    const leaving = new AbortController()
    const { signal } = leaving
    const onVisibility = () => document.visibilityState === 'hidden' && whenHeld()
    window.addEventListener('blur', whenHeld, { signal })
    document.addEventListener('visibilitychange', onVisibility, { signal })
    window.addEventListener('keydown', (event) => event.key === 'Escape' && cancelBy(event, panel), { signal })
    return () => {
      leaving.abort()
      whenHeld()
    }
  }, [panel])

  return {
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      came.current.add(event.pointerId)
      if (event.button !== 0 || !event.isPrimary || pointer.current !== null) return
      pointer.current = event.pointerId
      event.currentTarget.setPointerCapture(event.pointerId)
      begin(panel, spot, 'hold')
    },
    onPointerUp: onRelease,
    onPointerCancel: onRelease,
    onLostPointerCapture: onRelease,
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      if (!event.repeat) begin(panel, spot, 'cancelWindow')
    },
    /** Some browsers click when the space bar is released, despite the prevented keydown. */
    onKeyUp: (event: KeyboardEvent) => event.key === ' ' && event.preventDefault(),
    onClick(event: MouseEvent) {
      const { pointerId } = event.nativeEvent as Partial<globalThis.PointerEvent>
      // If the browser does not report which pointer clicked, it may have been any of them.
      const isRelease = pointerId === undefined ? came.current.size > 0 : came.current.has(pointerId)
      if (pointerId === undefined) came.current.clear()
      else came.current.delete(pointerId)
      if (event.detail === 0 || !isRelease) begin(panel, spot, 'cancelWindow')
    },
  }
}

function begin(panel: PanelStore, spot: Stopping['spot'], mode: StopMode): void {
  const now = panel.store.getState()
  if (now.stop.phase !== 'idle') return
  const meant = toStop(spot, now)
  if ('why' in meant) {
    panel.tell(spot, { result: 'inert', why: meant.why })
    return
  }
  panel.dismiss(spot)
  void panel.stop.begin(mode, meant)
}

/** A key that cancelled a stop must have no other effect. */
function cancelBy(event: Event, { store, stop }: PanelStore): void {
  const { phase } = store.getState().stop
  if (phase !== 'arming' && phase !== 'armed') return
  event.preventDefault()
  stop.cancel()
}
