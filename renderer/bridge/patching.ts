/**
 * Leads a state from one revision to the next by the patches the core's store (immer) makes. Written out here because the
 * page needs this one direction only, and all of immer would be a twentieth of what it loads at first. That it does as
 * immer does is proved against immer (`test/renderer/patching.test.ts`).
 */

export interface Patch {
  op: 'replace' | 'remove' | 'add'
  path: (string | number)[]
  value?: unknown
}

type Container = Record<string, unknown> | unknown[]

/**
 * The state after the patches, in their order. What they do not touch is the very same object as before, so that nothing
 * that shows it is drawn anew. Throws when a path leads nowhere: then the state is not the one they were made for.
 */
export function patched<T>(state: T, patches: readonly Patch[]): T {
  /** What was copied for these patches, and so may be changed. */
  const ours = new Set<unknown>()
  return patches.reduce<unknown>((whole, patch) => changed(whole, patch, 0, ours), state) as T
}

function changed(value: unknown, patch: Patch, depth: number, ours: Set<unknown>): unknown {
  const key = patch.path[depth]
  if (key === undefined) return patch.value
  if (typeof value !== 'object' || value === null || FORBIDDEN.has(String(key)))
    throw new Error('a patch leads nowhere')
  const copy = owned(value as Container, ours)
  if (depth === patch.path.length - 1) put(copy, key, patch)
  else write(copy, key, changed(read(copy, key), patch, depth + 1, ours))
  return copy
}

/** Nothing of ours is called so; by these one would get beyond the state. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

function owned(value: Container, ours: Set<unknown>): Container {
  if (ours.has(value)) return value
  const copy = Array.isArray(value) ? [...value] : { ...value }
  ours.add(copy)
  return copy
}

const read = (container: Container, key: string | number): unknown => (container as Record<string, unknown>)[key]

function write(container: Container, key: string | number, value: unknown): void {
  const target = container as Record<string, unknown>
  target[key] = value
}

/** Immer adds to a list at its end only, and shortens it by its `length`; what it removes moves the rest. */
function put(container: Container, key: string | number, { op, value }: Patch): void {
  if (op !== 'remove') write(container, key, value)
  else if (Array.isArray(container)) container.splice(Number(key), 1)
  else delete container[key]
}

import type { ServerMessage } from '../../shared/bridge/messages.ts'
import type { AppState } from '../../shared/state.ts'

type Down = Extract<ServerMessage, { type: 'snapshot' | 'patch' }>

/** Follows the core's state: snapshots replace it, patches lead from one revision to the next. */
export class Revisions {
  #state: AppState | null = null
  #revision = -1
  /** After a gap nothing but a snapshot counts. */
  #lost = true

  /** @returns the new state, or null when the message does not fit what we have and a snapshot is needed */
  take(message: Down): AppState | null {
    if (message.type === 'snapshot') return this.#keep(message.state, message.revision)
    if (this.#lost || !this.#state || message.base !== this.#revision) return this.forget()
    try {
      return this.#keep(patched(this.#state, message.patches), message.revision)
    } catch {
      return this.forget()
    }
  }

  /** What we have can no longer be built on. */
  forget(): null {
    this.#lost = true
    return null
  }

  #keep(state: AppState, revision: number): AppState {
    this.#state = state
    this.#revision = revision
    this.#lost = false
    return state
  }
}
