import { randomUUID } from 'node:crypto'
import type { Records } from '../../files/jsonFile.ts'
import { startImports } from '../../imports/queue.ts'
import { keepLostEdits } from '../../query/lostEdits.ts'
import { watchUnsynced } from '../../unsynced/snapshots.ts'
import { startResuming } from '../../workflows/resume.ts'
import type { Dependencies } from '../context.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { Quiet } from './kept.ts'

/** How soon after connecting what was left half-way is gone on with, and how long until it is tried again: in ms. */
const AGAIN_AFTER_MS = [2_000, 30_000, 60_000, 300_000]

/**
 * Goes on with what a crash or a lost line left half-way, by asking for the same once more as a command of our own: the same
 * guard, the same journal. Answers what ends it.
 */
function startResumingQuiet(
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
    const { quiet, underWay } = kept
    const left = mine(quiet, underWay.quiet).flatMap(ending)
    // While nothing answers, or may be sent, asking only fills the journal.
    const { service, padlock } = store.get()
    const possible = service.failure === null && service.answeredAt !== null && !padlock.locked
    tries = left.length > 0 && possible ? tries + 1 : 1
    if (!possible) return
    for (const edit of left) {
      // The dispatcher has gone over to another service by now.
      if (stopped) return
      await dispatch(randomUUID(), { type: 'edit', ...edit }, 'core')
    }
  }

  function mine<Kept>(records: Records<Kept>, underWay: ReadonlySet<string>): Kept[] {
    return Object.entries(records.all()).flatMap(([key, one]) =>
      JSON.parse(key)[0] === serviceId() && !underWay.has(key) ? [one] : [],
    )
  }

  return () => {
    stopped = true
    cancel()
  }
}

const ending = ({ projectId, stopped }: Quiet) =>
  stopped === null ? [{ operation: 'quietEdit', input: { projectId, edits: [] } }] : []

/** What goes on by itself of one service: moves and quiet edits left half-way, the import queue, what viewers see. */
export function startBackground(
  dependencies: Dependencies,
  dispatch: Dispatcher['dispatch'],
  onFault: (error: unknown) => void,
) {
  const stopResuming = startResumingQuiet(dependencies, dispatch)
  const stopWorkflows = startResuming(dependencies, onFault)
  const imports = startImports(dependencies, dispatch, onFault)
  const unsynced = watchUnsynced(dependencies)
  const stopKeeping = keepLostEdits(dependencies)
  return {
    wakeImports: imports.wake,
    touched: unsynced.touched,
    outlined: unsynced.outlined,
    unsyncedChanges: unsynced.changes,
    stop() {
      stopResuming()
      stopWorkflows()
      imports.stop()
      unsynced.stop()
      stopKeeping()
    },
  }
}
