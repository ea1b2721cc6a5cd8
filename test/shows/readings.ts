/** How many readings a command causes: at most one of each kind. */

import type { Outcome } from '../../shared/outcome.ts'
import type { IndependentServer } from '../fakes/independent/server.ts'
import type { Ask } from './desk.ts'
import type { House } from './house.ts'
import type { Violation } from './umpire.ts'
import { isAct, type Operation, type Wire } from './wire.ts'

export interface Reading extends Wire {
  /** Monotonic ms; null while it is in flight, and for good if no response came. */
  endedAt: number | null
  /** How many requests had gone out by then, to order those sent in the same ms. */
  endedAfter: number
  well: boolean
  /** Refused for lack of budget: it shows nothing about the show. */
  limited: boolean
}

/** The clocks are compared this often, in ms. */
const JUMP_SEEN_MS = 5_000
const TOPICS = ['live', 'scenes', 'project'] as const
/** A reading within this time after a command was carried out counts as caused by it, in ms. */
const FOR_ITS_SAKE_MS = 2_000

/** Every request of every life, as it went out. */
export function createReadings(now: () => number) {
  const all: Reading[] = []
  const open = new Map<Wire, Reading>()
  return {
    all: all as readonly Reading[],
    sent(wire: Wire): void {
      const reading = { ...wire, endedAt: null, endedAfter: 0, well: false, limited: false }
      all.push(reading)
      open.set(wire, reading)
    },
    ended(wire: Wire, well: boolean, limited = false): void {
      const reading = open.get(wire)
      if (!reading) return
      open.delete(wire)
      Object.assign(reading, { endedAt: now(), endedAfter: all.length, well, limited })
    },
    /** The number of completed readings of a project by one life that were sent at a time or later. Monotonic ms. */
    answered: (operation: Operation, projectId: string, life: number | undefined, since: number): number =>
      all.filter(
        (one) => isOf(one, operation, projectId, life) && one.sentAt >= since && one.endedAt !== null && !one.limited,
      ).length,
  }
}

const isOf = (one: Reading, operation: Operation, projectId: string | null, life: number | undefined) =>
  one.operation === operation && one.projectId === projectId && one.life === life

/** A command causes at most one reading of each kind, if nothing else comes near it; so does a whole burst. */
export function judgeReadings(house: House): void {
  const { readings, desk, bursts, jumps, report } = house
  const acts = readings.all.filter((one) => isAct(one.operation) && one.endedAt !== null)
  const beginnings = [...desk.asks.map((one) => one.at), ...acts.map((one) => one.endedAt ?? 0)].sort((a, b) => a - b)
  /** The client repeats what was lost meanwhile, whenever it was sent: that is not caused by the command. */
  const reads = (topic: Operation, { projectId, life, endedAfter, endedAt }: Reading, until: number) => {
    const ofTopic = readings.all.filter((one) => isOf(one, topic, projectId, life))
    const lostAt = ofTopic.flatMap((one) => (one.well ? [] : [one.endedAt ?? Number.POSITIVE_INFINITY]))
    const isRepeat = ({ sentAt }: Reading) => lostAt.some((at) => at >= (endedAt ?? 0) && at <= sentAt)
    const since = new Set(readings.all.slice(endedAfter))
    return ofTopic.filter((one) => since.has(one) && one.well && one.sentAt < until && !isRepeat(one)).length
  }

  for (const act of acts) {
    const { endedAt, key, operation } = act
    const from = endedAt ?? 0
    // What waits for its budget is another command, possibly a requested reading.
    if (desk.asks.some((one) => one.key !== key && one.at <= from && (one.toldAt ?? from) >= from)) continue
    const until = Math.min(from + FOR_ITS_SAKE_MS, beginnings.find((at) => at > from) ?? Number.POSITIVE_INFINITY)
    // After a clock jump everything is read again.
    const anew = jumps.some((at) => at > from - JUMP_SEEN_MS && at < until) ? 1 : 0
    const most =
      1 + anew + (isWatched(readings.all, act, { askedAt: desk.ask(key ?? '')?.at ?? from, until }) ? WATCHES : 0)
    for (const topic of TOPICS) {
      const count = reads(topic, act, until)
      if (count > most && !isMended(readings.all, topic, act))
        report('readings', `${count} of ${topic} within ${until - from} ms after ${operation} of ${key}`)
    }
  }
  for (const { from, until } of bursts) {
    const within = readings.all.filter((one) => one.sentAt >= from && one.sentAt < until)
    const presses = within.filter((one) => isAct(one.operation)).length
    const asked = desk.asks.filter((one) => one.at < until && ASKS_TO_READ.has(one.command.type)).length
    const regular = Math.ceil((until - from) / REGULAR_MS) + 1
    for (const topic of TOPICS) {
      const count = within.filter((one) => one.operation === topic && one.well).length
      if (count > presses + asked + regular)
        report('readings', `${count} of ${topic} for ${presses} presses in a burst`)
    }
  }
}

/** While a lost switch or sync may still arrive, what viewers see is read now and then. */
const WATCHED: ReadonlySet<Operation> = new Set(['update', 'sync'])
const WATCHED_MS = 36_000
/** How often, at most, within the time that counts. */
const WATCHES = 2

function isWatched(
  all: readonly Reading[],
  { life, endedAt }: Reading,
  { askedAt, until }: { askedAt: number; until: number },
): boolean {
  const startedAt = all.find((one) => one.life === life)?.sentAt ?? 0
  /** The next process watches what the one before left, from its start on. */
  const lostAt = (one: Reading) => (one.life === life ? one.endedAt : Math.max(startedAt, one.endedAt ?? 0))
  const lost = all.filter((one) => WATCHED.has(one.operation) && one.life <= life && !one.well)
  // A command that waits for budget delays the watch, and without budget its last reading comes later.
  const isRead = (at: number) =>
    all.some(
      (one) =>
        one.operation === 'project' && one.life === life && one.well && one.sentAt > at + WATCHED_MS && isBefore(one),
    )
  const isBefore = ({ sentAt }: Reading) => endedAt !== null && sentAt < endedAt
  // A kill may have come just before the bytes of one went out.
  const starts = life > 1 ? [startedAt] : []
  return [...starts, ...lost.map(lostAt)].some(
    (at) => at !== null && at < until && (at > askedAt - WATCHED_MS || !isRead(at)),
  )
}

/** The reading before had failed: repeating it is not caused by the command. */
function isMended(all: readonly Reading[], topic: Operation, { projectId, endedAfter }: Reading): boolean {
  const before = all.slice(0, endedAfter).findLast((one) => one.operation === topic && one.projectId === projectId)
  return before?.well === false
}

const ASKS_TO_READ: ReadonlySet<string> = new Set(['refresh', 'goLive', 'commitGoLive', 'commitStop'])
/** Without commands nothing is read more often than this, in ms. */
const REGULAR_MS = 5_000

interface BudgetOptions {
  server: IndependentServer
  /** Monotonic ms. */
  now: () => number
  report: (kind: Violation['kind'], about: string) => void
}

/** What was sent before a kill counts this much longer, in ms. */
const ON_ITS_WAY_MS = 2_000
/** Our own promise: never more in any 60 s, and the last few of these only for a stop, then for a start or a sync. */
const OWN = { most: 150, forStop: 3, forStartAndSync: 2, inMs: 60_000 }
const mostFor = (operation: string) =>
  OWN.most - OWN.forStop - (operation === 'activateScene' ? OWN.forStartAndSync : 0)
/** What the contract counts as show commands: requested readings are not among them. */
const SHOW: ReadonlySet<string> = new Set(['startLive', 'stopLive', 'syncLive', 'activateScene'])

export function createBudgetWatch({ server, now, report }: BudgetOptions) {
  const open = new Set<Wire>()
  /** When completed ones stop counting: the service counted each somewhere between its bytes and its response. */
  const ended: number[] = []
  let limitedAt = Number.NEGATIVE_INFINITY

  const ours = () => open.size + ended.filter((at) => now() - at < OWN.inMs).length

  return {
    sent: (wire: Wire) => void open.add(wire),
    /** Its response came, or none will. */
    ended: (wire: Wire) => void (open.delete(wire) && ended.push(now())),
    /**
     * The next life counts from when they were sent, plus a while for their way. @param unsent stored, and never sent
     */
    died(life: number, unsent: boolean): void {
      // The next life reads that it was about to be sent, and cannot know that it was not.
      if (unsent) ended.push(now() + ON_ITS_WAY_MS)
      for (const wire of open) if (wire.life === life && open.delete(wire)) ended.push(wire.sentAt + ON_ITS_WAY_MS)
    },
    /** A 429 came, from the service or a gateway. */
    limited(): void {
      limitedAt = now()
    },
    told({ key, command }: Ask, outcome: Outcome): void {
      if (outcome.result !== 'failed' || outcome.failure.kind !== 'noBudget') return
      const { operation } = outcome.failure
      const { remaining } = server.control.quota()
      if (operation === 'stopLive') report('starved', `${key} ${command.type}: a stop was not sent`)
      if (
        operation === 'stopLive' ||
        !SHOW.has(operation) ||
        remaining - server.underWay() <= 0 ||
        ours() >= mostFor(operation) - 1
      )
        return
      // After a 429 a command may wait.
      const mayWait = now() - limitedAt < OWN.inMs
      report(mayWait ? 'waited' : 'starved', `${key} ${command.type}: no budget, and ${remaining} were left`)
    },
  }
}
