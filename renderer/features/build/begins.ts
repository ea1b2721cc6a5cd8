import type { Project } from '../../../shared/contract/records.ts'
import { usePanel } from '../../store/context.tsx'
import type { Begin } from './PlaylistRows.tsx'
import type { Item } from './usePlaylist.ts'

interface List {
  project: Project
  layer: { id: string; settings: { loop: boolean | null; shuffle: boolean | null } }
  items: readonly Item[]
  /** Changed only here: on air the old list still plays. */
  isChanged: boolean
}

/**
 * When each item plays: by the clock, if the service reports which item plays since when and the list is unchanged;
 * otherwise counted from the start of the list, as far as the lengths are known. Unknown for a shuffled list.
 */
export function useBegins({ project, layer, items, isChanged }: List): Begin[] {
  const said = usePanel(
    ({ state }) => state?.projects[project.id]?.live?.onAir?.find(({ layerId }) => layerId === layer.id) ?? null,
  )
  const { loop, shuffle } = layer.settings
  if (shuffle) return items.map(() => null)
  const playing = said && !isChanged ? items.findIndex((one) => one.playlistItemId === said.playlistItemId) : -1
  const begins: Begin[] = items.map(() => null)
  // From the playing item to the end; items before it play again only if the list loops.
  const first = Math.max(0, playing)
  let seconds: number | null = 0
  for (let nr = 0; nr < items.length && seconds !== null; nr += 1) {
    const nth = (first + nr) % items.length
    if (nth < first && loop !== true) break
    begins[nth] =
      said && playing >= 0 ? { at: said.startedAt + seconds * 1_000, isKnown: nr === 0 } : { after: seconds }
    const { duration } = items[nth] as Item
    seconds = duration ? seconds + duration : null
  }
  return begins
}
