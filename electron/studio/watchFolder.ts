import { existsSync } from 'node:fs'
import type { Clock } from '../../shared/util/clock.ts'

/** How often the folder is checked, in ms. A single check may fail because a disk is busy, so it takes two in a row. */
const LOOK_MS = 30_000

/**
 * Calls back once the data dir is gone: no client can find its studio any more, not even to end it, and nothing more is
 * stored.
 *
 * @returns a function that stops the checks
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
