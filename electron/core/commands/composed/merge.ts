/**
 * Writing a playlist replaces all of it, and no write carries a version (contract notes, "One writer at a time"). So what a
 * person made of the list they saw is merged into the list that is there now. Pure.
 */
import { diff3Merge } from 'node-diff3'
import { type Item, identified, keysById } from './identity.ts'

/** An item as it is read: with its id of this write, and whatever else the service told of it. */
export interface ReadItem extends Item {
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

/** As the library answers: what stands, or where both changed the same lines. */
interface Region {
  ok?: string[]
  conflict?: { a: string[]; b: string[] }
}

/** What a read tells of an item and a write does not take: it is the service's own. */
const READ_ONLY = ['playlistItemId', 'duration', 'isPlaying']

/**
 * Merges moves, adds and removes. Every item is known by itself, also where its file stands in the list several times.
 *
 * @param base the list its writer saw, in its order, with the ids of its items where they are known
 * @param mine what the writer made of it: what was in it has its id, or is found by its file and place
 * @param now the list as it is there, read whole
 * @returns the whole list to be written, with ad breaks and unknown fields of what is there; or where both changed the
 * same place
 */
export function mergePlaylist(base: readonly Item[], mine: readonly WantedItem[], now: readonly ReadItem[]): Merged {
  const byId = keysById(base)
  const there = identified(now, base, byId)
  const own = identified(mine, base, new Map([...keysById(now, there), ...byId]))
  const wanted = new Map(own.map((key, at) => [key, mine[at]]))
  const held = new Map(there.map((key, at) => [key, now[at]]))
  const fileOf = (key: string) => (held.get(key) ?? wanted.get(key) ?? base[Number(key)])?.fileId ?? ''
  const files = (keys: readonly string[]) => keys.map(fileOf)
  const seen = base.map((_, at) => String(at))
  const regions: Region[] = diff3Merge(own, seen, there, { excludeFalseConflicts: true })
  const merged = regions.flatMap(({ ok = [] }) => ok)
  const conflicts = [
    ...regions.flatMap(({ conflict }) => (conflict ? [{ mine: files(conflict.a), theirs: files(conflict.b) }] : [])),
    ...pulledApart(seen, own, there, merged).map((one) => ({ mine: files(one.mine), theirs: files(one.theirs) })),
  ]
  if (conflicts.length > 0) return { files: null, conflicts }
  return { files: merged.map((key) => asWanted(fileOf(key), held.get(key), wanted.get(key))), conflicts: null }
}

const asWanted = (fileId: string, held: ReadItem | undefined, wanted: WantedItem | undefined): WantedItem => ({
  ...(held && writable(held)),
  ...given(wanted),
  fileId,
})

/**
 * What one moved and the other moved elsewhere, or removed: line by line that is no conflict, but it would stand there twice,
 * or come back.
 */
function pulledApart(
  base: readonly string[],
  mine: readonly string[],
  now: readonly string[],
  merged: readonly string[],
): PlaylistConflict[] {
  const [before, own, there, result] = [countOf(base), countOf(mine), countOf(now), countOf(merged)]
  const isTooMany = (key: string) =>
    result(key) > (before(key) > 0 ? Math.min(own(key), there(key)) : own(key) + there(key))
  return [...new Set(merged)]
    .filter(isTooMany)
    .map((key) => ({ mine: aroundOf(key, mine), theirs: aroundOf(key, now) }))
}

function countOf(keys: readonly string[]): (key: string) => number {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return (key) => counts.get(key) ?? 0
}

/** An item and its neighbours: where it stands. */
function aroundOf(key: string, keys: readonly string[]): string[] {
  const at = keys.indexOf(key)
  return at < 0 ? [] : keys.slice(Math.max(0, at - 1), at + 2)
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
