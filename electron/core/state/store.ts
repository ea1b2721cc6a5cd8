import { randomUUID } from 'node:crypto'
import { type Draft, enablePatches, type Patch, produceWithPatches } from 'immer'
import { createStore } from 'zustand/vanilla'
import type { DesktopState } from '../../../shared/settings/desktop.ts'
import type { AppState, Notice, ProjectState } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'

enablePatches()

/** What is to be otherwise, or how. */
type Change<T> = Partial<T> | ((held: T) => void)

export interface Revision {
  /** The revision this change starts from, and the one it leads to. */
  base: number
  revision: number
  patches: Patch[]
}

export type Store = ReturnType<typeof createAppStore>

/**
 * The one place where `AppState` changes.
 *
 * @param onFault told of a listener that threw, once all were called: nobody else is held up by it, and neither is who made
 *   the change; left out, it is thrown then
 */
export function createAppStore(initial: AppState, onFault = thrown) {
  const store = createStore(() => ({ state: initial, revision: 0 }))
  const listeners = new Set<(change: Revision, state: AppState) => void>()
  return {
    get: () => store.getState().state,
    revision: () => store.getState().revision,
    /** Changes the state; what alters nothing makes no revision. */
    change(change: Change<Draft<AppState>>) {
      const { state, revision } = store.getState()
      const [next, patches] = produceWithPatches(state, (draft) => apply(draft, change))
      if (patches.length === 0) return
      store.setState({ state: next, revision: revision + 1 })
      const made = { base: revision, revision: revision + 1, patches }
      const faults: unknown[] = []
      for (const listener of listeners) {
        try {
          listener(made, next)
        } catch (error) {
          faults.push(error)
        }
      }
      for (const error of faults) onFault(error)
    },
    /** Called after each change; answers what ends it. */
    subscribe(listener: (change: Revision, state: AppState) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function thrown(error: unknown): void {
  throw error
}

function apply<T extends object>(held: T | null | undefined, change: Change<T>): void {
  if (!held) return
  if (typeof change === 'function') change(held)
  else Object.assign(held, change)
}

/** Changes what is known of one project, where it is known. */
export function changeProject(store: Store, projectId: string, change: Change<ProjectState>): void {
  store.change((draft) => apply(draft.projects[projectId], change))
}

/** Changes what is known of the desktop app, where there is one. */
export function changeDesktop(store: Pick<Store, 'change'>, change: Change<DesktopState>): void {
  store.change((draft) => apply(draft.desktop, change))
}

/** Makes `held` equal to `next`, both JSON-like, touching only what differs: nothing new makes no patch. */
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

/** What is good to know once, and goes by itself: after so long, in ms. */
const PASSING: readonly Notice['kind'][] = ['targetChosen', 'keyThisRun']
const PASSES_AFTER_MS = 2 * 60_000

/** What Cuelight tells people of itself, until it is put away or not so any more. */
export function createNotices({ change }: Pick<Store, 'change'>, clock: Pick<Clock, 'after'>) {
  const stops = new Set<() => void>()
  /** Puts one away by itself, unless somebody was sooner. */
  const pass = (id: string) =>
    change((draft) => {
      if (draft.notices.some((one) => one.id === id)) draft.notices = draft.notices.filter((one) => one.id !== id)
    })
  return {
    /** Said already, it is said once. */
    notice(kind: Notice['kind'], about: string): void {
      const id = randomUUID()
      change((draft) => {
        if (draft.notices.some((one) => one.kind === kind && one.about === about)) return
        draft.notices.push({ id, kind, about })
      })
      if (!PASSING.includes(kind)) return
      const stop = clock.after(PASSES_AFTER_MS, () => {
        stops.delete(stop)
        pass(id)
      })
      stops.add(stop)
    },
    withdraw(kind: Notice['kind']): void {
      change((draft) => {
        if (draft.notices.some((one) => one.kind === kind))
          draft.notices = draft.notices.filter((one) => one.kind !== kind)
      })
    },
    stopNotices: () => stops.forEach((stop) => void stop()),
  }
}
