import type { Answer, OperationName } from '../../../shared/contract/operations.ts'
import { type Failure, ServiceError } from '../../../shared/failures.ts'
import { TOPICS, type Topic } from '../../../shared/settings/pace.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { isFaster, type Lane } from '../../service/budget/lanes.ts'
import { NOT_STARTED } from '../state/lostAnswers.ts'
import { changeProject } from '../state/store.ts'
import { takeGone } from './liveReducer.ts'
import { type ReaderDependencies, type ReadOptions, readers, readLive, type Written } from './topics.ts'

export type Fetcher = ReturnType<typeof createFetcher>

/** One reading in flight. */
interface Flight {
  readonly key: string
  readonly projectId: string
  readonly topic: Topic
  readonly lane: Lane
  readonly aborter: AbortController
  /** Sequence number and monotonic ms when the request was sent; null while it waits for its budget. */
  sent: { turn: number; at: number } | null
  /** The request failed and waits for its retry: nothing of it is on the wire. */
  isHeld: boolean
  /** A reading of the same topic in a faster lane that replaces this one. */
  overtakenBy: Promise<boolean> | null
  end: Promise<boolean>
}

const newFlight = (of: Pick<Flight, 'key' | 'projectId' | 'topic' | 'lane'>): Flight => ({
  ...of,
  ...{ aborter: new AbortController(), sent: null, isHeld: false, overtakenBy: null, end: Promise.resolve(true) },
})

/** The call options through which a flight follows its own request. */
const followed = (flight: Flight, nextTurn: () => number, clock: Clock) => ({
  signal: flight.aborter.signal,
  // The age of a response counts from the sending: the request may have waited long for its budget.
  beforeSend() {
    const turn = nextTurn()
    flight.isHeld = false
    if (flight.sent === null || flight.topic !== 'scenes') flight.sent = { turn, at: clock.monotonic() }
  },
  onHeld() {
    flight.isHeld = true
  },
})

/** Runs one reading per topic and project at a time, and accepts of it only what no later write has overtaken. */
export function createFetcher(parts: ReaderDependencies) {
  const { clock } = parts
  const order = createOrder()
  const flights = new Map<string, Flight>()

  const { isCurrent, takeIn, noted, isYoung, isThere } = createAccepting(parts, order)

  function read(projectId: string, topic: Topic, options: ReadOptions): Promise<boolean> {
    const key = keyOf(projectId, topic)
    const earlier = flights.get(key)
    const stands = (turn: number) => order.isAfter(turn, projectId, TOLD_BY[topic])
    if (!earlier) return isYoung(key, options, stands) ? Promise.resolve(true) : begin(projectId, topic, options)
    const overtakes = isFaster(options.lane, earlier.lane)
    if (earlier.sent === null || earlier.isHeld) {
      if (!overtakes) return earlier.end
      earlier.overtakenBy = begin(projectId, topic, options)
      earlier.aborter.abort()
      return earlier.overtakenBy
    }
    if (isCurrent(earlier, TOLD_BY[topic])) return earlier.end
    // Part of the earlier reading is outdated. Another is sent after it, or at once if waiting would delay the show.
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
      isThere(projectId, topic)
      return takeIn(flight, take)
    } catch (error) {
      if (flight.overtakenBy) return flight.overtakenBy
      throw noted(flight, error)
    }
  }

  return {
    /** Reads a topic once for all callers until it is sent. @returns false: a write came in between, read again */
    read,
    /**
     * Reads the live status for one caller, who gets the whole response. The state takes it like any other reading:
     * what was read is shown.
     */
    async readLive(projectId: string, options: ReadOptions): Promise<Answer<'getLive'>> {
      const flight = newFlight({ key: keyOf(projectId, 'live'), projectId, topic: 'live', lane: options.lane })
      const call = { ...options, ...followed(flight, order.next, clock) }
      try {
        const { answer, take } = await readLive(parts, projectId, call)
        isThere(projectId, 'live')
        takeIn(flight, take)
        return answer
      } catch (error) {
        throw noted(flight, error)
      }
    },
    /** A start or stop is being sent: readings counted towards settling an earlier one no longer apply. */
    sending: (projectId: string) => parts.watches.delete(projectId),
    /** A write was answered or its response lost: readings sent before now may describe the time before it. */
    written: order.written,
  }
}

/** What is accepted of a reading, and what its failure means. */
function createAccepting(parts: ReaderDependencies, order: ReturnType<typeof createOrder>) {
  const { clock, store } = parts
  const missing = createMissing(parts)
  const taken = createTaken(clock)

  const isCurrent = ({ projectId, sent }: Flight, kinds: readonly Written[]) =>
    sent === null || order.isAfter(sent.turn, projectId, kinds)

  function noted({ projectId, topic }: Flight, error: unknown): unknown {
    if (error instanceof ServiceError) {
      missing.count(projectId, topic, error.failure)
      changeProject(store, projectId, { failure: error.failure })
    }
    return error
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

  return { isCurrent, takeIn, noted, isYoung: taken.isYoung, isThere: missing.isThere }
}

/** The latest accepted reading of each topic and project. `at`: when its request was sent, in monotonic ms. */
function createTaken(clock: Clock) {
  const last = new Map<string, { turn: number; at: number }>()
  return {
    add: (key: string, reading: { turn: number; at: number }) => void last.set(key, reading),
    /** True for a reading that was sent earlier but arrives later: it is ignored. */
    isOlder: (key: string, turn: number): boolean => turn < (last.get(key)?.turn ?? 0),
    /** @param stands whether nothing was written since that sequence number */
    isYoung(key: string, { youngMs = 0 }: ReadOptions, stands: (turn: number) => boolean): boolean {
      const reading = last.get(key)
      return reading !== undefined && clock.monotonic() - reading.at < youngMs && stands(reading.turn)
    },
  }
}

const keyOf = (projectId: string, topic: Topic) => `${topic} ${projectId}`

/** Numbers sendings and writes, so that their order is known. */
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
    /** True if none of these kinds was written since that sequence number. */
    isAfter: (since: number, projectId: string, kinds: readonly Written[]): boolean =>
      kinds.every((kind) => since > (lastWrites.get(projectId)?.[kind] ?? 0)),
  }
}

/** Tracks the parts of a project that the service reported missing; two reports mean that it was deleted. */
function createMissing(parts: ReaderDependencies) {
  const { clock } = parts
  /** When each part was first reported missing; monotonic ms. */
  const timesOf = new Map<string, Map<Topic, number>>()
  return {
    /** Deleted: its live status is missing twice, or two parts are missing with nothing read between. */
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
    /** A successful reading clears all reports, but only one of the live status clears that of the live status. */
    isThere(projectId: string, topic: Topic): void {
      const times = timesOf.get(projectId)
      for (const other of TOPICS) if (topic === 'live' || other !== 'live') times?.delete(other)
    },
  }
}

/** A `tooLarge` failure of one operation is not resolved by reading another. */
const stands = (failure: Failure | null, read: Topic) =>
  failure?.kind === 'tooLarge' && failure.operation !== READ_BY[read]

const READ_BY: Record<Topic, OperationName> = { live: 'getLive', project: 'getProject', scenes: 'listScenes' }

/** Which writes outdate part of what a topic reads. */
const TOLD_BY: Record<Topic, readonly Written[]> = {
  live: ['air', 'edit', 'settings'],
  project: ['settings'],
  scenes: ['edit'],
}
