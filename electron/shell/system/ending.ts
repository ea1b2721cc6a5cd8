import type { Clock } from '../../../shared/util/clock.ts'

/**
 * Ms after which what has not closed is left as it is: by then the windows, the tray and the keys are gone, and the user
 * could not end a process that nobody sees. The next start finds everything as after a crash.
 */
const CLOSED_WITHIN_MS = 10_000

/**
 * Resolves once everything is closed, has failed to close, or takes too long. It never rejects: a rejection that nobody
 * handles would restart Cuelight (`faults.ts`).
 */
export function closedInTime(close: () => Promise<void>, clock: Clock, log: (line: string) => void): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = clock.after(CLOSED_WITHIN_MS, () => {
      log(`closing takes more than ${CLOSED_WITHIN_MS / 1_000} s: Cuelight ends all the same`)
      resolve()
    })
    // Within a promise, so that what it throws is logged like what it rejects with.
    Promise.resolve()
      .then(close)
      .catch((error) => log(`closing: ${error}`))
      .finally(() => {
        giveUp()
        resolve()
      })
  })
}
