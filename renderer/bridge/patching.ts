/**
 * Applies the patches of the core's store (immer) to lead a state from one revision to the next. Reimplemented here
 * because the page needs only this direction, and all of immer would be a twentieth of its initial download. A test
 * proves that it behaves as immer does (`test/renderer/patching.test.ts`).
 */

export interface Patch {
  op: 'replace' | 'remove' | 'add'
  path: (string | number)[]
  value?: unknown
}

type Container = Record<string, unknown> | unknown[]

/**
 * The state after the patches, applied in order. Whatever they do not touch stays the identical object, so that its
 * views are not rendered again.
 * @throws when a path leads nowhere: the patches were made for another state
 */
export function patched<T>(state: T, patches: readonly Patch[]): T {
  /** The objects copied for these patches, which may be mutated. */
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

/** No field of the state has these names; a path through them would reach outside the state. */
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

/** Immer adds to a list only at its end and shortens it through `length`; removing an item shifts the rest. */
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
  /** After a gap only a snapshot is accepted. */
  #lost = true

  /** @returns the new state, or null if the message does not fit the current revision and a snapshot is needed */
  take(message: Down): AppState | null {
    if (message.type === 'snapshot') return this.#keep(message.state, message.revision)
    if (this.#lost || !this.#state || message.base !== this.#revision) return this.forget()
    try {
      return this.#keep(patched(this.#state, message.patches), message.revision)
    } catch {
      return this.forget()
    }
  }

  /** The current state can no longer be patched. */
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
