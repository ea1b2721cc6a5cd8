import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { type ProjectState, targetOf } from '../../shared/state.ts'
import type { PanelState, PanelStore } from './store.ts'

/** Gives the panel to all parts below. */
export const PanelContext = createContext<PanelStore | null>(null)

/** The panel's actions: press, tell, dismiss, stop. */
export function useActions(): PanelStore {
  const panel = useContext(PanelContext)
  if (!panel) throw new Error('no PanelContext above')
  return panel
}

/** A narrow piece of the panel; draws anew only when that piece changes. Select what is there, make nothing new. */
export function usePanel<T>(select: (panel: PanelState) => T): T {
  return useStore(useActions().store, select)
}

/** A narrow piece of the show target. */
export function useTarget<T>(select: (target: ProjectState | null) => T): T {
  return usePanel(({ state }) => select(state && targetOf(state)))
}
