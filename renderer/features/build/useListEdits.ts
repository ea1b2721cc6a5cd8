import { useState } from 'react'
import type { Project } from '../../../shared/contract/records.ts'
import { LIST_WORDS } from '../../../shared/words/build.ts'
import { useActions } from '../../store/context.tsx'
import { conflictOf, type Place } from './Conflict.tsx'
import { useEdit } from './useEdit.ts'
import type { usePlaylist } from './usePlaylist.ts'

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

  async function undo(): Promise<void> {
    if (noUndo) return tell(spot, { result: 'inert', why: noUndo })
    const answer = await edit('undoPlaylist', { layerId })
    if (answer?.result === 'done') list.discard()
  }

  function takeTheirs(): void {
    setConflict([])
    list.discard()
  }
  return { spot, save, noUndo, undo, conflict, takeTheirs }
}
