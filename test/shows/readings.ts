/** How much is read for what is pressed: of each kind at most one for a press. */

import type { Outcome } from '../../shared/outcome.ts'
import type { IndependentServer } from '../fakes/independent/server.ts'
import type { Ask } from './desk.ts'
import type { House } from './house.ts'
import type { Violation } from './umpire.ts'
import { isAct, type Operation, type Wire } from './wire.ts'

export interface Reading extends Wire {
  /** Monotonic ms; null while it is under way, and for good where no answer came. */
  endedAt: number | null
  /** How many requests had gone out by then: what was sent in the same ms was sent before it or after it. */
  endedAfter: number
  well: boolean
  /** Refused for want of budget: it tells nothing of the show. */
  limited: boolean
}

/** The clocks are compared this often, in ms. */
const JUMP_SEEN_MS = 5_000
const TOPICS = ['live', 'scenes', 'project'] as const
/** What is read within so many ms after a press was carried out is read for its sake, in ms. */
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
    /** How many readings of a project that were sent at a time or later told of it, by one life. Monotonic ms. */
    answered: (operation: Operation, projectId: string, life: number | undefined, since: number): number =>
      all.filter(
        (one) => isOf(one, operation, projectId, life) && one.sentAt >= since && one.endedAt !== null && !one.limited,
      ).length,
  }
}

const isOf = (one: Reading, operation: Operation, projectId: string | null, life: number | undefined) =>
  one.operation === operation && one.projectId === projectId && one.life === life

/** A press leads to one reading of each kind at most: one that nothing else comes near, and all of a burst together. */
export function judgeReadings(house: House): void {
  const { readings, desk, bursts, jumps, report } = house
  const acts = readings.all.filter((one) => isAct(one.operation) && one.endedAt !== null)
  const beginnings = [...desk.asks.map((one) => one.at), ...acts.map((one) => one.endedAt ?? 0)].sort((a, b) => a - b)
  /** What was lost meanwhile, whenever it was sent, is asked for again by the client: not for the sake of the press. */
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
    // What waits for its budget is another press, and it may be a reading that was asked for.
    if (desk.asks.some((one) => one.key !== key && one.at <= from && (one.toldAt ?? from) >= from)) continue
    const until = Math.min(from + FOR_ITS_SAKE_MS, beginnings.find((at) => at > from) ?? Number.POSITIVE_INFINITY)
    // Whose clock jumped reads all anew.
    const most = jumps.some((at) => at > from - JUMP_SEEN_MS && at < until) ? 2 : 1
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

/** The one before had failed: it is made again, and that is not for the sake of the press. */
function isMended(all: readonly Reading[], topic: Operation, { projectId, endedAfter }: Reading): boolean {
  const before = all.slice(0, endedAfter).findLast((one) => one.operation === topic && one.projectId === projectId)
  return before?.well === false
}

const ASKS_TO_READ: ReadonlySet<string> = new Set(['refresh', 'goLive', 'commitGoLive', 'commitStop'])
/** Nothing is read more often than this when nobody presses anything, in ms. */
const REGULAR_MS = 5_000

interface BudgetOptions {
  server: IndependentServer
  /** Monotonic ms. */
  now: () => number
  report: (kind: Violation['kind'], about: string) => void
}

/** What was sent before a kill counts so much longer, in ms. */
const ON_ITS_WAY_MS = 2_000
/** Our own promise: never more in any 60 s, and of these the last few for a stop, then for a start or a sync. */
const OWN = { most: 150, forStop: 3, forStartAndSync: 2, inMs: 60_000 }
const mostFor = (operation: string) =>
  OWN.most - OWN.forStop - (operation === 'activateScene' ? OWN.forStartAndSync : 0)
/** What the contract counts to the show: readings that somebody asks for are not a cue. */
const SHOW: ReadonlySet<string> = new Set(['startLive', 'stopLive', 'syncLive', 'activateScene'])

export function createBudgetWatch({ server, now, report }: BudgetOptions) {
  const open = new Set<Wire>()
  /** When those that are over stop counting: the service counted each somewhere between its bytes and its answer. */
  const ended: number[] = []
  let limitedAt = Number.NEGATIVE_INFINITY

  const ours = () => open.size + ended.filter((at) => now() - at < OWN.inMs).length

  return {
    /** Bytes go out. */
    sent: (wire: Wire) => void open.add(wire),
    /** Its answer came, or none will. */
    ended: (wire: Wire) => void (open.delete(wire) && ended.push(now())),
    /** The next life counts from when they were sent, and a while for their way. @param unsent written down, and never sent */
    died(life: number, unsent: boolean): void {
      // Whoever reads that it was about to be sent cannot know that it was not.
      if (unsent) ended.push(now() + ON_ITS_WAY_MS)
      for (const wire of open) if (wire.life === life && open.delete(wire)) ended.push(wire.sentAt + ON_ITS_WAY_MS)
    },
    /** A 429 came, whoever said it. */
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
      // Whoever was told to wait may wait.
      const mayWait = now() - limitedAt < OWN.inMs
      report(mayWait ? 'waited' : 'starved', `${key} ${command.type}: no budget, and ${remaining} were left`)
    },
  }
}
