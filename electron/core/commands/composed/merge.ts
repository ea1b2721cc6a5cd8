/**
 * A write of a playlist replaces all of it, and no write carries a version (contract notes, "One writer at a time"). So
 * the user's changes to the list they saw are merged into the current list. Pure.
 */
import { diff3Merge } from 'node-diff3'
import { type Item, identified, keysById } from './identity.ts'

/** An item as it is read: with the id from the last write, and any other field that the service returned. */
export interface ReadItem extends Item {
  readonly playlistItemId: string
  readonly fileId: string
  readonly [field: string]: unknown
}

/** An item as it is wanted: a field it leaves out is left unchanged. */
export interface WantedItem {
  readonly fileId: string
  readonly [field: string]: unknown
}

/** A place that both sides changed in different ways, with the files of each side. */
export interface PlaylistConflict {
  mine: string[]
  theirs: string[]
}

export type Merged = { files: WantedItem[]; conflicts: null } | { files: null; conflicts: PlaylistConflict[] }

/** As the library returns it: merged lines, or lines that both sides changed. */
interface Region {
  ok?: string[]
  conflict?: { a: string[]; b: string[] }
}

/** Fields of an item that a read returns and a write does not accept: they belong to the service. */
const READ_ONLY = ['playlistItemId', 'duration', 'isPlaying']

/**
 * Merges moves, additions and removals. Every item is identified separately, even if its file is in the list several
 * times.
 *
 * @param base the list that the user saw, in its order, with the ids of its items if they are known
 * @param mine the user's version: an item from the base has its id, or is found by its file and place
 * @param now the current list, read completely
 * @returns the whole list to write, with the ad breaks and unknown fields of the current one; or the places that both
 * sides changed
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
 * An item that one side moved and the other moved elsewhere or removed: line by line that is no conflict, but the item
 * would appear twice, or reappear.
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

/** An item and its neighbours, to show its place. */
function aroundOf(key: string, keys: readonly string[]): string[] {
  const at = keys.indexOf(key)
  return at < 0 ? [] : keys.slice(Math.max(0, at - 1), at + 2)
}

/** The fields of an item as read that a write accepts. */
export function writable({ fileId, ...item }: ReadItem): WantedItem {
  // The schema reads a missing field as null; a null is not written.
  const kept = Object.entries(item).filter(([field, value]) => !READ_ONLY.includes(field) && value !== null)
  return { fileId, ...Object.fromEntries(kept) }
}

const given = (item: WantedItem | undefined) =>
  Object.fromEntries(
    Object.entries(item ?? {}).filter(([field, value]) => value !== undefined && !READ_ONLY.includes(field)),
  )
