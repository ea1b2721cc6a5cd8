import type { Clock } from '../../shared/util/clock.ts'

/**
 * Passes to `caught` what a listener throws or what its promise rejects with: an uncaught exception ends the process.
 */
export function guarded<Args extends unknown[]>(
  listener: (...args: Args) => unknown,
  caught: (error: unknown, ...args: Args) => void,
): (...args: Args) => void {
  return (...args) => {
    try {
      const result = listener(...args)
      if (result instanceof Promise) result.catch((error: unknown) => caught(error, ...args))
    } catch (error) {
      caught(error, ...args)
    }
  }
}

/** A repeated fault is only counted for this long (ms) before it is logged again. */
const SAY_AGAIN_MS = 60_000

/** Logs a fault: where, and what was thrown. */
export type LogFault = (where: string, error: unknown) => void

/**
 * Logs our own faults with their stacks, each once: anyone who can cause one can cause thousands, and those must not
 * push everything else out of the log. A fault that repeats after a minute is logged with the count since.
 */
export function createFaultLog(log: (line: string) => void, clock: Pick<Clock, 'monotonic'>): LogFault {
  const known = new Map<string, { saidAt: number; since: number }>()
  return (where, error) => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    // Not keyed by its message: the sender of a request may have written that.
    const origin = /^[ \t]{1,20}at .*$/m.exec(stack)?.[0] ?? ''
    const fault = known.get(where + origin)
    const now = clock.monotonic()
    if (!fault) {
      known.set(where + origin, { saidAt: now, since: 0 })
      return log(`${where}: ${stack}`)
    }
    fault.since += 1
    if (now - fault.saidAt < SAY_AGAIN_MS) return
    log(`${where}: the same fault ${fault.since} more times${origin ? `, ${origin.trim()}` : ''}`)
    Object.assign(fault, { saidAt: now, since: 0 })
  }
}
