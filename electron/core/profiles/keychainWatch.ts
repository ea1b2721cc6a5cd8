import type { Clock } from '../../../shared/util/clock.ts'
import { sleep } from '../../util/time.ts'

/** Ms after which a locked keychain is asked again: at first, and at most. */
const AGAIN_MS = 5_000
const SELDOM_MS = 60_000

interface Watched {
  isOpen(): boolean
  /** Is there anything that waits for it? */
  isWaiting(): boolean
  look(): Promise<unknown>
  /** Does what could not be done while it was closed. */
  tend(): Promise<unknown>
  log(line: string): void
}

/** Notices a keychain that is unlocked later, and has done then what could not be done before. */
export function createKeychainWatch(clock: Clock, signal: AbortSignal, keychain: Watched) {
  let wasOpen = false
  let isWatched = false
  const log = (line: string) => {
    if (!signal.aborted) keychain.log(line)
  }

  /** Asks again, ever more seldom, for as long as there is need to. */
  async function askAgain(): Promise<void> {
    for (let pause = AGAIN_MS; !signal.aborted && keychain.isWaiting(); pause = Math.min(2 * pause, SELDOM_MS)) {
      await sleep(clock, pause, signal)
      await keychain.look()
    }
  }

  function tend(): void {
    keychain.tend().catch((error) => log(`the keychain could not be brought in step: ${error}`))
  }

  return {
    tend,
    /** It is looked at by itself, for as long as anything waits for it. */
    begin(): void {
      if (isWatched || !keychain.isWaiting()) return
      isWatched = true
      askAgain()
        .catch((error) => log(`the keychain is not asked any more: ${error}`))
        .finally(() => {
          isWatched = false
        })
    },
    /** It answered: it may be open now. */
    seen(): void {
      const isOpen = keychain.isOpen()
      if (isOpen && !wasOpen) tend()
      wasOpen = isOpen
    },
  }
}
