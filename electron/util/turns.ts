/** Runs jobs one after the other; one that fails keeps nobody from their turn. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(job: () => Promise<T>): Promise<T> => {
    const mine = last.then(job)
    last = mine.catch(() => {})
    return mine
  }
}
