import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { ViewPreferences } from './preferenceRules.ts'
import type { ViewPreferenceStore, ViewPreferencesState } from './viewPreferences.ts'

/** Provides the preferences of this browser to all components below. */
export const ViewPreferencesContext = createContext<ViewPreferenceStore | null>(null)

function useStoreOfChoices(): ViewPreferenceStore {
  const choices = useContext(ViewPreferencesContext)
  if (!choices) throw new Error('no ViewPreferencesContext above')
  return choices
}

/** Selects a part of the preferences. */
export function useViewPreferences<T>(select: (state: ViewPreferencesState) => T): T {
  return useStore(useStoreOfChoices().store, select)
}

/** Changes some of the preferences, immediately and for every page of this browser. */
export function useChoose(): (part: Partial<ViewPreferences>) => void {
  return useStoreOfChoices().choose
}
