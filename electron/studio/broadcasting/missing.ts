/** What viewers miss because it is not composed: said once it lasts, because pieces take some seconds after every change. */
import type { Clock } from '../../../shared/util/clock.ts'
import type { Missing } from './composePlan.ts'

/** For so long nothing is said of what is to come, in ms. */
const PATIENCE_MS = 15_000
const LATE = 'its picture with the other layers is not ready in time'

export type MissingOf = Missing & { readonly liveId: string }

export function createMissing(clock: Pick<Clock, 'monotonic'>) {
  let rows: readonly MissingOf[] = []
  /** Since when something of a broadcast is to come. */
  const since = new Map<string, number>()
  return {
    take(now: readonly MissingOf[]): void {
      rows = now
      const waiting = new Set(now.filter(({ why }) => why === null).map(({ liveId }) => liveId))
      for (const liveId of since.keys()) if (!waiting.has(liveId)) since.delete(liveId)
      for (const liveId of waiting) if (!since.has(liveId)) since.set(liveId, clock.monotonic())
    },
    /** Those of which something is to be said, with a reason. */
    told(): readonly (MissingOf & { readonly why: string })[] {
      return rows.flatMap(({ why, ...row }) => {
        const waits = clock.monotonic() - (since.get(row.liveId) ?? clock.monotonic())
        const reason = why ?? (waits >= PATIENCE_MS ? LATE : null)
        return reason === null ? [] : [{ ...row, why: reason }]
      })
    },
  }
}
