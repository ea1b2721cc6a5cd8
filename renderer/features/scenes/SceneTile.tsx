import { memo, useId } from 'react'
import type { Mark } from '../../../shared/view/marks.ts'
import { MARKS, MARKS_EXPLAINED, PRESS_WORDS } from '../../../shared/words/labels.ts'
import { sceneKey } from '../../../shared/words/show.ts'
import { useActions, useMirror } from '../../store/context.tsx'
import { ignoreRepeat } from '../../ui/PressButton.tsx'
import { switchToScene } from './useSceneKeys.ts'

interface Props {
  id: string
  name: string
  /** The key that switches to it, for the first nine of the project. */
  nth: number | null
  mark: Mark | null
  inert: string | null
  /** Is it the one that Tab leads to? */
  isEntry: boolean
}

/** A scene: one press switches to it. */
export const SceneTile = memo(function SceneTile({ id, name, nth, mark, inert, isEntry }: Props) {
  const mirror = useActions()
  const about = useId()
  const sent = useMirror(({ presses }) => presses[`scene:${id}`]?.phase === 'sent')
  const description = [inert, mark && MARKS_EXPLAINED[mark], nth !== null && sceneKey(nth)].filter(Boolean).join(' ')
  return (
    <li className="scene-place" data-scene={id}>
      <button
        type="button"
        className="scene"
        tabIndex={isEntry ? 0 : -1}
        data-mark={mark ?? undefined}
        data-sent={sent || undefined}
        aria-disabled={inert !== null || undefined}
        aria-describedby={description ? about : undefined}
        title={name}
        onKeyDown={ignoreRepeat}
        onClick={() => switchToScene(mirror, id)}
      >
        <span className="scene-name">{name}</span>
        <span className="scene-foot" aria-hidden="true">
          {sent ? (
            <span className="scene-sent">{PRESS_WORDS.sent}</span>
          ) : (
            mark && (
              <span className="scene-mark" data-mark={mark}>
                {MARKS[mark]}
              </span>
            )
          )}
          {nth !== null && <kbd className="needs-keys">{nth}</kbd>}
        </span>
      </button>
      {description && (
        <span id={about} hidden>
          {description}
        </span>
      )}
    </li>
  )
})
