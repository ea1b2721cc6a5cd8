import type { ControlState } from '../../../shared/control/model.ts'
import { ALIVE_MS, type ControlReply } from '../../../shared/control/protocol.ts'
import { controlStateOf } from '../../../shared/control/stateOf.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Core } from '../../core/core.ts'
import { guarded } from '../../util/faults.ts'

/** Receives a message as it is sent: serialized once, however many surfaces listen. */
export type Hear = (text: string) => void

/** Changes within this time after a patch are sent together, in ms: far below what a person notices. */
const TOGETHER_MS = 20

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
  /** When the last patch was sent, in monotonic ms. */
  let sentAt = Number.NEGATIVE_INFINITY
  let [stopDue, stop] = [() => {}, () => {}]

  function broadcast(message: ControlReply): void {
    const text = JSON.stringify(message)
    for (const hear of [...listeners]) hear(text)
  }

  /** Computes the state, and broadcasts the fields that changed. */
  function compute(): ControlState {
    isDue = false
    stopDue()
    const now = core.clock.now()
    const [before, next] = [state, controlStateOf(core.store.get(), now)]
    state = next
    const changes = before && changesOf(before, next)
    if (changes) {
      revision += 1
      sentAt = core.clock.monotonic()
      broadcast({ type: 'patch', base: revision - 1, revision, now, changes })
    }
    return next
  }

  const attempt = guarded((job: () => unknown) => void job(), onFault)

  /** The first change is sent at once; those right after it together, so that a flood of them keeps nobody waiting. */
  function due(): void {
    if (isDue) return
    isDue = true
    const waitMs = sentAt + TOGETHER_MS - core.clock.monotonic()
    if (waitMs > 0) stopDue = core.clock.after(waitMs, flush)
    else queueMicrotask(flush)
  }

  function flush(): void {
    if (isDue && listeners.size > 0) attempt(compute)
    isDue = false
  }

  function beat(): void {
    compute()
    broadcast({ type: 'alive', revision, now: core.clock.now() })
  }

  function start(): void {
    const unsubscribe = core.store.subscribe(due)
    const stopBeat = every(core.clock, ALIVE_MS, () => attempt(beat))
    stop = () => {
      for (const end of [unsubscribe, stopBeat, stopDue]) end()
      isDue = false
      state = null
    }
  }

  return {
    /** The whole state, as a message. What changed before it was sent to everyone first. */
    snapshot(): ControlReply {
      const current = compute()
      return { type: 'snapshot', revision, now: core.clock.now(), state: current }
    },
    /** Sends what changed by now, without waiting for more. */
    flush,
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

/** Calls back again and again. @returns a function that ends it */
function every(clock: Pick<Clock, 'after'>, ms: number, job: () => void): () => void {
  let stop = clock.after(ms, again)
  function again(): void {
    stop = clock.after(ms, again)
    job()
  }
  return () => stop()
}

/** The fields that differ, whole; null: none does. Both are plain data. */
function changesOf(before: ControlState, next: ControlState): Partial<ControlState> | null {
  const names = Object.keys(next) as (keyof ControlState)[]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(next[name]))
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, next[name]]))
}
