import type { Bridge, Download } from '../../shared/bridge/bridge.ts'
import { keptSession } from './dial.ts'
import { firstSocket } from './firstSocket.ts'
import { WebSocketBridge } from './webSocket.ts'

/** The bridge of a page served by the core itself. */
export function browserBridge(): Bridge {
  const socket = new WebSocketBridge({ wakes, first: firstSocket, relinked: () => void reloadWhereNewer() })
  return Object.assign(socket, {
    sessionId: keptSession,
    // Loaded when the user first saves something, which keeps the first script small.
    async save(download: Download, about?: string) {
      const { save } = await import('./save.ts')
      return save(download, about ?? null, () => socket.downloadAddress(download, about ?? null))
    },
  })
}

function wakes(wake: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') wake()
  }
  const leaving = new AbortController()
  document.addEventListener('visibilitychange', onVisible, leaving)
  for (const event of ['online', 'pageshow']) window.addEventListener(event, wake, leaving)
  return () => leaving.abort()
}

/**
 * Reports to the core whenever this page becomes visible or hidden.
 * @returns a function that stops reporting
 */
export function reportVisibility(bridge: Bridge): () => void {
  const tell = () => bridge.setVisible(document.visibilityState === 'visible')
  document.addEventListener('visibilitychange', tell)
  tell()
  return () => document.removeEventListener('visibilitychange', tell)
}

const KEY = 'cuelight.reloadedFor'
const SCRIPT = /<script type="module"[^<>]* src="([^"<>]+)"/

/**
 * Reloads the page if the core now serves another version of it, as after an update: the state of a later version may
 * contain what this page cannot draw, and scripts that it has not loaded yet are gone. A script's name contains a
 * hash of its content. Reloads once per version: if a cache in between keeps the old page, retrying would not help.
 */
async function reloadWhereNewer(): Promise<void> {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' })
    const [, served = null] = (answer.ok && SCRIPT.exec(await answer.text())) || []
    const own = document.querySelector('script[type=module]')?.getAttribute('src')
    if (served === null || served === own || sessionStorage.getItem(KEY) === served) return
    sessionStorage.setItem(KEY, served)
    location.reload()
  } catch {
    // Not reachable: checked again with the next link. Or this browser blocks storage, and a reload would not be let
    // in.
  }
}
