import type { RawData, WebSocket } from 'ws'
import {
  ALIVE_MS,
  CONTROL_CLOSE,
  CONTROL_VERSION,
  type ControlReply,
  type Identify,
  STALE_MS,
} from '../../../shared/control/protocol.ts'
import { isRunning, targetOf } from '../../../shared/state.ts'
import { type Allowance, createAllowance } from '../../core/bridge/clientSession.ts'
import type { Core } from '../../core/core.ts'
import { guarded, type LogFault } from '../../util/faults.ts'
import { coreProofOfPairing } from '../../util/pairingKeys.ts'
import { createControlSession } from './controlSession.ts'
import { createControlFeed } from './feed.ts'
import type { KeptPairing, PairingStore } from './pairings.ts'

/** The most connections at once: of one pairing, and of all. */
const MOST_OF_ONE = 20
const MOST_OF_ALL = 250
/** A client that does not read what it is sent is disconnected once this much is waiting for it, in bytes. */
const MOST_WAITING = 4 * 1024 * 1024
/** WebSocket close code (RFC 6455, 7.4.1). */
const UNSUPPORTED = 1003

interface ControlsOptions {
  core: Core
  pairings: PairingStore
  /** Ends a connection because of a fault of our own. */
  fail: (error: unknown, socket: WebSocket) => void
  logFault: LogFault
}

/** A client that has proved its pairing. @property signed the text that the core's proof covers */
interface Proved extends Pick<Identify, 'events'> {
  pairing: KeptPairing
  signed: string
}

/** The connected control surfaces: each is served until it leaves or its pairing ends. */
export function createControls({ core, pairings, fail, logFault }: ControlsOptions) {
  const feed = createControlFeed(core, (error) => logFault('the state of control surfaces failed', error))
  /** The served connections: whose each is, and how it ends. */
  const served = new Map<WebSocket, { id: string; end: () => void }>()
  /** What each pairing may still request, over all its connections; kept while it exists, so that nothing is gained by reconnecting. */
  const allowances = new Map<string, Allowance>()

  function serve(socket: WebSocket, { pairing, signed, events }: Proved): void {
    const { id, name, scope } = pairing
    const failed = (error: unknown) => fail(error, socket)
    const allowance = allowances.get(id) ?? createAllowance(core.clock)
    allowances.set(id, allowance)
    const write = (text: string) => {
      if (socket.bufferedAmount > MOST_WAITING) socket.terminate()
      else socket.send(text)
    }
    const proof = coreProofOfPairing(pairing, signed)
    const times = { aliveMs: ALIVE_MS, staleMs: STALE_MS }
    const welcome: ControlReply = { type: 'identified', version: CONTROL_VERSION, name, scope, proof, ...times }
    write(JSON.stringify(welcome))
    const session = createControlSession({
      ...{ core, feed, paired: { id, name, scope }, events, allowance, write, onFault: failed },
      scope: () => pairings.scopeOf(id, scope),
      onFull: (full) => (full ? socket.pause() : socket.resume()),
    })
    const leave = pairings.enter(id)
    const end = () => {
      if (!served.delete(socket)) return
      session.close()
      leave()
    }
    served.set(socket, { id, end })
    const take = (data: RawData, binary: boolean) => {
      if (binary) socket.close(UNSUPPORTED, 'text only')
      // Messages that arrive after we have started to close are ignored.
      else if (served.has(socket)) session.receive(data.toString())
    }
    socket.on('message', guarded(take, failed))
    socket.on('close', guarded(end, failed))
  }

  const stopShows = onShowEnd(core, pairings.disarmAll)
  const stopListening = pairings.onChange(() => {
    for (const id of allowances.keys()) if (!pairings.find(id)) allowances.delete(id)
    for (const [socket, { id, end }] of served) {
      if (pairings.find(id)) continue
      end()
      socket.close(CONTROL_CLOSE.notPaired.code, CONTROL_CLOSE.notPaired.about)
    }
  })

  return {
    /** Serves a connection that has proved its pairing, or closes it with the reason. @returns is it served? */
    admit(socket: WebSocket, proved: Proved): boolean {
      if (socket.readyState !== socket.OPEN) return false
      const { tooMany } = CONTROL_CLOSE
      const isFull = pairings.connections(proved.pairing.id) >= MOST_OF_ONE || served.size >= MOST_OF_ALL
      if (isFull) socket.close(tooMany.code, tooMany.about)
      else serve(socket, proved)
      return served.has(socket)
    },
    serves: (socket: WebSocket) => served.has(socket),
    /** Counts every surface as gone, so that it is stored when each was last used. */
    stop(): void {
      stopListening()
      stopShows()
      for (const { end } of served.values()) end()
    },
  }
}

/** Calls back when what was on air no longer is, or is not the show target any more. @returns how to stop it */
function onShowEnd({ store }: Pick<Core, 'store'>, ended: () => void): () => void {
  const running = () => {
    const target = targetOf(store.get())
    return target && isRunning(target.live) ? target.id : null
  }
  let was = running()
  return store.subscribe(() => {
    const is = running()
    if (was !== null && is !== was) ended()
    was = is
  })
}
