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
  let cancel = plan()

  function plan(): () => void {
    const ms = AGAIN_AFTER_MS[Math.min(tries, AGAIN_AFTER_MS.length - 1)] ?? 0
    return clock.after(ms, () => void resume().finally(() => (cancel = plan())))
  }

  async function resume(): Promise<void> {
    const left = Object.entries(kept.moves.get()).filter(([key]) => JSON.parse(key)[0] === serviceId())
    // While nothing answers, asking only fills the journal.
    const reachable = store.get().service.failure === null
    tries = left.length > 0 && reachable ? tries + 1 : 1
    if (!reachable) return
    for (const [, { projectId, wanted }] of left) {
      const input = { projectId, dates: wanted.map((at) => new Date(at).toISOString()) }
      await dispatch(randomUUID(), { type: 'edit', operation: 'moveSchedule', input }, 'core')
    }
  }

  return () => cancel()
}

/** What goes on by itself of one service: moves left half-way, and the import queue. */
export function startBackground(dependencies: Dependencies, dispatch: Dispatcher['dispatch']) {
  const stopResuming = startResuming(dependencies, dispatch)
  const imports = startImports(dependencies, dispatch)
  return {
    wakeImports: imports.wake,
    stop() {
      stopResuming()
      imports.stop()
    },
  }
}
