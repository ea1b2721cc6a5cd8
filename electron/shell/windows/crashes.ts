/** How often in how long (ms) a page may crash before it is left alone: more would only be a flicker. */
const MOST = 3
const WITHIN_MS = 60_000

/**
 * Judges crashes of one page. Each call is a crash.
 *
 * @returns how long to wait before it is loaded again (ms), or null: not again
 */
export function createCrashJudge(monotonic: () => number): () => number | null {
  let crashes: number[] = []
  return () => {
    const now = monotonic()
    crashes = [...crashes.filter((at) => now - at < WITHIN_MS), now]
    return crashes.length > MOST ? null : 250 * 2 ** (crashes.length - 1)
  }
}
