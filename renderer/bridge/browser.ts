import type { Bridge, Download } from '../../shared/bridge/bridge.ts'
import { keptSession } from './dial.ts'
import { firstSocket } from './firstSocket.ts'
import { reloadWhereNewer } from './newerPage.ts'
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
  window.addEventListener('online', wake, leaving)
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
