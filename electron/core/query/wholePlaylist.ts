import type { Layer } from '../../../shared/contract/records.ts'
import { pagesFor } from '../../service/bounds.ts'
import type { Caller } from '../../service/calls.ts'

type PlaylistLayer = typeof Layer._zod.output
type Items = NonNullable<PlaylistLayer['settings']['files']>

/** A layer with all items of its list, as far as they could be read. */
export interface ReadPlaylist {
  layer: PlaylistLayer
  files: Items
  /** How many there are, where the service tells. */
  total: number | null
  /** Proven to be all of them, of one and the same list. */
  whole: boolean
}

/** How often a list is read again that changed while it was read. */
const MOST_READINGS = 3

/**
 * Reads a playlist, page by page where a service gives it so (contract notes, `layerItems`): by what was received, repeated
 * items dropped, and from the beginning where its total moved. Every write makes item ids anew, so pages of one list are
 * those whose first page still holds the same ids at the end.
 *
 * @throws ServiceError as the client does
 */
export async function readPlaylist(
  { call }: Pick<Caller, 'call'>,
  params: { projectId: string; layerId: string },
): Promise<ReadPlaylist> {
  const readPage = (offset: number) =>
    call('getLayer', offset === 0 ? { params } : { params, query: { offset } }, { lane: 'edit' })

  async function readOnce(): Promise<ReadPlaylist> {
    const layer = await readPage(0)
    const read = asRead(layer)
    const { total } = read
    const isPaged = total !== null && read.files.length < total
    if (!isPaged) return read
    const files = new Map(read.files.map((item) => [item.playlistItemId, item]))
    for (let pages = 1; files.size < total && pages < pagesFor(files.size); pages += 1) {
      const page = asRead(await readPage(files.size))
      const known = files.size
      for (const item of page.files) files.set(item.playlistItemId, item)
      if (files.size === known || page.total !== total) break
    }
    const again = asRead(await readPage(0))
    const isSame = again.total === total && idsOf(again.files) === idsOf(read.files)
    return { layer, files: [...files.values()], total, whole: files.size === total && isSame }
  }

  let read = await readOnce()
  // What came in one piece and says that it is not all would say so again.
  for (let readings = 1; !read.whole && read.total !== null && readings < MOST_READINGS; readings += 1)
    read = await readOnce()
  return read
}

/** One answer, taken for the whole list where nothing in it says otherwise. */
export function asRead(layer: PlaylistLayer): ReadPlaylist {
  const { files, itemTotal, total: other, hasMore } = layer.settings
  const total = itemTotal ?? (typeof other === 'number' ? other : null)
  const held = files ?? []
  return { layer, files: held, total, whole: files !== null && held.length === (total ?? held.length) && !hasMore }
}

const idsOf = (files: Items): string => JSON.stringify(files.map(({ playlistItemId }) => playlistItemId))
