import { useState } from 'react'
import type { PlaylistItem } from '../../../shared/contract/records.ts'
import { moved } from '../../../shared/playlist/order.ts'
import type { TimedFile } from '../../../shared/query/views.ts'
import { useKeptDraft } from '../../store/drafts.ts'

export type Item = typeof PlaylistItem._zod.output

interface Draft {
  /** The list that was there when somebody began. */
  base: readonly Item[]
  items: readonly Item[]
  /** What each step made of it, the last one last. */
  past: readonly (readonly Item[])[]
  /** The base was written over this one, and stands until a later reading comes; null: the base was read. */
  writtenOver: readonly Item[] | null
}

/** An added item's own id until it is saved: one that no other row of this page has or had. */
let added = 0
const newId = () => `new ${++added}`

/**
 * The list as it was read, what somebody made of it, and what is marked in it.
 *
 * @param key whose list it is: what is not saved yet is found again by it
 */
export function usePlaylist(key: string, read: readonly Item[]) {
  const { draft: kept, keep, forget } = useKeptDraft<Draft | null>(`list ${key}`, null)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const draft = kept && (kept.past.length > 0 || kept.writtenOver === read) ? kept : null
  const items = draft?.items ?? read
  function change(next: readonly Item[]): void {
    const { base, past, writtenOver } = draft ?? { base: items, past: [], writtenOver: null }
    keep(() => ({ base, items: next, past: [...past, items], writtenOver }))
  }
  return {
    items,
    marked,
    isChanged: Boolean(draft?.past.length),
    /** The list that was seen: what somebody else does meanwhile is told apart by it. */
    base: () => (draft?.base ?? items).map(({ playlistItemId, fileId }) => ({ playlistItemId, fileId })),
    mark(id: string, on: boolean): void {
      const next = new Set(marked)
      if (on) next.add(id)
      else next.delete(id)
      setMarked(next)
    },
    unmark: () => setMarked(new Set()),
    /** Moves what is marked, and stays together, to begin at this place among the others. */
    moveTo: (ids: ReadonlySet<string>, place: number) =>
      change(moved(items, (one) => ids.has(one.playlistItemId), place)),
    /** At the end; what is in the list already comes once more. */
    add: (files: readonly TimedFile[]) =>
      files.length > 0 &&
      change([
        ...items,
        ...files.map(({ id, name, durationSec }) => ({
          ...{ playlistItemId: newId(), fileId: id, name },
          ...{ duration: durationSec, isPlaying: null },
        })),
      ]),
    remove(ids: ReadonlySet<string>): void {
      change(items.filter(({ playlistItemId }) => !ids.has(playlistItemId)))
      setMarked(new Set())
    },
    /** One step; false: nothing was changed since it was read. */
    back(): boolean {
      const before = draft?.past.at(-1)
      if (!draft || !before) return false
      keep(() => ({ ...draft, items: before, past: draft.past.slice(0, -1) }))
      return true
    },
    /** It was written as it stood here when the save began; what was changed since is changed still. */
    saved: () =>
      draft &&
      keep((now) => {
        const made = now?.items ?? read
        const since = now?.past.slice(draft.past.length) ?? []
        const past = since[0] === draft.items ? since : [draft.items]
        return { base: draft.items, items: made, past: made === draft.items ? [] : past, writtenOver: read }
      }),
    discard(): void {
      forget()
      setMarked(new Set())
    },
  }
}
