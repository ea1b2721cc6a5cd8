import { useEffect } from 'react'
import { targetOf } from '../../../shared/state.ts'
import { useActions } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import type { Mirror } from '../../store/store.ts'
import { digitOf } from '../../ui/digits.ts'

/** Where digits are text, or belong to a question being asked. */
const NOT_HERE = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], dialog, [role$="dialog"]'

/** Keys 1 to 9 switch to the scene of that number. */
export function useSceneKeys(): void {
  const mirror = useActions()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const digit = digitOf(event)
      if (digit === null || event.defaultPrevented || isElsewhere(event)) return
      switchToNth(mirror, digit)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [mirror])
}

/** Is a key of the page's meant for something else: a field that is written in, or a dialog? */
export function isElsewhere(event: KeyboardEvent): boolean {
  const inField = event.target instanceof Element && event.target.closest(NOT_HERE) !== null
  return inField || document.querySelector('dialog[open]') !== null
}

function switchToNth(mirror: Mirror, nth: number): void {
  const { state } = mirror.store.getState()
  const scene = state && targetOf(state)?.scenes?.[nth - 1]
  if (scene) switchToScene(mirror, scene.id)
}

/** Asks for a scene. */
export function switchToScene(mirror: Mirror, sceneId: string): void {
  const why = whyNoLink(mirror.store.getState())
  const spot = `scene:${sceneId}` as const
  if (why) mirror.tell(spot, { result: 'inert', why })
  else void mirror.ask(spot, (show) => show.switchScene(sceneId))
}
