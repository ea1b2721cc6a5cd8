import { type RefObject, useEffect, useState } from 'react'

/** What stands over the top of the page while it scrolls: a tile beneath it is not seen. */
const HEAD = '-56px 0px 0px'

/**
 * Is the tile of this scene seen, at least half of it? Neither scrolled away nor left out by a search.
 *
 * @param shown changes whenever other tiles are shown
 */
export function useInSight(field: RefObject<HTMLElement | null>, sceneId: string | null, shown: unknown): boolean {
  const [seen, setSeen] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other tiles shown, the one looked for is another element
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
