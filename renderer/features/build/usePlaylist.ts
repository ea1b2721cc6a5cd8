import { useState } from 'react'
import type { PlaylistItem } from '../../../shared/contract/records.ts'
import { moved } from '../../../shared/playlist/order.ts'
import type { TimedFile } from '../../../shared/query/views.ts'

export type Item = typeof PlaylistItem._zod.output

/** The list as it was read, what somebody made of it, and what is marked in it. */
export function usePlaylist(read: readonly Item[]) {
  const [draft, setDraft] = useState<{ base: readonly Item[]; items: readonly Item[] } | null>(null)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const items = draft?.items ?? read
  const change = (next: readonly Item[]) => setDraft({ base: draft?.base ?? read, items: next })
  return {
    items,
    marked,
    isChanged: draft !== null,
    /** The files of the list that was seen, in their order: what somebody else does meanwhile is told apart by it. */
    base: () => (draft?.base ?? read).map(({ fileId }) => fileId),
    mark(id: string, on: boolean): void {
      const next = new Set(marked)
      if (on) next.add(id)
      else next.delete(id)
      setMarked(next)
    },
    unmark: () => setMarked(new Set()),
    /** Moves what is marked, and stays together, to begin at this place. */
    moveTo: (ids: ReadonlySet<string>, place: number) =>
      change(moved(items, (one) => ids.has(one.playlistItemId), place)),
    /** At the end; what is in the list already comes once more. */
    add: (files: readonly TimedFile[]) =>
      files.length > 0 &&
      change([
        ...items,
        ...files.map(({ id, name, durationSec }, nr) => ({
          ...{ playlistItemId: `new ${items.length + nr} ${id}`, fileId: id, name },
          ...{ duration: durationSec, isPlaying: null },
        })),
      ]),
    remove(ids: ReadonlySet<string>): void {
      change(items.filter(({ playlistItemId }) => !ids.has(playlistItemId)))
      setMarked(new Set())
    },
    discard(): void {
      setDraft(null)
      setMarked(new Set())
    },
  }
}
