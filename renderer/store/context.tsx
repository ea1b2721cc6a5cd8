import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { type ProjectState, targetOf } from '../../shared/state.ts'
import type { PanelState, PanelStore } from './store.ts'

/** Provides the panel to all components below. */
export const PanelContext = createContext<PanelStore | null>(null)

/** The panel's actions: press, ask, tell, dismiss, stop. */
export function useActions(): PanelStore {
  const panel = useContext(PanelContext)
  if (!panel) throw new Error('no PanelContext above')
  return panel
}

/**
 * Selects a part of the panel; rerenders only when that part changes. The selector must return existing values, not
 * new objects.
 */
export function usePanel<T>(select: (panel: PanelState) => T): T {
  return useStore(useActions().store, select)
}

/** Selects a part of the show target. */
export function useTarget<T>(select: (target: ProjectState | null) => T): T {
  return usePanel(({ state }) => select(state && targetOf(state)))
}
