import type { ServerMessage } from '../../shared/bridge/bridge.ts'
import type { AppState } from '../../shared/state.ts'
import { patched } from './patching.ts'

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
