import { randomUUID } from 'node:crypto'
import { type Draft, enablePatches, type Patch, produceWithPatches } from 'immer'
import { createStore } from 'zustand/vanilla'
import type { DesktopState } from '../../../shared/settings/desktop.ts'
import type { AppState, Notice, ProjectState } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'

enablePatches()

/** New values of fields, or a function that changes the object. */
type Change<T> = Partial<T> | ((held: T) => void)

export interface Revision {
  /** The revision before this change, and the one after it. */
  base: number
  revision: number
  patches: Patch[]
}

export type Store = ReturnType<typeof createAppStore>

/**
 * The one place where `AppState` changes.
 *
 * @param onFault receives the error of a listener that threw, once all were called: it affects neither the other
 * listeners nor the caller of the change; omitted: the error is thrown then
 */
export function createAppStore(initial: AppState, onFault = thrown) {
  const store = createStore(() => ({ state: initial, revision: 0 }))
  const listeners = new Set<(change: Revision, state: AppState) => void>()
  return {
    get: () => store.getState().state,
    revision: () => store.getState().revision,
    /** Changes the state; a change without effect makes no revision. */
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
    /** Calls back after each change; returns the unsubscribe function. */
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

/** Changes the state of one project, if it is known. */
export function changeProject(store: Store, projectId: string, change: Change<ProjectState>): void {
  store.change((draft) => apply(draft.projects[projectId], change))
}

/** Changes the state of the desktop app, if there is one. */
export function changeDesktop(store: Pick<Store, 'change'>, change: Change<DesktopState>): void {
  store.change((draft) => apply(draft.desktop, change))
}

/** Makes `held` equal to `next`, both JSON-like, by changing only what differs: equal data makes no patch. */
export function shareStructure(held: object, next: object): void {
  const target = held as Record<string, unknown>
  const source = next as Record<string, unknown>
  for (const key of Object.keys(target)) if (!(key in source)) delete target[key]
  for (const [key, value] of Object.entries(source)) target[key] = withSharedStructure(target[key], value)
  if (Array.isArray(held) && Array.isArray(next)) held.length = next.length
}

/** The value to put in the place of `held` so that it equals `next`: the existing object, updated, if possible. */
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

/** Notices that need no action and disappear automatically after this time, in ms. */
const PASSING: readonly Notice['kind'][] = ['targetChosen', 'keyThisRun']
const PASSES_AFTER_MS = 2 * 60_000

/** Notices of Cuelight about itself, shown until they are dismissed or no longer true. */
export function createNotices({ change }: Pick<Store, 'change'>, clock: Pick<Clock, 'after'>) {
  const stops = new Set<() => void>()
  /** Removes a notice automatically, unless it is already gone. */
  const pass = (id: string) =>
    change((draft) => {
      if (draft.notices.some((one) => one.id === id)) draft.notices = draft.notices.filter((one) => one.id !== id)
    })
  return {
    /** Adds a notice; one that is already shown is not repeated. */
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
