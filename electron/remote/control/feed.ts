import type { ControlState } from '../../../shared/control/model.ts'
import { ALIVE_MS, type ControlReply } from '../../../shared/control/protocol.ts'
import { controlStateOf } from '../../../shared/control/stateOf.ts'
import type { Core } from '../../core/core.ts'
import { guarded } from '../../util/faults.ts'

/** Receives a message as it is sent: serialized once, however many surfaces listen. */
export type Hear = (text: string) => void

export type ControlFeed = ReturnType<typeof createControlFeed>

/**
 * The state for control surfaces: one model and one revision for all of them, computed once for each change while any
 * of them listens. The tally depends on the time as well, so it is also computed with each sign of life.
 *
 * @param onFault receives errors of our own; the surfaces then show what they have as stale
 */
export function createControlFeed(core: Pick<Core, 'store' | 'clock'>, onFault: (error: unknown) => void) {
  const listeners = new Set<Hear>()
  let revision = 0
  let state: ControlState | null = null
  let isDue = false
  let stop = () => {}

  function broadcast(message: ControlReply): void {
    const text = JSON.stringify(message)
    for (const hear of [...listeners]) hear(text)
  }

  /** Computes the state, and broadcasts the fields that changed. */
  function compute(): ControlState {
    isDue = false
    const now = core.clock.now()
    const before = state
    const next = controlStateOf(core.store.get(), now)
    state = next
    const changes = before && changesOf(before, next)
    if (changes) {
      revision += 1
      broadcast({ type: 'patch', base: revision - 1, revision, now, changes })
    }
    return next
  }

  const attempt = guarded((job: () => unknown) => void job(), onFault)

  /** Changes that are made together are sent together. */
  function due(): void {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      if (!isDue) return
      isDue = false
      if (listeners.size > 0) attempt(compute)
    })
  }

  function beat(): void {
    stopBeat = core.clock.after(ALIVE_MS, beat)
    attempt(() => {
      compute()
      broadcast({ type: 'alive', revision, now: core.clock.now() })
    })
  }
  let stopBeat = () => {}

  function start(): void {
    const unsubscribe = core.store.subscribe(due)
    stopBeat = core.clock.after(ALIVE_MS, beat)
    stop = () => {
      unsubscribe()
      stopBeat()
      state = null
    }
  }

  return {
    /** The whole state, as a message. What changed before it was sent to everyone first. */
    snapshot(): ControlReply {
      const now = compute()
      return { type: 'snapshot', revision, now: core.clock.now(), state: now }
    },
    /** Calls back with patches and signs of life. @returns a function that ends it */
    listen(hear: Hear): () => void {
      if (listeners.size === 0) start()
      listeners.add(hear)
      return () => {
        if (listeners.delete(hear) && listeners.size === 0) stop()
      }
    },
  }
}

/** The fields that differ, whole; null: none does. Both are plain data. */
function changesOf(before: ControlState, next: ControlState): Partial<ControlState> | null {
  const names = Object.keys(next) as (keyof ControlState)[]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(next[name]))
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, next[name]]))
}
