import type { RawData, WebSocket } from 'ws'
import { NO_SESSION } from '../../../shared/bridge/bridge.ts'
import { PHONE_ALIVE_MS, PHONE_STALE_MS } from '../../../shared/phone/phones.ts'
import { type Allowance, createAllowance, createClientSession } from '../../core/bridge/clientSession.ts'
import type { Core } from '../../core/core.ts'
import { guarded } from '../../util/faults.ts'
import { NOT_OFFERED } from '../control/controlSession.ts'
import { carriedBy } from '../panels.ts'
import type { Sessions } from '../sessions.ts'

/** The most panels open at once: of one phone, and of all. */
const MOST_OF_ONE = 5
const MOST_OF_ALL = 60
/** A phone that does not respond for this long is gone, in ms: it has left the network, or sleeps. */
const GONE_MS = 15_000
/** WebSocket close codes (RFC 6455, 7.4.1 and its registry). */
const UNSUPPORTED = 1003
const TRY_LATER = 1013

interface PhonePanelsOptions {
  core: Core
  sessions: Sessions
  /** Ends a connection because of a fault of our own. */
  fail: (error: unknown, socket: WebSocket) => void
}

/** The panels of phones that have proved their session. What each may do is decided by the guard, not here. */
export function createPhonePanels({ core, sessions, fail }: PhonePanelsOptions) {
  const { clock } = core
  const visible = new Set<WebSocket>()
  /** The served connections: whose each is, and how it ends. */
  const served = new Map<WebSocket, { id: string; end: () => void }>()
  /** What each phone may still request, over all its panels. */
  const allowances = new Map<string, Allowance>()

  function show(socket: WebSocket, seen: boolean): void {
    if (seen) visible.add(socket)
    else visible.delete(socket)
    core.setVisible('phone', visible.size > 0)
  }

  function serve(socket: WebSocket, id: string): void {
    const phone = sessions.phones.of(id)?.phone
    if (!phone) {
      socket.close(NO_SESSION, 'the access has ended')
      return
    }
    const { name, scope } = phone
    const failed = (error: unknown) => fail(error, socket)
    const allowance = allowances.get(id) ?? createAllowance(clock)
    allowances.set(id, allowance)
    const session = createClientSession(core, {
      ...{ source: 'phone', paired: { name, scope }, allowance },
      ...carriedBy(socket),
      offers: (query) => !NOT_OFFERED.includes(query),
      onVisible: (seen) => show(socket, seen),
      onFault: failed,
    })
    const leave = sessions.enter(id)
    const { isSilent, stop: stopBeat } = beat(socket, clock)
    const take = (data: RawData, binary: boolean) => {
      if (binary) socket.close(UNSUPPORTED)
      // Held up on the way: its page has said by now that it does not know, and the person may have pressed again.
      else if (isSilent()) socket.terminate()
      else if (served.has(socket)) session.receive(data.toString())
    }
    const end = () => {
      if (!served.delete(socket)) return
      stopBeat()
      session.close()
      leave()
      show(socket, false)
    }
    served.set(socket, { id, end })
    socket.on('message', guarded(take, failed))
    socket.on('close', guarded(end, failed))
    socket.send(JSON.stringify({ type: 'phone', name, scope, staleMs: PHONE_STALE_MS }))
    session.receive(JSON.stringify({ type: 'resync' }))
  }

  const stopListening = sessions.onChange(() => {
    for (const id of allowances.keys()) if (!sessions.knows(id)) allowances.delete(id)
    for (const [socket, { id, end }] of served) {
      if (sessions.knows(id)) continue
      end()
      socket.close(NO_SESSION, 'the access has ended')
    }
  })

  return {
    /** Serves a connection that has proved a session, or closes it with the reason. @returns is it served? */
    admit(socket: WebSocket, id: string): boolean {
      if (socket.readyState !== socket.OPEN) return false
      makeRoom(served, id)
      if (served.size >= MOST_OF_ALL) socket.close(TRY_LATER, 'too many')
      else serve(socket, id)
      return served.has(socket)
    },
    serves: (socket: WebSocket) => served.has(socket),
    /** Counts every phone as gone, so that it is stored when each was last used. */
    stop(): void {
      stopListening()
      for (const { end } of served.values()) end()
    },
  }
}

/** A phone with bad reception connects again long before its former connections count as gone. */
function makeRoom(served: ReadonlyMap<WebSocket, { id: string }>, id: string): void {
  const former = [...served].filter(([, one]) => one.id === id)
  if (former.length >= MOST_OF_ONE) former[0]?.[0].terminate()
}

/** Says something all the time, so that a phone knows what is still true, and finds out which phones are gone. */
function beat(socket: WebSocket, clock: Core['clock']): { isSilent: () => boolean; stop: () => void } {
  let heardAt = clock.monotonic()
  socket.on('pong', () => {
    heardAt = clock.monotonic()
  })
  const alive = JSON.stringify({ type: 'alive' })
  let stop = clock.after(PHONE_ALIVE_MS, again)
  function again(): void {
    stop = clock.after(PHONE_ALIVE_MS, again)
    if (clock.monotonic() - heardAt > GONE_MS) socket.terminate()
    else {
      socket.send(alive)
      socket.ping()
    }
  }
  return { isSilent: () => clock.monotonic() - heardAt > PHONE_STALE_MS, stop: () => stop() }
}
