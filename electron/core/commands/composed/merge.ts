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
  const conflicts = regions.flatMap(({ conflict }) => (conflict ? [{ mine: conflict.a, theirs: conflict.b }] : []))
  if (conflicts.length > 0) return { files: null, conflicts }
  const [wanted, there] = [takerOf(mine), takerOf(now)]
  const files = regions
    .flatMap(({ ok = [] }) => ok)
    .map((fileId) => ({ ...writable(there(fileId)), ...given(wanted(fileId)), fileId }))
  return { files, conflicts: null }
}

/** Gives items of a file one after the other, in their order: the same file may stand in a list several times. */
function takerOf<Item extends { readonly fileId: string }>(items: readonly Item[]) {
  const byFile = Map.groupBy(items, ({ fileId }) => fileId)
  return (fileId: string): Item | undefined => byFile.get(fileId)?.shift()
}

function writable(item: ReadItem | undefined): Record<string, unknown> {
  // A schema reads what is absent as null; what is null is not written.
  const kept = Object.entries(item ?? {}).filter(([field, value]) => !READ_ONLY.includes(field) && value !== null)
  return Object.fromEntries(kept)
}

const given = (item: WantedItem | undefined) =>
  Object.fromEntries(
    Object.entries(item ?? {}).filter(([field, value]) => value !== undefined && !READ_ONLY.includes(field)),
  )
