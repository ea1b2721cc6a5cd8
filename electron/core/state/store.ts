import { type Draft, enablePatches, type Patch, produceWithPatches } from 'immer'
import { createStore } from 'zustand/vanilla'
import type { AppState } from '../../../shared/state.ts'

enablePatches()

export interface Change {
  /** The revision this change starts from, and the one it leads to. */
  base: number
  revision: number
  patches: Patch[]
}

export interface Store {
  get(): AppState
  revision(): number
  /** Changes the state; a recipe that alters nothing makes no revision. */
  change(recipe: (draft: Draft<AppState>) => void): void
  /** Called after each change; answers what ends it. */
  subscribe(listener: (change: Change, state: AppState) => void): () => void
}

/** The one place where `AppState` changes. */
export function createAppStore(initial: AppState): Store {
  const store = createStore(() => ({ state: initial, revision: 0 }))
  const listeners = new Set<(change: Change, state: AppState) => void>()
  return {
    get: () => store.getState().state,
    revision: () => store.getState().revision,
    change(recipe) {
      const { state, revision } = store.getState()
      const [next, patches] = produceWithPatches(state, (draft) => {
        recipe(draft)
      })
      if (patches.length === 0) return
      store.setState({ state: next, revision: revision + 1 })
      const change = { base: revision, revision: revision + 1, patches }
      for (const listener of listeners) listener(change, next)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
