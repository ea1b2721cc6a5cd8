/**
 * Lets many do their work by turns: one job in each turn of the event loop, in the order they asked. Whoever asks for the
 * next turn only when its last one is over never keeps another waiting for more than one job of each. The first job of a
 * quiet moment is done at once.
 */
export function createRoundRobin(): (job: () => void) => void {
  const waiting: (() => void)[] = []
  let taken = false

  function next(): void {
    const job = waiting.shift()
    taken = job !== undefined
    if (job) run(job)
  }

  function run(job: () => void): void {
    setImmediate(next)
    job()
  }

  return function take(job) {
    if (taken) waiting.push(job)
    else {
      taken = true
      run(job)
    }
  }
}
