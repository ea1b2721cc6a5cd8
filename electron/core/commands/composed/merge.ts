/**
 * Writing a playlist replaces all of it, and no write carries a version (contract notes, "One writer at a time"). So what a
 * person made of the list they saw is merged into the list that is there now. Pure.
 */
import { diff3Merge } from 'node-diff3'

/** An item as it is read: with its id of this write, and whatever else the service told of it. */
export interface ReadItem {
  readonly playlistItemId: string
  readonly fileId: string
  readonly [field: string]: unknown
}

/** An item as it is wanted: what it does not say stays as it is there. */
export interface WantedItem {
  readonly fileId: string
  readonly [field: string]: unknown
}

/** A place that both changed, each in another way: the files of both. */
export interface PlaylistConflict {
  mine: string[]
  theirs: string[]
}

export type Merged = { files: WantedItem[]; conflicts: null } | { files: null; conflicts: PlaylistConflict[] }

/** What a read tells of an item and a write does not take: it is the service's own. */
const READ_ONLY = ['playlistItemId', 'duration', 'isPlaying']

/**
 * Merges moves, adds and removes.
 *
 * @param base the files of the list its writer saw, in their order
 * @param mine what the writer made of it
 * @param now the list as it is there, read whole
 * @returns the whole list to be written, with ad breaks and unknown fields of what is there; or where both changed the
 * same place
 */
export function mergePlaylist(
  base: readonly string[],
  mine: readonly WantedItem[],
  now: readonly ReadItem[],
): Merged {
  const regions: { ok?: string[]; conflict?: { a: string[]; b: string[] } }[] = diff3Merge(
    mine.map(({ fileId }) => fileId),
    [...base],
    now.map(({ fileId }) => fileId),
    { excludeFalseConflicts: true },
  )
  const merged = regions.flatMap(({ ok = [] }) => ok)
  const conflicts = [
    ...regions.flatMap(({ conflict }) => (conflict ? [{ mine: conflict.a, theirs: conflict.b }] : [])),
    ...pulledApart(base, mine, now, merged),
  ]
  if (conflicts.length > 0) return { files: null, conflicts }
  const [wanted, there] = [takerOf(mine), takerOf(now)]
  const files = merged.map((fileId) => {
    const own = wanted(fileId)
    const held = there(fileId, own?.playlistItemId)
    return { ...(held && writable(held)), ...given(own), fileId }
  })
  return { files, conflicts: null }
}

/**
 * What one moved and the other moved elsewhere, or removed: line by line that is no conflict, but it would stand there twice,
 * or come back.
 */
function pulledApart(
  base: readonly string[],
  mine: readonly WantedItem[],
  now: readonly ReadItem[],
  merged: readonly string[],
): PlaylistConflict[] {
  const [before, own, there, result] = [
    countOf(base),
    countOf(mine.map(({ fileId }) => fileId)),
    countOf(now.map(({ fileId }) => fileId)),
    countOf(merged),
  ]
  const isTooMany = (fileId: string) => {
    const [b, m, n] = [before(fileId), own(fileId), there(fileId)]
    const most = m <= b && n <= b ? Math.min(m, n) : b + Math.max(0, m - b) + Math.max(0, n - b)
    return result(fileId) > most
  }
  return [...new Set(merged)]
    .filter(isTooMany)
    .map((fileId) => ({ mine: aroundOf(fileId, mine), theirs: aroundOf(fileId, now) }))
}

function countOf(fileIds: readonly string[]): (fileId: string) => number {
  const byFile = Map.groupBy(fileIds, (fileId) => fileId)
  return (fileId) => byFile.get(fileId)?.length ?? 0
}

/** A file and its neighbours: where it stands. */
function aroundOf(fileId: string, items: readonly { readonly fileId: string }[]): string[] {
  const at = items.findIndex((item) => item.fileId === fileId)
  return at < 0 ? [] : items.slice(Math.max(0, at - 1), at + 2).map((item) => item.fileId)
}

/** Gives the item of that id, else those of a file in their order: the same file may stand in a list several times. */
function takerOf<Item extends { readonly fileId: string; readonly playlistItemId?: unknown }>(
  items: readonly Item[],
) {
  const byFile = Map.groupBy(items, ({ fileId }) => fileId)
  return (fileId: string, itemId?: unknown): Item | undefined => {
    const left = byFile.get(fileId) ?? []
    const at = left.findIndex(({ playlistItemId }) => playlistItemId !== undefined && playlistItemId === itemId)
    return left.splice(Math.max(0, at), 1)[0]
  }
}

/** What a write takes of an item as it was read. */
export function writable({ fileId, ...item }: ReadItem): WantedItem {
  // A schema reads what is absent as null; what is null is not written.
  const kept = Object.entries(item).filter(([field, value]) => !READ_ONLY.includes(field) && value !== null)
  return { fileId, ...Object.fromEntries(kept) }
}

const given = (item: WantedItem | undefined) =>
  Object.fromEntries(
    Object.entries(item ?? {}).filter(([field, value]) => value !== undefined && !READ_ONLY.includes(field)),
  )
