/** So many crashes in so long (ms), and a page is left alone: to load it again would only be a flicker. */
const MOST = 3
const WITHIN_MS = 60_000
const FIRST_WAIT_MS = 250

/**
 * Judges crashes of one page. Each call is a crash.
 *
 * @returns how long to wait before it is loaded again (ms), longer each time; null: not again
 */
export function createCrashJudge(monotonic: () => number): () => number | null {
  let crashes: number[] = []
  return () => {
    const now = monotonic()
    crashes = [...crashes.filter((at) => now - at < WITHIN_MS), now]
    return crashes.length < MOST ? FIRST_WAIT_MS * 2 ** (crashes.length - 1) : null
  }
}
