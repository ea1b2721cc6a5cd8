/** Calls `make` on first use and returns that result from then on; null or undefined is made again. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
