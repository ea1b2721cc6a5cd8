import { memo, useDeferredValue, useId } from 'react'
import type { SceneColour } from '../../../shared/view/looks.ts'
import { type Mark, markOf } from '../../../shared/view/marks.ts'
import { EMPTY, MARKS, MARKS_EXPLAINED, PRESS_WORDS } from '../../../shared/words/labels.ts'
import { sceneKey, sceneLook } from '../../../shared/words/show/show.ts'
import { useActions, usePanel, useTarget } from '../../store/context.tsx'
import type { ViewPreferences } from '../../store/preferenceRules.ts'
import { isWaiting, whyNoLink } from '../../store/reasons.ts'
import { airIsKnown } from '../../store/tally.ts'
import { useTimed } from '../../store/useTimed.ts'
import { ignoreRepeat } from '../../ui/button/PressButton.tsx'
import { type Placed, tintOf } from '../../ui/list/arrange.ts'
import { useArrows } from '../../ui/list/useArrows.ts'
import { switchToScene } from './useSceneKeys.ts'

interface Props {
  id: string
  name: string
  /** The digit key that switches to it, for the first nine scenes of the project. */
  nth: number | null
  mark: Mark | null
  favourite: boolean | undefined
  colour: SceneColour | null | undefined
  inert: string | null
  /** Whether Tab leads to this tile. */
  isEntry: boolean
}

/** A scene tile: a click switches to it. */
export const SceneTile = memo(function SceneTile({ id, name, nth, mark, favourite, colour, inert, isEntry }: Props) {
  const panel = useActions()
  const about = useId()
  const sent = usePanel(isWaiting(`scene:${id}`))
  const looks = sceneLook(favourite, colour)
  const description = [inert, mark && MARKS_EXPLAINED[mark], looks, nth !== null && sceneKey(nth)]
    .filter(Boolean)
    .join(' ')
  return (
    <li className="scene-place" data-scene={id}>
      <button
        type="button"
        className="plain scene"
        tabIndex={isEntry ? 0 : -1}
        data-mark={mark ?? undefined}
        data-sent={sent || undefined}
        aria-busy={sent || undefined}
        data-favourite={favourite || undefined}
        data-colour={colour ?? undefined}
        style={colour ? tintOf(colour) : undefined}
        aria-disabled={inert !== null || undefined}
        aria-describedby={description ? about : undefined}
        title={name}
        onKeyDown={ignoreRepeat}
        onClick={() => switchToScene(panel, id)}
      >
        <span className="scene-name strong clamp">{name}</span>
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

/** The tiles. Each gets plain values only, so that it rerenders only when its own values change. */
export function SceneGrid({ shown, size }: { shown: readonly Placed[]; size: ViewPreferences['sceneSize'] }) {
  const target = useTarget((one) => one)
  const known = useTimed(airIsKnown)
  const inert = usePanel(whyNoLink)
  const { last, ...listens } = useArrows('scene')
  // The first tiles render with the rest of the screen, all others deferred right after.
  const all = useDeferredValue(true, false)
  if (!target) return null
  const entry = shown.find(({ scene }) => scene.id === last) ?? shown[0]
  return (
    <ul className="scene-grid" data-size={size} {...listens}>
      {(all ? shown : shown.slice(0, FIRST)).map(({ scene, look, nth }) => (
        <SceneTile
          key={scene.id}
          id={scene.id}
          name={scene.name || EMPTY.nameless}
          nth={nth}
          mark={markOf(target, scene, known)}
          favourite={look?.favourite}
          colour={look?.colour}
          inert={inert}
          isEntry={scene.id === entry?.scene.id}
        />
      ))}
    </ul>
  )
}

/** More than fit into most windows. */
const FIRST = 48
