import { useState } from 'react'
import type { PlaylistItem, Project } from '../../../shared/contract/records.ts'
import { moved } from '../../../shared/playlist/order.ts'
import type { TimedFile } from '../../../shared/query/views.ts'
import { LIST_WORDS } from '../../../shared/words/projects/build.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { useKeptDraft } from '../../store/drafts.ts'
import { conflictOf, type Place } from './Conflict.tsx'
import { useEdit } from './useEdit.ts'
import { useReach } from './useReach.ts'

export type Item = typeof PlaylistItem._zod.output

interface Draft {
  /** The list when the user began to edit. */
  base: readonly Item[]
  items: readonly Item[]
  /** The list before each step, the latest last. */
  past: readonly (readonly Item[])[]
  /** The base was saved over this list and applies until a later read arrives; null: the base was read. */
  writtenOver: readonly Item[] | null
}

/** Temporary id of an added item until it is saved, unique among all rows of this page. */
let added = 0
const newId = () => `new ${++added}`

/**
 * A list as read, the user's changes to it, and which items are marked.
 *
 * @param key identifies the list, so that unsaved changes are found again
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
    /** The list that the user saw, by which the core recognizes someone else's changes. */
    base: () => (draft?.base ?? items).map(({ playlistItemId, fileId }) => ({ playlistItemId, fileId })),
    mark(id: string, on: boolean): void {
      const next = new Set(marked)
      if (on) next.add(id)
      else next.delete(id)
      setMarked(next)
    },
    unmark: () => setMarked(new Set()),
    /** Moves the marked items together, to begin at this place among the others. */
    moveTo: (ids: ReadonlySet<string>, place: number) =>
      change(moved(items, (one) => ids.has(one.playlistItemId), place)),
    /** Appends files; one that is already in the list is added again. */
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
    /** Undoes one step; false: nothing has changed since the list was read. */
    back(): boolean {
      const before = draft?.past.at(-1)
      if (!draft || !before) return false
      keep(() => ({ ...draft, items: before, past: draft.past.slice(0, -1) }))
      return true
    },
    /** The list was saved in its state at the start of the save; later changes are still unsaved. */
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

/** Saves or undoes a list, always as a whole. A refusal because of someone else's change is kept for comparison. */
export function useListEdits(
  project: Project,
  layerId: string,
  list: ReturnType<typeof usePlaylist>,
  canUndo: boolean,
) {
  const { tell } = useActions()
  const noUndo = canUndo ? null : LIST_WORDS.nothingSaved
  const spot = `edit:list ${layerId}` as const
  const edit = useEdit(project, spot)
  const reach = useReach(project)
  const restarts = useRestarts(reach)
  const [asksUndo, setAsksUndo] = useState(false)
  const [conflict, setConflict] = useState<readonly Place[]>([])

  /** @param over overwrites the current list, whoever changed it */
  async function save({ over = false } = {}): Promise<void> {
    const known = new Set(list.base().map(({ playlistItemId }) => playlistItemId))
    // For existing items only the order is sent: another client may have renamed them.
    const files = list.items.map(({ playlistItemId, fileId, name }) =>
      known.has(playlistItemId) ? { fileId, playlistItemId } : { fileId, ...(name ? { name } : {}) },
    )
    const answer = await edit('savePlaylist', { layerId, ...(over ? {} : { base: list.base() }), files })
    setConflict(conflictOf(answer))
    if (answer?.result === 'done') list.saved()
  }

  /** On air at once, this asks first. */
  function undo(): void {
    if (noUndo) tell(spot, { result: 'inert', why: noUndo })
    else if (restarts && reach === 'atOnce') setAsksUndo(true)
    else void sendUndo()
  }

  function answerAsk(yes: boolean): void {
    setAsksUndo(false)
    if (yes) void sendUndo()
  }

  async function sendUndo(): Promise<void> {
    const answer = await edit('undoPlaylist', { layerId })
    if (answer?.result === 'done') list.discard()
  }

  function takeTheirs(): void {
    setConflict([])
    list.discard()
  }
  return { spot, reach, restarts, save, noUndo, undo, asksUndo, answerAsk, conflict, takeTheirs }
}

/** What a save or undo does to the list viewers see; null: nothing, or no broadcast is running. */
function useRestarts(reach: ReturnType<typeof useReach>): string | null {
  const meaning = usePanel(({ state }) => state?.meanings.playlistWriteRestarts)
  if (reach === null || meaning !== 'yes') return null
  return reach === 'atOnce' ? LIST_WORDS.restarts : LIST_WORDS.restartsLater
}
