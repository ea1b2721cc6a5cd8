import type { ImportEntry } from '../../../shared/query/imports.ts'
import type { Dependencies } from '../commands/context.ts'
import type { Dispatcher } from '../commands/dispatcher.ts'
import { isEnded, shownImports } from './list.ts'
import { createImportStep } from './step.ts'

/** How soon after connecting it begins, and how long it waits for an unreachable service or when idle, in ms. */
const BEGIN_MS = 2_000
const OUT_OF_REACH_MS = 10_000
const IDLE_MS = 60_000
/** A view of the queue reads it at each change; the queue counts as watched for this long after a reading, in ms. */
const WATCHED_MS = 5_000

/**
 * Works through the queue of links: one at a time per account (contract notes, P), each sent as an edit of our own and
 * then followed. A failed import waits for the user. The queue survives restarts; an import that was being sent when
 * the process died is not sent again.
 */
export function startImports(
  parts: Dependencies,
  dispatch: Dispatcher['dispatch'],
  onFault: (error: unknown) => void,
): {
  wake(): void
  /** The queue as the user sees it; the caller counts as watching it. */
  shown(): ImportEntry[]
  stop(): void
} {
  const { clock, store, kept, serviceId } = parts
  let cancel = () => {}
  let stopped = false
  let working = false
  let shownAt = Number.NEGATIVE_INFINITY
  const isWatched = () => clock.monotonic() - shownAt < WATCHED_MS
  const step = createImportStep(parts, dispatch, { isStopped: () => stopped, isWatched })

  function wakeIn(ms: number): void {
    cancel()
    if (!stopped) cancel = clock.after(ms, () => void work())
  }

  async function work(): Promise<void> {
    if (working) return
    working = true
    const isIdle = () => kept.imports.get().every((one) => one.service !== serviceId() || isEnded(one))
    let again = OUT_OF_REACH_MS
    try {
      // While the service does not respond, there is nothing to learn and nothing is sent.
      const { failure, answeredAt } = store.get().service
      if (!isIdle() && failure === null && answeredAt !== null) again = await step()
    } catch (error) {
      // If the disk cannot record the result, nothing is sent.
      onFault(error)
      again = IDLE_MS
    }
    working = false
    wakeIn(isIdle() ? IDLE_MS : again)
  }

  wakeIn(BEGIN_MS)
  return {
    wake: () => wakeIn(0),
    shown() {
      const wasWatched = isWatched()
      shownAt = clock.monotonic()
      const imports = shownImports(kept, serviceId())
      // A running import may be due at once. One that waits for space is not requested sooner.
      if (!wasWatched && imports.some(({ state }) => state === 'running')) wakeIn(0)
      return imports
    },
    stop() {
      stopped = true
      cancel()
    },
  }
}
