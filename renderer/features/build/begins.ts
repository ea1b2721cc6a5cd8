import type { Project } from '../../../shared/contract/records.ts'
import { usePanel } from '../../store/context.tsx'
import type { Begin } from './PlaylistRows.tsx'
import type { Item } from './usePlaylist.ts'

interface List {
  project: Project
  layer: { id: string; settings: { loop: boolean | null; shuffle: boolean | null } }
  items: readonly Item[]
  /** Only here: on air it is as it was before. */
  isChanged: boolean
}

/**
 * When each item plays: by the clock where the service says which of them plays and since when, and nobody changed the list
 * since; else counted from its beginning, as far as the lengths before it are known. Shuffled: nobody knows.
 */
export function useBegins({ project, layer, items, isChanged }: List): Begin[] {
  const said = usePanel(
    ({ state }) => state?.projects[project.id]?.live?.onAir?.find(({ layerId }) => layerId === layer.id) ?? null,
  )
  const { loop, shuffle } = layer.settings
  if (shuffle) return items.map(() => null)
  const playing = said && !isChanged ? items.findIndex((one) => one.playlistItemId === said.playlistItemId) : -1
  const begins: Begin[] = items.map(() => null)
  // From the one that plays to the end; what stands before it comes again where the list loops.
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
