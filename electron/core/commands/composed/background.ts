import { randomUUID } from 'node:crypto'
import { startImports } from '../../imports/queue.ts'
import type { Dependencies } from '../context.ts'
import type { Dispatcher } from '../dispatcher.ts'

/** How soon after connecting what was left half-way is gone on with, and how long until it is tried again: in ms. */
const AGAIN_AFTER_MS = [2_000, 30_000, 60_000, 300_000]

/**
 * Goes on with what a crash or a lost line left half-way, by asking for the same once more as a command of our own: the same
 * guard, the same journal. Answers what ends it.
 */
function startResuming(
  { clock, store, kept, serviceId }: Pick<Dependencies, 'clock' | 'store' | 'kept' | 'serviceId'>,
  dispatch: Dispatcher['dispatch'],
): () => void {
  let tries = 0
  let stopped = false
  let cancel = plan()

  function plan(): () => void {
    const ms = AGAIN_AFTER_MS[Math.min(tries, AGAIN_AFTER_MS.length - 1)] ?? 0
    return clock.after(ms, () => {
      void resume().finally(() => {
        if (!stopped) cancel = plan()
      })
    })
  }

  async function resume(): Promise<void> {
    const isOurs = (key: string) => JSON.parse(key)[0] === serviceId() && !kept.moving.has(key)
    const left = Object.entries(kept.moves.get()).filter(([key]) => isOurs(key))
    // While nothing answers, asking only fills the journal.
    const { failure, answeredAt } = store.get().service
    const reachable = failure === null && answeredAt !== null
    tries = left.length > 0 && reachable ? tries + 1 : 1
    if (!reachable) return
    for (const [, { projectId, wanted }] of left) {
      // The dispatcher has gone over to another service by now.
      if (stopped) return
      const input = { projectId, dates: wanted.map((at) => new Date(at).toISOString()) }
      await dispatch(randomUUID(), { type: 'edit', operation: 'moveSchedule', input }, 'core')
    }
  }

  return () => {
    stopped = true
    cancel()
  }
}

/** What goes on by itself of one service: moves left half-way, and the import queue. */
export function startBackground(
  dependencies: Dependencies,
  dispatch: Dispatcher['dispatch'],
  onFault: (error: unknown) => void,
) {
  const stopResuming = startResuming(dependencies, dispatch)
  const imports = startImports(dependencies, dispatch, onFault)
  return {
    wakeImports: imports.wake,
    stop() {
      stopResuming()
      imports.stop()
    },
  }
}
