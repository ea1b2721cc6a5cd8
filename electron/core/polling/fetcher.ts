import type { OperationName } from '../../../shared/contract/operations.ts'
import { type Failure, ServiceError } from '../../../shared/failures.ts'
import { TOPICS, type Topic } from '../../../shared/settings/pace.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { isFaster, type Lane } from '../../service/budget/lanes.ts'
import { takeGone } from '../state/liveReducer.ts'
import { changeProject } from '../state/store.ts'
import { NOT_STARTED } from './lostAnswers.ts'
import { type ReaderDependencies, type ReadOptions, readers, type Written } from './topics.ts'

export type Fetcher = ReturnType<typeof createFetcher>

/** One reading on its way. */
interface Flight {
  readonly key: string
  readonly projectId: string
  readonly topic: Topic
  readonly lane: Lane
  readonly aborter: AbortController
  /** Which turn it was when its bytes went out, and the monotonic ms; null while it waits for its budget. */
  sent: { turn: number; at: number } | null
  /** It failed, and waits to be sent once more: nothing of it is on its way. */
  isHeld: boolean
  /** Another one, in a faster lane, that reads the same in its place. */
  overtakenBy: Promise<boolean> | null
  end: Promise<boolean>
}

const newFlight = (of: Pick<Flight, 'key' | 'projectId' | 'topic' | 'lane'>): Flight => ({
  ...of,
  ...{ aborter: new AbortController(), sent: null, isHeld: false, overtakenBy: null, end: Promise.resolve(true) },
})

/** What a flight is told of its own request. */
const followed = (flight: Flight, nextTurn: () => number, clock: Clock) => ({
  signal: flight.aborter.signal,
  // The age of an answer counts from here: it may have waited long for its budget.
  beforeSend() {
    const turn = nextTurn()
    flight.isHeld = false
    if (flight.sent === null || flight.topic !== 'scenes') flight.sent = { turn, at: clock.monotonic() }
  },
  onHeld() {
    flight.isHeld = true
  },
})

/** Makes one reading at a time of each thing, and believes of each what no write has overtaken. */
export function createFetcher(parts: ReaderDependencies) {
  const { clock, store } = parts
  const order = createOrder()
  const missing = createMissing(parts)
  const taken = createTaken(clock)
  const flights = new Map<string, Flight>()

  const isCurrent = ({ projectId, sent }: Flight, kinds: readonly Written[]) =>
    sent === null || order.isAfter(sent.turn, projectId, kinds)
  function read(projectId: string, topic: Topic, options: ReadOptions): Promise<boolean> {
    const key = keyOf(projectId, topic)
    const earlier = flights.get(key)
    const stands = (turn: number) => order.isAfter(turn, projectId, TOLD_BY[topic])
    if (!earlier)
      return taken.isYoung(key, options, stands) ? Promise.resolve(true) : begin(projectId, topic, options)
    const overtakes = isFaster(options.lane, earlier.lane)
    if (earlier.sent === null || earlier.isHeld) {
      if (!overtakes) return earlier.end
      earlier.overtakenBy = begin(projectId, topic, options)
      earlier.aborter.abort()
      return earlier.overtakenBy
    }
    if (isCurrent(earlier, TOLD_BY[topic])) return earlier.end
    // What it tells is partly outdated: one more is sent, after it, unless that would hold up the show.
    if (overtakes) return begin(projectId, topic, options)
    return earlier.end.catch(() => false).then((current) => current || read(projectId, topic, options))
  }

  function begin(projectId: string, topic: Topic, options: ReadOptions): Promise<boolean> {
    const key = keyOf(projectId, topic)
    const flight = newFlight({ key, projectId, topic, lane: options.lane })
    flights.set(key, flight)
    flight.end = make(flight, options).finally(() => {
      if (flights.get(key) === flight) flights.delete(key)
    })
    return flight.end
  }

  async function make(flight: Flight, options: ReadOptions): Promise<boolean> {
    const { projectId, topic } = flight
    const call = { ...options, ...followed(flight, order.next, clock) }
    try {
      const take = await readers[topic](parts, projectId, call)
      missing.isThere(projectId, topic)
      return takeIn(flight, take)
    } catch (error) {
      if (flight.overtakenBy) return flight.overtakenBy
      if (error instanceof ServiceError) {
        missing.count(projectId, topic, error.failure)
        changeProject(store, projectId, { failure: error.failure })
      }
      throw error
    }
  }

  function takeIn(flight: Flight, take: Awaited<ReturnType<(typeof readers)[Topic]>>): boolean {
    const { key, projectId, topic, sent } = flight
    const { turn, at } = sent ?? { turn: order.now(), at: clock.monotonic() }
    if (taken.isOlder(key, turn)) return true
    const current = take({ at, isCurrent: (...kinds) => isCurrent(flight, kinds) })
    if (current) taken.add(key, { turn, at })
    changeProject(store, projectId, (project) => {
      if (!stands(project.failure, topic)) project.failure = null
    })
    return current
  }

  return {
    /** One at a time of each thing, for all who ask before it is sent. @returns false: a write came between, read again */
    read,
    /** A start or stop goes out: what was counted towards the settling of an earlier one says nothing of this one. */
    sending: (projectId: string) => parts.watches.delete(projectId),
    /** A write was answered or lost: readings sent before this moment may tell of the time before it. */
    written: order.written,
  }
}

/** The last readings that were taken in, by what they read. `at`: when its bytes went out, in monotonic ms. */
function createTaken(clock: Clock) {
  const last = new Map<string, { turn: number; at: number }>()
  return {
    add: (key: string, reading: { turn: number; at: number }) => void last.set(key, reading),
    /** One that was sent earlier and comes later tells nothing. */
    isOlder: (key: string, turn: number): boolean => turn < (last.get(key)?.turn ?? 0),
    /** @param stands whether nothing was written since that turn */
    isYoung(key: string, { youngMs = 0 }: ReadOptions, stands: (turn: number) => boolean): boolean {
      const reading = last.get(key)
      return reading !== undefined && clock.monotonic() - reading.at < youngMs && stands(reading.turn)
    },
  }
}

const keyOf = (projectId: string, topic: Topic) => `${topic} ${projectId}`

/** Counts sendings and writes, so that it is plain which came first. */
function createOrder() {
  let turn = 0
  const lastWrites = new Map<string, Partial<Record<Written, number>>>()
  return {
    now: () => turn,
    next: () => ++turn,
    written(projectId: string, what: Written): void {
      turn += 1
      lastWrites.set(projectId, { ...lastWrites.get(projectId), [what]: turn })
    },
    /** Was nothing of the kinds written since that turn? */
    isAfter: (since: number, projectId: string, kinds: readonly Written[]): boolean =>
      kinds.every((kind) => since > (lastWrites.get(projectId)?.[kind] ?? 0)),
  }
}

/** Of which parts of a project the service said that it does not have it: twice, and the project was deleted. */
function createMissing(parts: ReaderDependencies) {
  const { clock } = parts
  /** Since when; monotonic ms. */
  const timesOf = new Map<string, Map<Topic, number>>()
  return {
    /** Told twice of the live status, or of two parts with nothing read between: then it was deleted. */
    count(projectId: string, topic: Topic, failure: Failure): void {
      if (failure.code !== 'PROJECT_NOT_FOUND') return
      const times = timesOf.get(projectId) ?? new Map<Topic, number>()
      timesOf.set(projectId, times)
      const isTwice = (topic === 'live' && times.has('live')) || [...times.keys()].some((other) => other !== topic)
      const forMs = clock.monotonic() - (times.get('live') ?? clock.monotonic())
      if (isTwice) {
        takeGone(parts, projectId, forMs >= NOT_STARTED.overMs)
        parts.onGone(projectId)
      }
      if (!times.has(topic)) times.set(topic, clock.monotonic())
    },
    /** What one part answers outdates what the others told, but for the live status: that only itself. */
    isThere(projectId: string, topic: Topic): void {
      const times = timesOf.get(projectId)
      for (const other of TOPICS) if (topic === 'live' || other !== 'live') times?.delete(other)
    },
  }
}

/** That there is too much of one thing is no less so because another was read. */
const stands = (failure: Failure | null, read: Topic) =>
  failure?.kind === 'tooLarge' && failure.operation !== READ_BY[read]

const READ_BY: Record<Topic, OperationName> = { live: 'getLive', project: 'getProject', scenes: 'listScenes' }

/** Which writes outdate something that a topic tells. */
const TOLD_BY: Record<Topic, readonly Written[]> = {
  live: ['air', 'edit', 'settings'],
  project: ['settings'],
  scenes: ['edit'],
}
