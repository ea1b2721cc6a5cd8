import type { Clock } from '../../shared/util/clock.ts'
import { createOneTime, hashOf } from './oneTime.ts'
import type { SessionFile } from './sessionFile.ts'

/** Pages that were loaded and not let in yet: the oldest beyond this number must be loaded again, or after this time, in ms. */
const MOST_LOADED = 5_000
const LOADED_MS = 10 * 60_000
/** Pages that were let in and may come again, over a restart too: the ones used longest ago are forgotten. */
const MOST_LET_IN = 200

/**
 * Passes tell our own pages from anybody's. Each page that we hand out has one, which no script but its own can read; once
 * it was let in, it is good as long as the page is open. A page that somebody else handed out while we were away has none,
 * so it has no use of the keys that lie in its browser.
 */
export function createPasses(file: SessionFile, monotonic: Clock['monotonic']) {
  const loaded = createOneTime<true>(MOST_LOADED, LOADED_MS, monotonic)
  return {
    /** For a page that is being handed out. */
    newPass: () => loaded.add(true),
    /** Is this the pass of a page of ours? */
    isOurPage(pass: string): boolean {
      const hash = hashOf(pass)
      const { pages } = file.get()
      if (!loaded.take(pass) && !pages.includes(hash)) return false
      void file.changeAnyway({ pages: [...pages.filter((one) => one !== hash), hash].slice(-MOST_LET_IN) })
      return true
    },
  }
}
