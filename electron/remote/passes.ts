import type { Clock } from '../../shared/util/clock.ts'
import { createOneTime, hashOf } from './oneTime.ts'
import type { SessionFile } from './sessionFile.ts'

/**
 * The most pages that were loaded but not admitted yet, and how long they may take, in ms. Beyond that, the oldest must
 * be loaded again.
 */
const MOST_LOADED = 5_000
const LOADED_MS = 10 * 60_000
/** The most admitted pages that may reconnect, also after a restart: those used longest ago are forgotten. */
const MOST_LET_IN = 200

/**
 * Passes distinguish our own pages from anyone else's. Each page that we serve has one, which only its own script can
 * read; once admitted, it is valid as long as the page is open. A page that someone else served on our port while we
 * were not running has none, so it cannot use the keys stored in its browser.
 */
export function createPasses(file: SessionFile, monotonic: Clock['monotonic']) {
  const loaded = createOneTime<true>(MOST_LOADED, LOADED_MS, monotonic)
  return {
    /** For a page that is being served. */
    newPass: () => loaded.add(true),
    /** Is this the pass of one of our pages? */
    isOurPage(pass: string): boolean {
      const hash = hashOf(pass)
      const { pages } = file.get()
      if (!loaded.take(pass) && !pages.includes(hash)) return false
      void file.changeAnyway({ pages: [...pages.filter((one) => one !== hash), hash].slice(-MOST_LET_IN) })
      return true
    },
  }
}
