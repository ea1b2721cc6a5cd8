import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import type { ProjectState } from '../../shared/state.ts'
import { targetOf } from '../../shared/state.ts'
import type { Mirror, MirrorState } from './store.ts'

const MirrorContext = createContext<Mirror | null>(null)

/** Gives the mirror to all parts below. */
export function MirrorProvider({ mirror, children }: { mirror: Mirror; children: ReactNode }) {
  return <MirrorContext value={mirror}>{children}</MirrorContext>
}

/** The mirror's actions: press, tell, dismiss, stop. */
export function useActions(): Mirror {
  const mirror = useContext(MirrorContext)
  if (!mirror) throw new Error('no MirrorProvider above')
  return mirror
}

/** A narrow piece of the mirror; draws anew only when that piece changes. Select what is there, make nothing new. */
export function useMirror<T>(select: (mirror: MirrorState) => T): T {
  return useStore(useActions().store, select)
}

/** A narrow piece of the show target. */
export function useTarget<T>(select: (target: ProjectState | null) => T): T {
  return useMirror(({ state }) => select(state && targetOf(state)))
}
