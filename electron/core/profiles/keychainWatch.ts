import type { Clock } from '../../../shared/util/clock.ts'
import { sleep } from '../../util/time.ts'

/** Ms between two checks of a locked keychain: at first, and at most. */
const AGAIN_MS = 5_000
const SELDOM_MS = 60_000

interface Watched {
  isOpen(): boolean
  /** True if anything waits for the keychain. */
  isWaiting(): boolean
  look(): Promise<unknown>
  /** Does the work that was not possible while it was locked. */
  reconcile(): Promise<unknown>
  log(line: string): void
}

/** Notices when the keychain is unlocked later, and then starts the work that waited for it. */
export function createKeychainWatch(clock: Clock, signal: AbortSignal, keychain: Watched) {
  let wasOpen = false
  let isWatched = false
  const log = (line: string) => {
    if (!signal.aborted) keychain.log(line)
  }

  /** Checks again at growing intervals, for as long as anything waits. */
  async function askAgain(): Promise<void> {
    for (let pause = AGAIN_MS; !signal.aborted && keychain.isWaiting(); pause = Math.min(2 * pause, SELDOM_MS)) {
      await sleep(clock, pause, signal)
      await keychain.look()
    }
  }

  function reconcile(): void {
    keychain.reconcile().catch((error) => log(`the keychain could not be brought in step: ${error}`))
  }

  return {
    reconcile,
    /** Checks the keychain automatically, for as long as anything waits for it. */
    begin(): void {
      if (isWatched || !keychain.isWaiting()) return
      isWatched = true
      askAgain()
        .catch((error) => log(`the keychain is not asked any more: ${error}`))
        .finally(() => {
          isWatched = false
        })
    },
    /** The keychain responded, and may be open now. */
    seen(): void {
      const isOpen = keychain.isOpen()
      if (isOpen && !wasOpen) reconcile()
      wasOpen = isOpen
    },
  }
}
