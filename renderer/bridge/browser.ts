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
    // Loaded when somebody first saves something: the first script is what is needed at first.
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

/** Tells the core whenever a person can, or can no longer, see this page. Answers what ends it. */
export function reportVisibility(bridge: Bridge): () => void {
  const tell = () => bridge.setVisible(document.visibilityState === 'visible')
  document.addEventListener('visibilitychange', tell)
  tell()
  return () => document.removeEventListener('visibilitychange', tell)
}
