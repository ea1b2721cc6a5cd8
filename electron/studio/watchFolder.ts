import { existsSync } from 'node:fs'
import type { Clock } from '../../shared/util/clock.ts'

/** How often it is looked for, in ms. Away for one look alone, it may be a disk that was busy. */
const LOOK_MS = 30_000

/**
 * Calls back once the data dir is gone: nobody finds its studio any more, not even to end it, and what it keeps goes nowhere.
 *
 * @returns what ends it
 */
export function watchFolder(dataDir: string, clock: Clock, onGone: () => void): () => void {
  let wasThere = true
  let stop = clock.after(LOOK_MS, look)
  function look(): void {
    const isThere = existsSync(dataDir)
    if (!isThere && !wasThere) {
      onGone()
      return
    }
    wasThere = isThere
    stop = clock.after(LOOK_MS, look)
  }
  return () => stop()
}
