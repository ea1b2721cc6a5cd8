import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { canBeQuiet } from '../../../shared/contract/composed.ts'
import type { AnyEdit } from '../../../shared/contract/inputs.ts'
import { MOST } from '../../../shared/contract/limits.ts'
import { QUIETLY_WORDS } from '../../../shared/words/projects/build.ts'
import type { Answer } from '../../store/submissions.ts'

/** Changes that are held back here, to reach viewers as one. */
export interface Collected {
  edits: readonly { operation: AnyEdit; input: Readonly<Record<string, unknown>> }[]
  /** The changes were sent, but the outcome is unknown: they must not be sent again. */
  isLost: boolean
}

/** By project; if absent, nothing is collected and edits are sent immediately. */
const store = createStore<Readonly<Record<string, Collected>>>(() => ({}))

export const useCollected = (projectId: string): Collected | null => useStore(store, (all) => all[projectId] ?? null)

/** Starts, changes or (null) ends collecting. */
export function setCollected(projectId: string, to: Collected | null): void {
  const { [projectId]: _, ...others } = store.getState()
  store.setState(to ? { ...others, [projectId]: to } : others, true)
}

/**
 * Holds an edit back while changes are collected.
 * @returns null: nothing is being collected, so the edit is to be sent
 */
export function collect(projectId: string, operation: AnyEdit, input: Record<string, unknown>): Answer | null {
  const kept = store.getState()[projectId]
  // Edits that viewers never see, such as renaming, are not collected.
  if (!kept || !canBeQuiet(operation)) return null
  const why = whyNot(kept, operation, input)
  if (why) return { result: 'inert', why }
  setCollected(projectId, { ...kept, edits: [...kept.edits, { operation, input }] })
  const about = QUIETLY_WORDS.held
  return { result: 'done', done: { what: 'edited', operation, about, id: null, synced: null } }
}

/** Why an edit cannot be collected. A list is written whole, so a second write would undo the first. */
function whyNot({ edits, isLost }: Collected, operation: AnyEdit, input: Record<string, unknown>): string | null {
  if (isLost) return QUIETLY_WORDS.lost
  if (edits.length >= MOST.quietEdits) return QUIETLY_WORDS.full
  const isList = (one: string) => one === 'savePlaylist' || one === 'undoPlaylist'
  const again = edits.some((one) => isList(one.operation) && one.input.layerId === input.layerId)
  return isList(operation) && again ? QUIETLY_WORDS.listOnce : null
}
