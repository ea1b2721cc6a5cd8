import { useEffect } from 'react'
import { targetOf } from '../../../shared/state.ts'
import { useActions } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import type { PanelStore } from '../../store/store.ts'
import { isElsewhere } from '../../ui/button/usePageKey.ts'

/** The properties of a key event that decide whether it switches to a scene. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'repeat' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'isComposing'
>

/**
 * A digit from 1 to 9, or null. Decided by the physical key, so that it is the same on every layout; repeats do not
 * count.
 */
export function digitOf(press: KeyPress): number | null {
  if (press.repeat || press.isComposing || press.ctrlKey || press.altKey || press.metaKey || press.shiftKey)
    return null
  const digit = /^Digit([1-9])$/.exec(press.code)?.[1] ?? /^[1-9]$/.exec(press.key)?.[0]
  return digit === undefined ? null : Number(digit)
}

/** Keys 1 to 9 switch to the scene of that number. */
export function useSceneKeys(): void {
  const panel = useActions()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const digit = digitOf(event)
      if (digit === null || event.defaultPrevented || isElsewhere(event)) return
      switchToNth(panel, digit)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [panel])
}

function switchToNth(panel: PanelStore, nth: number): void {
  const { state } = panel.store.getState()
  const scene = state && targetOf(state)?.scenes?.[nth - 1]
  if (scene) switchToScene(panel, scene.id)
}

/** Sends a switch to a scene, or shows why it cannot be sent. */
export function switchToScene(panel: PanelStore, sceneId: string): void {
  const why = whyNoLink(panel.store.getState())
  const spot = `scene:${sceneId}` as const
  if (why) panel.tell(spot, { result: 'inert', why })
  else void panel.ask(spot, (show) => show.switchScene(sceneId))
}
