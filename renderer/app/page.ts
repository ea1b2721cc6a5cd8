import type { PageName, ShellBridge } from '../../shared/bridge/shellBridge.ts'
import type { PanelStore } from '../store/store.ts'

const PAGES: readonly string[] = ['main', 'quick', 'overlay'] satisfies PageName[]

/** Which page is asked for: the desktop app says so itself, in a browser the address does. */
export function pageOf(shell: Pick<ShellBridge, 'page'> | null, search: string): PageName {
  const name = shell?.page ?? new URLSearchParams(search).get('page')
  return isPage(name) ? name : 'main'
}

function isPage(name: string | null): name is PageName {
  return name !== null && PAGES.includes(name)
}

/** As in `tokens.css`. */
const TYPEFACE = '1em "Inter Variable"'
/** Ms. It comes along with the script from this very machine: what takes longer is not waited for. */
const TYPEFACE_WITHIN_MS = 100

/**
 * Resolves once the typeface is there, or soon in any case: a page drawn in another one first would move under the hand when
 * this one comes, and a hold on Stop would be lost.
 */
export function typeface(fonts: FontFaceSet = document.fonts): Promise<unknown> {
  const patience = new Promise((resolve) => setTimeout(resolve, TYPEFACE_WITHIN_MS))
  return Promise.race([fonts.load(TYPEFACE).catch(() => null), patience])
}

/** Ms. The core on this very machine answers within a few: who waits longer is told what is waited for. */
const NEWS_WITHIN_MS = 150

/** Resolves once the core has told its state, or that it cannot be reached, or soon in any case: there is something to draw. */
export function firstNews({ store }: PanelStore): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const { state, link } = store.getState()
      if (state !== null || link !== 'connecting') done()
    }
    const done = () => {
      unsubscribe()
      clearTimeout(patience)
      resolve()
    }
    const unsubscribe = store.subscribe(look)
    const patience = setTimeout(done, NEWS_WITHIN_MS)
    look()
  })
}
