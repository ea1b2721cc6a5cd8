/** Runs jobs one after the other; a failed job does not stop the next ones. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(job: () => Promise<T>): Promise<T> => {
    const mine = last.then(job)
    last = mine.catch(() => {})
    return mine
  }
}
