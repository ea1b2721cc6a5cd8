/**
 * The truth at the service, when and by whom it was last changed, and what a life of ours has read since: derived
 * from the service's own truth and from the wire. Order is counted in turns, because much happens in the same ms.
 */
import type { Truth } from '../fakes/independent/control.ts'
import type { IndependentServer } from '../fakes/independent/server.ts'
import { askedOf, isAct, STAMP, type Wire } from './wire.ts'

/** A successful reading. */
export interface Read {
  /** Turns. */
  readonly sent: number
  readonly answered: number
  readonly life: number
  /** A change of ours ended while it was in flight: it may rightly be repeated. */
  readonly overlapped: boolean
  /** A start or stop of ours ended while it was in flight. */
  readonly overlappedByAir: boolean
}

/** One change of ours, on the wire. Turns. */
interface Put {
  readonly wire: Wire
  readonly sent: number
  ended: number | null
  /** Its response can be read. */
  answered: boolean
  /** When it was sent, someone else had changed the project, and we had not read that yet. */
  readonly unread: boolean
}

/** One project, since the show began. Turns. */
export interface Sight {
  /** Null once it is deleted. */
  truth: Truth | null
  /** When the broadcast itself changed: its id, or whether it runs. */
  ran: number
  /** When anything that a live reading reports changed. */
  told: number
  /** When the scene on air changed, and by which change of ours; null: by someone else, or by one lost long ago. */
  aired: number
  airedBy: Put | null
  /** When someone else changed it. */
  hand: number
  /** When a change of ours ended, and when a start or stop of ours did. */
  put: number
  putAir: number
  /** When the latest readings of the scenes and of the settings were sent that no change of ours overlapped. */
  scenesSent: number
  settingsSent: number
  live: Read[]
  scenes: Read[]
  puts: Put[]
}

export class Sights {
  readonly #server: IndependentServer
  readonly #sights = new Map<string, Sight>()
  readonly #begun = new Map<Wire, number>()
  #turn = 0
  #records = 0
  #open: { key: string; path: string; executed: () => boolean }[] = []

  constructor(server: IndependentServer) {
    this.#server = server
    for (const id of [server.content.project, ...server.content.otherProjects]) this.#sights.set(id, blank())
    this.look()
  }

  of(projectId: string): Sight | undefined {
    return this.#sights.get(projectId)
  }

  all(): IterableIterator<[string, Sight]> {
    return this.#sights.entries()
  }

  sent(wire: Wire): void {
    this.look()
    this.#begun.set(wire, this.#next())
    const sight = this.#sightOf(wire)
    if (!sight || !isAct(wire.operation)) return
    const unread = sight.hand > sight.scenesSent || sight.hand > sight.settingsSent
    sight.puts.push({ wire, sent: this.#turn, ended: null, answered: false, unread })
  }

  /** @param readable the response can be processed */
  ended(wire: Wire, readable: boolean): void {
    this.look()
    const sight = this.#sightOf(wire)
    const sent = this.#begun.get(wire)
    if (!sight || sent === undefined) return
    this.#begun.delete(wire)
    const answered = this.#next()
    if (isAct(wire.operation)) this.#endPut(sight, wire, readable)
    else if (readable) this.#take(sight, wire, sent, answered)
  }

  #take(sight: Sight, wire: Wire, sent: number, answered: number): void {
    const read = { sent, answered, life: wire.life, ...overlap(sight, sent) }
    if (wire.operation === 'live') sight.live.push(read)
    if (wire.operation === 'scenes') sight.scenes.push(read)
    if (read.overlapped) return
    if (wire.operation === 'scenes') sight.scenesSent = Math.max(sight.scenesSent, sent)
    if (wire.operation === 'project') sight.settingsSent = Math.max(sight.settingsSent, sent)
  }

  #endPut(sight: Sight, wire: Wire, readable: boolean): void {
    const put = sight.puts.findLast((one) => one.wire === wire)
    if (put) Object.assign(put, { ended: this.#turn, answered: readable })
    sight.put = this.#turn
    if (wire.operation === 'start' || wire.operation === 'stop') sight.putAir = this.#turn
  }

  /** A change ended that never went out: readings may be repeated for it nevertheless. */
  told(projectId: string): void {
    const sight = this.#sights.get(projectId)
    if (sight) sight.put = this.#next()
  }

  /** The responses reach no process any more. */
  died(life: number): void {
    for (const wire of [...this.#begun.keys()]) if (wire.life === life) this.ended(wire, false)
  }

  /** Someone else does something. */
  byHand(projectId: string, act: () => void): void {
    this.look()
    act()
    const sight = this.#sights.get(projectId)
    if (sight) sight.hand = this.#next()
    this.#compare(() => null)
  }

  /** Must be called whenever something may have happened at the service. */
  look(): void {
    const executed = this.#executed()
    this.#compare((projectId, sight) => {
      for (const { key, path } of executed) {
        if (askedOf('POST', path).projectId !== projectId) continue
        const put = sight.puts.findLast((one) => one.ended === null && one.wire.key === key)
        if (put) return put
        // A change lost long ago: no process of ours can know of it.
        sight.hand = this.#next()
      }
      return null
    })
  }

  /** Changes of ours that the service carried out since the last look. */
  #executed() {
    const { requests } = this.#server
    for (; this.#records < requests.length; this.#records += 1) {
      const record = requests[this.#records]
      if (!record || record.method === 'GET') continue
      const { path, headers } = record
      this.#open.push({ key: headers[STAMP] ?? '', path, executed: () => record.executed })
    }
    const done = this.#open.filter((one) => one.executed())
    if (done.length > 0) this.#open = this.#open.filter((one) => !done.includes(one))
    return done
  }

  #compare(author: (projectId: string, sight: Sight) => Put | null): void {
    for (const [projectId, sight] of this.#sights) {
      const by = author(projectId, sight)
      const { truth: was } = sight
      const truth = truthOf(this.#server, projectId)
      sight.truth = truth
      if (runKey(was) !== runKey(truth)) sight.ran = this.#next()
      if (toldKey(was) !== toldKey(truth)) sight.told = this.#next()
      if (airKey(was) === airKey(truth)) continue
      sight.aired = this.#next()
      sight.airedBy = by
    }
  }

  #sightOf({ projectId }: Wire): Sight | undefined {
    return projectId === null ? undefined : this.#sights.get(projectId)
  }

  #next(): number {
    this.#turn += 1
    return this.#turn
  }
}

/** The service's truth about a project; null: it does not exist any more. */
export function truthOf({ control }: IndependentServer, projectId: string): Truth | null {
  try {
    return control.truth(projectId)
  } catch {
    return null
  }
}

function overlap(sight: Sight, sent: number) {
  return { overlapped: sight.put > sent, overlappedByAir: sight.putAir > sent }
}

const runKey = (truth: Truth | null) => `${truth !== null} ${truth?.liveId}`
const toldKey = (truth: Truth | null) => `${runKey(truth)} ${truth?.status} ${(truth?.unsyncedEdits ?? 0) > 0}`
const airKey = (truth: Truth | null) => `${truth?.liveId} ${truth?.onAirSceneId}`

function blank(): Sight {
  const turns = { ran: 0, told: 0, aired: 0, hand: 0, put: 0, putAir: 0, scenesSent: 0, settingsSent: 0 }
  return { truth: null, airedBy: null, ...turns, live: [], scenes: [], puts: [] }
}

/** Which scene our own changes last put on air, in the viewed project. */
export function createLastPut(server: IndependentServer, target: () => string | null) {
  let put: { liveId: string | null; sceneId: string | null } = { liveId: null, sceneId: null }

  function note(projectId: string): void {
    const truth = truthOf(server, projectId)
    put = { liveId: truth?.liveId ?? null, sceneId: truth?.onAirSceneId ?? null }
  }

  return {
    /** Null: nothing runs, or the scene is unknown. */
    sceneId: () => put.sceneId,
    /** A request of ours was successful. */
    answered({ operation, projectId }: Wire): void {
      if (projectId === null || projectId !== target()) return
      // A switch puts nothing on air unless auto-sync carries it.
      const carried = operation === 'activate' && truthOf(server, projectId)?.autoSynch
      if (carried || operation === 'start' || operation === 'sync') note(projectId)
    },
    /** Must be called whenever time moves: a new broadcast begins with the scene that is active then. */
    look(): void {
      const targetId = target()
      if (targetId !== null && (truthOf(server, targetId)?.liveId ?? null) !== put.liveId) note(targetId)
    },
  }
}
