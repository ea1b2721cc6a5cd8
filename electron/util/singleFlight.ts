/** Calls made while the work is in progress share it; the next call after its end begins it again. */
export function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null
  return () => {
    current ??= work().finally(() => {
      current = null
    })
    return current
  }
}
