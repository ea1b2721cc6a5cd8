/** How long the rate of the time before is remembered beside what this window shows, in ms. */
const MEMORY_MS = 20_000
/** How quickly the estimate follows a rolling window, in ms. */
const FOLLOW_MS = 15_000

/** What other tools on the account use, estimated from the service's counting less our own. */
export interface Others {
  /**
   * @param used requests of others that the service counted since `since`
   */
  observe(used: number, seen: { since: number; now: number; isRolling: boolean }): void
  perMs(): number
  /** How many of theirs grew old in `ms` beyond those that came anew, where the window rolls. */
  returned(ms: number, windowMs: number): number
}

export function createOthers(): Others {
  let perMs = 0
  /** Their rate before the present window began. */
  let before = 0
  let since: number | null = null
  let used = 0
  let last: number | null = null

  return {
    observe(count, seen) {
      if (seen.isRolling) {
        const weight = last === null ? 1 : 1 - Math.exp(-(seen.now - last) / FOLLOW_MS)
        perMs += (count / (seen.now - seen.since) - perMs) * weight
      } else {
        // A new window began: what the last one showed is now the memory.
        if (since === null || seen.since > since + MEMORY_MS) before = since === null ? 0 : perMs
        since = seen.since
        perMs = (before * MEMORY_MS + count) / (MEMORY_MS + Math.max(0, seen.now - seen.since))
      }
      used = count
      last = seen.now
    },
    perMs: () => perMs,
    returned: (ms, windowMs) => Math.max(0, (used * Math.min(ms, windowMs)) / windowMs - perMs * ms),
  }
}
