import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import type { Choices } from './preferenceRules.ts'
import type { ChoiceStore, ChoicesState } from './viewPreferences.ts'

const ChoicesContext = createContext<ChoiceStore | null>(null)

/** Gives the choices of this browser to all parts below. */
export function ChoicesProvider({ choices, children }: { choices: ChoiceStore; children: ReactNode }) {
  return <ChoicesContext value={choices}>{children}</ChoicesContext>
}

function useStoreOfChoices(): ChoiceStore {
  const choices = useContext(ChoicesContext)
  if (!choices) throw new Error('no ChoicesProvider above')
  return choices
}

/** A narrow piece of the choices. */
export function useChoices<T>(select: (state: ChoicesState) => T): T {
  return useStore(useStoreOfChoices().store, select)
}

/** Changes some of the choices, at once and for every page of this browser. */
export function useChoose(): (part: Partial<Choices>) => void {
  return useStoreOfChoices().choose
}
