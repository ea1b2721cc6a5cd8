import type { ImportEntry } from '../../../shared/query/imports.ts'
import type { Dependencies } from '../commands/context.ts'
import type { Dispatcher } from '../commands/dispatcher.ts'
import { isEnded, shownImports } from './list.ts'
import { createImportStep } from './step.ts'

/** How soon after connecting it begins, how long it waits for a service out of reach, and with nothing to do: in ms. */
const BEGIN_MS = 2_000
const OUT_OF_REACH_MS = 10_000
const IDLE_MS = 60_000
/** Who shows the queue reads it at each change: while it is watched, that is oftener than this, in ms. */
const WATCHED_MS = 5_000

/**
 * Works the queue of links off: one at a time an account (contract notes, P), each sent as an edit of our own, then followed.
 * What fails waits for a person. Survives restarts; one that was being sent when we died is not sent again.
 */
export function startImports(
  parts: Dependencies,
  dispatch: Dispatcher['dispatch'],
  onFault: (error: unknown) => void,
): {
  wake(): void
  /** The queue as people see it: who asks for it watches it. */
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
      // While nothing answers there is nothing to learn, and nothing is sent.
      const { failure, answeredAt } = store.get().service
      if (!isIdle() && failure === null && answeredAt !== null) again = await step()
    } catch (error) {
      // Where the disk does not take what becomes of it, nothing is sent.
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
      // It may be due at once. What waits for room is not asked for any sooner.
      if (!wasWatched && imports.some(({ state }) => state === 'running')) wakeIn(0)
      return imports
    },
    stop() {
      stopped = true
      cancel()
    },
  }
}
