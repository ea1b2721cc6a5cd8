import { type Draft, enablePatches, type Patch, produceWithPatches } from 'immer'
import { createStore } from 'zustand/vanilla'
import type { AppState, ProjectState } from '../../../shared/state.ts'

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

/** Changes what is known of one project. */
export function changeProject(store: Store, projectId: string, recipe: (project: ProjectState) => void): void {
  store.change((draft) => {
    const project = draft.projects[projectId]
    if (project) recipe(project)
  })
}

/**
 * Makes `held` equal to `next`, touching only what differs, so that a reading that says nothing new makes no patch.
 * Both are plain JSON-like data.
 */
export function shareStructure(held: object, next: object): void {
  const target = held as Record<string, unknown>
  const source = next as Record<string, unknown>
  for (const key of Object.keys(target)) if (!(key in source)) delete target[key]
  for (const [key, value] of Object.entries(source)) target[key] = withSharedStructure(target[key], value)
  if (Array.isArray(held) && Array.isArray(next)) held.length = next.length
}

/** What to hold in the place of `held` so that it equals `next`: the same object, mended, wherever possible. */
export function withSharedStructure<T>(held: unknown, next: T): T {
  if (!isObject(held) || !isObject(next) || Array.isArray(held) !== Array.isArray(next)) {
    return Object.is(held, next) ? (held as T) : next
  }
  shareStructure(held, next)
  return held as T
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
