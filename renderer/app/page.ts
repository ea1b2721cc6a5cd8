import type { PageName, ShellBridge } from '../../shared/bridge/shellBridge.ts'
import type { PanelStore } from '../store/store.ts'

const PAGES: readonly string[] = ['main', 'quick', 'overlay'] satisfies PageName[]

/** Which page to render: the desktop app sets it directly, in a browser the address does. */
export function pageOf(shell: Pick<ShellBridge, 'page'> | null, search: string): PageName {
  const name = shell?.page ?? new URLSearchParams(search).get('page')
  return isPage(name) ? name : 'main'
}

function isPage(name: string | null): name is PageName {
  return name !== null && PAGES.includes(name)
}

/** As in `tokens.css`. */
const TYPEFACE = '1em "Inter Variable"'
/** Ms. The typeface loads along with the script from this same machine: rendering does not wait longer than this. */
const TYPEFACE_WITHIN_MS = 100

/**
 * Resolves once the typeface is loaded, or after a short timeout. If the page were drawn in a fallback first, the
 * layout would shift under the pointer when the typeface arrives, and a hold on Stop would be lost.
 */
export function typeface(fonts: FontFaceSet = document.fonts): Promise<unknown> {
  const patience = new Promise((resolve) => setTimeout(resolve, TYPEFACE_WITHIN_MS))
  return Promise.race([fonts.load(TYPEFACE).catch(() => null), patience])
}

/** Ms. The core on this machine responds within a few; after this time the page shows what it is waiting for. */
const NEWS_WITHIN_MS = 150

/**
 * Resolves once there is something to draw: the core has sent its state or cannot be reached, or the timeout passed.
 */
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
