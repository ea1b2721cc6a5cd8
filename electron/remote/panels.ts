import type { RawData, WebSocket } from 'ws'
import { NO_SESSION } from '../../shared/bridge/bridge.ts'
import {
  type Allowance,
  type ClientSessionOptions,
  createAllowance,
  createClientSession,
  MOST_WAITING,
  textOf,
} from '../core/bridge/clientSession.ts'
import type { Core } from '../core/core.ts'
import { guarded } from '../util/faults.ts'
import type { DownloadServer } from './downloads.ts'
import type { Previews } from './previews.ts'
import type { Sessions } from './sessions.ts'

/** The most panels open at once in one browser. */
const MOST_OF_ONE_SESSION = 20
/** WebSocket close codes (RFC 6455, 7.4.1 and its registry). */
const UNSUPPORTED = 1003
const TRY_LATER = 1013

interface PanelsOptions {
  core: Core
  sessions: Sessions
  downloads: DownloadServer
  previews: Previews | undefined
  /** Ends a connection because of a fault of our own. */
  fail: (error: unknown, socket: WebSocket) => void
}

/** The panels that have proved their session: each is served until it leaves or its session ends. */
export function createPanels({ core, sessions, downloads, previews, fail }: PanelsOptions) {
  const visible = new Set<WebSocket>()
  /** The served connections and their sessions. */
  const served = new Map<WebSocket, string>()
  /** What each session may still request, counted over all its panels. */
  const allowances = new Map<string, Allowance>()

  function show(socket: WebSocket, seen: boolean): void {
    if (seen) visible.add(socket)
    else visible.delete(socket)
    core.setVisible('panel', visible.size > 0)
  }

  function serve(socket: WebSocket, session: string): void {
    const failed = (error: unknown) => fail(error, socket)
    const allowance = allowances.get(session) ?? createAllowance(core.clock)
    allowances.set(session, allowance)
    const link = createClientSession(core, {
      ...{ source: 'panel', allowance, ...carriedBy(socket) },
      downloadAddress: (download, about) => downloads.addressOf(download, about, () => sessions.knows(session)),
      ...(previews && {
        previewAddress: (projectId) => previews.addressOf(projectId, () => sessions.knows(session)),
      }),
      onVisible: (seen) => show(socket, seen),
      onFault: failed,
    })
    served.set(socket, session)
    const leave = sessions.enter(session)
    const take = (data: RawData, binary: boolean) => {
      if (binary) socket.close(UNSUPPORTED)
      // Messages that arrive after we have started to close are ignored.
      else if (served.has(socket)) link.receive(data.toString())
    }
    const end = () => {
      link.close()
      served.delete(socket)
      leave()
      show(socket, false)
    }
    socket.on('message', guarded(take, failed))
    socket.on('close', guarded(end, failed))
    link.receive(JSON.stringify({ type: 'resync' }))
  }

  const stopListening = sessions.onChange(() => {
    for (const session of allowances.keys()) if (!sessions.knows(session)) allowances.delete(session)
    for (const [socket, session] of served) {
      if (sessions.knows(session)) continue
      served.delete(socket)
      show(socket, false)
      socket.close(NO_SESSION, 'the session has ended')
    }
  })

  return {
    /** Serves a connection that has proved a session, or closes it with the reason. @returns is it served? */
    admit(socket: WebSocket, session: string): boolean {
      if (socket.readyState !== socket.OPEN) return false
      const panels = [...served.values()].filter((one) => one === session).length
      if (!sessions.knows(session)) socket.close(NO_SESSION, 'the session has ended')
      else if (panels >= MOST_OF_ONE_SESSION) socket.close(TRY_LATER, 'too many')
      else serve(socket, session)
      return served.has(socket)
    },
    serves: (socket: WebSocket) => served.has(socket),
    stop: stopListening,
  }
}

/** How a client session writes to a socket: a client that does not read what it is sent is cut off. */
export const carriedBy = (socket: WebSocket): Pick<ClientSessionOptions, 'say' | 'onFull'> => ({
  say(message) {
    if (socket.bufferedAmount > MOST_WAITING) socket.terminate()
    else socket.send(textOf(message))
  },
  onFull: (full) => (full ? socket.pause() : socket.resume()),
})
