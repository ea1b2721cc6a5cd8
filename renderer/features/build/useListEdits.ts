import { useState } from 'react'
import type { Project } from '../../../shared/contract/records.ts'
import { LIST_WORDS } from '../../../shared/words/build.ts'
import { useActions } from '../../store/context.tsx'
import { conflictOf, type Place } from './Conflict.tsx'
import { useEdit } from './useEdit.ts'
import type { usePlaylist } from './usePlaylist.ts'

/** What is written of a list, whole: saved, or taken back. A refusal over somebody else's change is kept to be looked at. */
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

  /** @param over written over what is there now, whoever changed it */
  async function save({ over = false } = {}): Promise<void> {
    const known = new Set(list.base().map(({ playlistItemId }) => playlistItemId))
    // Of what was there already only its place is said: another hand may have named it anew.
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
