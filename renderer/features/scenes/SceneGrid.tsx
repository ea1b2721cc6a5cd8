import { useDeferredValue } from 'react'
import { markOf } from '../../../shared/view/marks.ts'
import { EMPTY } from '../../../shared/words/labels.ts'
import { useMirror, useTarget } from '../../store/context.tsx'
import type { Choices } from '../../store/preferenceRules.ts'
import { whyNoLink } from '../../store/reasons.ts'
import { airIsKnown } from '../../store/tally.ts'
import { useTimed } from '../../store/useTimed.ts'
import type { Placed } from '../../ui/arrange.ts'
import { useArrows } from '../../ui/useArrows.ts'
import { SceneTile } from './SceneTile.tsx'

/** The tiles. What does not concern a tile does not draw it anew: each is given plain values only. */
export function SceneGrid({ shown, size }: { shown: readonly Placed[]; size: Choices['sceneSize'] }) {
  const target = useTarget((one) => one)
  const known = useTimed(airIsKnown)
  const inert = useMirror(whyNoLink)
  const { last, ...listens } = useArrows()
  // The first ones come with the rest of the screen, all others right after it, a little at a time.
  const all = useDeferredValue(true, false)
  if (!target) return null
  const entry = shown.find(({ scene }) => scene.id === last) ?? shown[0]
  return (
    <ul className="scene-grid" data-size={size} {...listens}>
      {(all ? shown : shown.slice(0, FIRST)).map(({ scene, nth }) => (
        <SceneTile
          key={scene.id}
          id={scene.id}
          name={scene.name || EMPTY.nameless}
          nth={nth}
          mark={markOf(target, scene, known)}
          inert={inert}
          isEntry={scene.id === entry?.scene.id}
        />
      ))}
    </ul>
  )
}

/** More than fit into most windows. */
const FIRST = 48
