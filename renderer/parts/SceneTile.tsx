import { memo, useId } from 'react'
import type { SceneState } from '../../shared/state.ts'
import type { Mark } from '../../shared/view/marks.ts'
import { EMPTY, MARKS, MARKS_EXPLAINED, PRESS_WORDS } from '../../shared/words/labels.ts'
import { sceneKey } from '../../shared/words/show.ts'
import { switchToScene } from '../hooks/useSceneKeys.ts'
import { useActions, useMirror } from '../mirror/context.tsx'
import { ignoreRepeat } from './PressButton.tsx'

interface Props {
  scene: SceneState
  /** The key that switches to it, for the first nine. */
  nth: number | null
  mark: Mark | null
  inert: string | null
}

/** A scene: one press switches to it. */
export const SceneTile = memo(function SceneTile({ scene, nth, mark, inert }: Props) {
  const mirror = useActions()
  const id = useId()
  const sent = useMirror(({ presses }) => presses[`scene:${scene.id}`]?.phase === 'sent')
  const name = scene.name || EMPTY.nameless
  const description = [inert, mark && MARKS_EXPLAINED[mark], nth !== null && sceneKey(nth)].filter(Boolean).join(' ')
  return (
    <li className="scene-place" data-scene={scene.id}>
      <button
        type="button"
        className="scene"
        data-mark={mark ?? undefined}
        aria-disabled={inert !== null || undefined}
        aria-describedby={description ? id : undefined}
        title={name}
        onKeyDown={ignoreRepeat}
        onClick={() => switchToScene(mirror, scene.id)}
      >
        <span className="scene-name">{name}</span>
        <span className="scene-foot" aria-hidden="true">
          {sent ? (
            <span className="scene-sent">{PRESS_WORDS.sent}</span>
          ) : (
            mark && <span className="scene-mark">{MARKS[mark]}</span>
          )}
          {nth !== null && <kbd className="needs-keys">{nth}</kbd>}
        </span>
      </button>
      {description && (
        <span id={id} hidden>
          {description}
        </span>
      )}
    </li>
  )
})
