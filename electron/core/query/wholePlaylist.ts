import type { Layer } from '../../../shared/contract/records.ts'
import { pagesFor } from '../../service/bounds.ts'
import type { Caller } from '../../service/calls.ts'

type PlaylistLayer = typeof Layer._zod.output
type Items = NonNullable<PlaylistLayer['settings']['files']>

/** A layer with all items of its list, as far as they could be read. */
export interface ReadPlaylist {
  layer: PlaylistLayer
  files: Items
  /** How many items there are, if the service reports it. */
  total: number | null
  /** Proven to be all items of one and the same list. */
  whole: boolean
}

/** Most readings of a list that changes while it is read. */
const MOST_READINGS = 3

/**
 * Reads a playlist, page by page if the service returns pages (contract notes, `layerItems`). It counts the items
 * received, drops repeated ones, and starts over if the total changed. Every write gives all items new ids, so the
 * pages are of one list if the first page still contains the same ids at the end.
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
  // A list that came in one piece and is reported as incomplete would be reported so again.
  for (let readings = 1; !read.whole && read.total !== null && readings < MOST_READINGS; readings += 1)
    read = await readOnce()
  return read
}

/** Takes one response for the whole list unless it indicates otherwise. */
export function asRead(layer: PlaylistLayer): ReadPlaylist {
  const { files, itemTotal, total: other, hasMore } = layer.settings
  const total = itemTotal ?? (typeof other === 'number' ? other : null)
  const held = files ?? []
  return { layer, files: held, total, whole: files !== null && held.length === (total ?? held.length) && !hasMore }
}

const idsOf = (files: Items): string => JSON.stringify(files.map(({ playlistItemId }) => playlistItemId))
