import type { Clock } from '../../../shared/util/clock.ts'
import { sleep } from '../../util/time.ts'
import type { Connection, Core } from '../core.ts'
import type { StudioService } from './services.ts'

/** Ms after which a locked keychain, or a studio that could not be started, is asked again: at first, and at most. */
const AGAIN_MS = 5_000
const SELDOM_MS = 60_000

/** Asks again, ever more seldom, for as long as there is need to. */
export async function askAgain(
  clock: Clock,
  signal: AbortSignal,
  { isNeeded, ask }: { isNeeded: () => boolean; ask: () => Promise<unknown> },
): Promise<void> {
  for (let pause = AGAIN_MS; !signal.aborted && isNeeded(); pause = Math.min(2 * pause, SELDOM_MS)) {
    await sleep(clock, pause, signal)
    await ask()
  }
}

interface Joining {
  studio: StudioService
  core: Core
  clock: Clock
  /** Nobody waits for it any more. */
  signal: AbortSignal
  take: (connection: Connection) => void
  log: (line: string) => void
}

/** Joins the studio, however often that fails: it is the way to rehearse, and nothing else is in use. Tells why, once. */
export async function joinAtLast({ studio, core, clock, signal, take, log }: Joining): Promise<void> {
  for (let told = false; !signal.aborted; told = true) {
    try {
      const connection = await studio.join()
      core.withdraw('studioFailed')
      if (!signal.aborted) take(connection)
      return
    } catch (error) {
      // Left while it was being joined: that is no failure to tell of.
      if (signal.aborted) return
      const message = error instanceof Error ? error.message : String(error)
      log(message)
      if (!told) core.notice('studioFailed', message)
      await sleep(clock, AGAIN_MS, signal).catch(() => {})
    }
  }
}
