import { type RefObject, useEffect, useId, useState } from 'react'
import type { SceneState } from '../../../shared/state.ts'
import { markOf } from '../../../shared/view/marks.ts'
import { EMPTY, MARKS } from '../../../shared/words/labels.ts'
import { MARKER_NAMES } from '../../../shared/words/show/show.ts'
import { useTarget } from '../../store/context.tsx'
import { airIsKnown } from '../../store/tally.ts'
import { useTimed } from '../../store/useTimed.ts'
import type { Placed } from '../../ui/list/arrange.ts'

/** The sticky head covers the top of the page: a tile beneath it does not count as visible. */
const HEAD = '-56px 0px 0px'

/**
 * Whether at least half of a scene's tile is visible, neither scrolled away nor filtered out. `shown` must change
 * whenever other tiles are shown.
 */
export function useInSight(field: RefObject<HTMLElement | null>, sceneId: string | null, shown: unknown): boolean {
  const [seen, setSeen] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other tiles are shown, the tile is another element
  useEffect(() => {
    if (sceneId === null) return setSeen(true)
    const tile = field.current?.querySelector(`[data-scene="${CSS.escape(sceneId)}"]`)
    if (!tile) return setSeen(false)
    const watch = new IntersectionObserver((entries) => setSeen((entries.at(-1)?.intersectionRatio ?? 0) >= 0.5), {
      threshold: 0.5,
      rootMargin: HEAD,
    })
    watch.observe(tile)
    return () => watch.disconnect()
  }, [field, sceneId, shown])
  return seen
}

type Sought = keyof typeof MARKER_NAMES

export interface MarkerProps {
  field: RefObject<HTMLElement | null>
  shown: readonly Placed[]
  /** Scrolls to the tile of this scene, wherever it is. */
  onReveal(sceneId: string): void
}

/** Keeps the scene on air, and the one that is not there yet, always visible: as a marker while its tile is not. */
export function OffscreenMarkers(props: MarkerProps) {
  const known = useTimed(airIsKnown)
  const target = useTarget((one) => one)
  const marked = (mark: Sought) => target?.scenes?.find((scene) => markOf(target, scene, known) === mark) ?? null
  return (
    <div className="sights">
      {(['onAir', 'running', 'wasOnAir', 'notYet'] as const).map((mark) => (
        <Sight key={mark} mark={mark} scene={marked(mark)} {...props} />
      ))}
    </div>
  )
}

function Sight({ mark, scene, field, shown, onReveal }: MarkerProps & { mark: Sought; scene: SceneState | null }) {
  const id = useId()
  const inSight = useInSight(field, scene?.id ?? null, shown)
  // Focusing the marker by Tab may scroll its tile into view; it stays as long as it has the focus.
  const [held, setHeld] = useState(false)
  if (!scene || (inSight && !held)) return null
  const name = scene.name || EMPTY.nameless
  return (
    <button
      type="button"
      className="plain label sight"
      aria-describedby={id}
      title={name}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onClick={() => onReveal(scene.id)}
    >
      <span className="hearable">{MARKER_NAMES[mark]}</span>
      <span className="scene-mark" data-mark={mark} aria-hidden="true">
        {MARKS[mark]}
      </span>
      <span className="sight-name clip" id={id} aria-hidden="true">
        {name}
      </span>
    </button>
  )
}
