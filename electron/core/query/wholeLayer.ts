import type { Answer } from '../../../shared/contract/operations.ts'
import { pageOf } from '../../../shared/contract/pages.ts'

type Layer = Answer<'getLayer'>

/**
 * Reads a layer with all of its items: a service may give them in pages (`layerItems`), which follow by what was received.
 *
 * @param read reads a page, the first without an offset; null: no more may be read now
 * @returns what came, and whether it is proven to be all
 */
export async function readWholeLayer(
  read: (query?: { offset: number }) => Promise<Layer | null>,
): Promise<{ layer: Layer; isWhole: boolean } | null> {
  const layer = await read()
  if (layer === null) return null
  const { files: first, itemTotal } = layer.settings
  // No playlist: there are no items.
  if (first === null) return { layer, isWhole: itemTotal === undefined }
  const files = [...first]
  while (itemTotal !== undefined && files.length < itemTotal) {
    const page = await read({ offset: files.length })
    const known = new Set(files.map(({ playlistItemId }) => playlistItemId))
    const fresh = page?.settings.files?.filter(({ playlistItemId }) => !known.has(playlistItemId)) ?? []
    // Nothing new, or another list than before: it is not proven whole.
    if (fresh.length === 0 || page?.settings.itemTotal !== itemTotal) break
    files.push(...fresh)
  }
  const isWhole = itemTotal === undefined ? !saysMore(layer) : files.length === itemTotal
  return { layer: { ...layer, settings: { ...layer.settings, files } }, isWhole }
}

/** Without a total of items, any other word of a page means that more may follow. */
function saysMore({ settings }: Layer): boolean {
  return pageOf(settings).total > (settings.files?.length ?? 0) || settings.hasMore === true
}
