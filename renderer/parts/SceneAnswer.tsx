import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useMirror } from '../mirror/context.tsx'
import type { MirrorState } from '../mirror/mirror.ts'
import { AnswerLine } from './Answer.tsx'

/** The scene pressed last, while its answer is shown. */
function latestScene(presses: MirrorState['presses']): string | null {
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
 * The answer to the scene pressed last, laid under its tile: where the eye is, without moving any tile away from
 * under the pointer. There is one for all scenes, always in the page, so that it is read out.
 */
export function SceneAnswer({ field }: { field: RefObject<HTMLDivElement | null> }) {
  const bubble = useRef<HTMLDivElement>(null)
  const sceneId = useMirror(({ presses }) => latestScene(presses))
  const press = useMirror(({ presses }) => (sceneId === null ? null : (presses[`scene:${sceneId}`] ?? null)))
  const answered = press?.phase === 'answered' ? press : null

  useLayoutEffect(() => {
    const tile = field.current?.querySelector(`[data-scene="${CSS.escape(sceneId ?? '')}"]`)
    if (!bubble.current || !(tile instanceof HTMLElement)) return
    bubble.current.style.top = `${tile.offsetTop + tile.offsetHeight - 4}px`
    bubble.current.style.left = `${tile.offsetLeft}px`
    bubble.current.style.width = `${tile.offsetWidth}px`
  })

  return (
    <div className="scene-answer" ref={bubble} data-shown={answered !== null || undefined}>
      <AnswerLine press={answered} />
    </div>
  )
}
