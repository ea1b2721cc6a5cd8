/** What calls `make` when it is first asked, and answers the same ever after; null or undefined is made again. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
