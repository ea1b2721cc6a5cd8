import { useRef } from 'react'
import { markOf } from '../../shared/view/marks.ts'
import { HEADINGS } from '../../shared/words/labels.ts'
import { useSceneKeys } from '../hooks/useSceneKeys.ts'
import { useTimed } from '../hooks/useTimed.ts'
import { useMirror, useTarget } from '../mirror/context.tsx'
import { whyNoLink } from '../view/reasons.ts'
import { airIsKnown } from '../view/tally.ts'
import { SceneAnswer } from './SceneAnswer.tsx'
import { NoScenes, ScenesUnread } from './ScenesMissing.tsx'
import { SceneTile } from './SceneTile.tsx'
import './Scenes.css'

/**
 * All scenes of the show target, with what is on air and what is not yet.
 *
 * @param answered whether each press is answered at its tile; else it is answered elsewhere
 */
export function Scenes({ answered = true }: { answered?: boolean }) {
  useSceneKeys()
  const count = useTarget((target) => target?.scenes?.length ?? null)
  return (
    <section className="scenes" aria-label={HEADINGS.scenes}>
      {count === null && <ScenesUnread />}
      {count === 0 && <NoScenes />}
      {count !== null && count > 0 && <Grid answered={answered} />}
    </section>
  )
}

function Grid({ answered }: { answered: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  const target = useTarget((one) => one)
  const known = useTimed(airIsKnown)
  const inert = useMirror(whyNoLink)
  if (!target) return null
  return (
    <div className="scene-field" ref={place} data-many={(target.scenes?.length ?? 0) > MANY || undefined}>
      <ul className="scene-grid">
        {target.scenes?.map((scene, index) => (
          <SceneTile
            key={scene.id}
            scene={scene}
            nth={index < 9 ? index + 1 : null}
            mark={markOf(target, scene, known)}
            inert={inert}
          />
        ))}
      </ul>
      {answered && <SceneAnswer field={place} />}
    </div>
  )
}

/** From here on the grid scrolls by itself where there is room beside it, so that the journal stays in reach. */
const MANY = 24
