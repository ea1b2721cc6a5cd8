import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import type { ViewPreferences } from './preferenceRules.ts'
import type { ViewPreferenceStore, ViewPreferencesState } from './viewPreferences.ts'

const ChoicesContext = createContext<ViewPreferenceStore | null>(null)

/** Gives the choices of this browser to all parts below. */
export function ViewPreferencesProvider({
  choices,
  children,
}: {
  choices: ViewPreferenceStore
  children: ReactNode
}) {
  return <ChoicesContext value={choices}>{children}</ChoicesContext>
}

function useStoreOfChoices(): ViewPreferenceStore {
  const choices = useContext(ChoicesContext)
  if (!choices) throw new Error('no ChoicesProvider above')
  return choices
}

/** A narrow piece of the choices. */
export function useViewPreferences<T>(select: (state: ViewPreferencesState) => T): T {
  return useStore(useStoreOfChoices().store, select)
}

/** Changes some of the choices, at once and for every page of this browser. */
export function useChoose(): (part: Partial<ViewPreferences>) => void {
  return useStoreOfChoices().choose
}
