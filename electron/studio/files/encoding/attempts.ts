import type { Clock } from '../../../../shared/util/clock.ts'

/** Pauses before what failed is tried again, in ms; the last one for ever. What was wrong may be right by then. */
const PAUSES_MS = [5_000, 15_000, 60_000, 600_000]

/**
 * What failed, why, and when it is tried again.
 * @param onDue called when a pause is over
 */
export function createAttempts(clock: Clock, onDue: () => void) {
  const failures = new Map<string, { readonly message: string; readonly times: number; readonly dueAt: number }>()
  const pauses = new Map<string, () => void>()
  return {
    isPausing: (name: string) => clock.monotonic() < (failures.get(name)?.dueAt ?? Number.NEGATIVE_INFINITY),
    failed(name: string, message: string): void {
      const times = (failures.get(name)?.times ?? 0) + 1
      const pause = PAUSES_MS[Math.min(times, PAUSES_MS.length) - 1] ?? 0
      failures.set(name, { message, times, dueAt: clock.monotonic() + pause })
      pauses.get(name)?.()
      pauses.set(name, clock.after(pause, onDue))
    },
    succeeded: (name: string) => void failures.delete(name),
    /** Null: no attempt has failed, or a later one succeeded. */
    messageOf: (name: string) => failures.get(name)?.message ?? null,
    close(): void {
      for (const cancel of pauses.values()) cancel()
    },
  }
}
