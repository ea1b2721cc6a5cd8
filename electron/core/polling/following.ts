import { PAGE } from '../../../shared/contract/limits.ts'
import { TOPICS, type Topic } from '../../../shared/settings/pace.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Store } from '../state/store.ts'
import { pollInterval, type Situation } from './policy.ts'
import type { ReadOptions } from './topics.ts'

/** A planned reading; times in monotonic ms. */
interface Planned {
  plannedAt: number
  dueAt: number
  /** It was planned to run at once. */
  atOnce: boolean
  stop: () => void
}

interface FollowingOptions {
  clock: Clock
  store: Store
  /** 0..1, for jitter. */
  random: () => number
  situation: (projectId: string) => Situation
  read: (projectId: string, topic: Topic, options: ReadOptions) => void
}

export type Following = ReturnType<typeof createFollowing>

/** Plans the next reading of each topic of the followed project. */
export function createFollowing(projectId: string, { clock, store, random, situation, read }: FollowingOptions) {
  const timers = new Map<Topic, Planned>()
  /** When each topic was last requested; monotonic ms. */
  const askedAt = new Map<Topic, number>()
  const retries = createRetries()
  const interval = (topic: Topic) => pollInterval(topic, situation(projectId), store.get().preferences.pace)

  function plan(topic: Topic, ms?: number): void {
    timers.get(topic)?.stop()
    const wait = ms ?? Math.min(jittered(interval(topic), random), untilDue(topic, situation(projectId)))
    if (topic === 'live') setNextReading(store, clock.now() + wait)
    const plannedAt = clock.monotonic()
    const stop = clock.after(wait, () => {
      timers.delete(topic)
      // A reading that settles a command belongs to the show lane.
      const isOfShow = topic === 'live' && situation(projectId).checking
      read(projectId, topic, { lane: isOfShow ? 'show' : 'refresh' })
    })
    timers.set(topic, { plannedAt, dueAt: plannedAt + wait, atOnce: ms === 0, stop })
  }

  /** @param read topic that was just read; its result does not postpone other topics planned to run at once */
  function planAll(ms?: number, read?: Topic): void {
    for (const topic of TOPICS) {
      const stands = ms === undefined && topic !== read && timers.get(topic)?.atOnce
      if (!stands) plan(topic, ms)
    }
  }

  /** Reads soon after a write: at once, but during a series of writes no more often than `SOON_MS` per page. */
  function planSoon(topic: Topic): void {
    const now = clock.monotonic()
    // A list of several pages takes one request per page.
    const scenes = topic === 'scenes' ? (store.get().projects[projectId]?.scenes?.length ?? 0) : 0
    const gap = SOON_MS * Math.max(1, Math.ceil(scenes / PAGE.default))
    const dueAt = Math.max(now, (askedAt.get(topic) ?? Number.NEGATIVE_INFINITY) + gap)
    if ((timers.get(topic)?.dueAt ?? Number.POSITIVE_INFINITY) > dueAt) plan(topic, dueAt - now)
  }

  /**
   * Replans a topic as if the present pace had applied when it was planned, but never later than planned so far: a user
   * who tries one pace after the other must not postpone the reading of the live status.
   */
  function hasten(topic: Topic): void {
    const planned = timers.get(topic)
    if (!planned) return
    const now = clock.monotonic()
    const dueAt = Math.max(
      now,
      Math.min(planned.plannedAt + interval(topic), now + untilDue(topic, situation(projectId))),
    )
    if (planned.dueAt <= now || dueAt >= planned.dueAt) return
    plan(topic, dueAt - now)
    timers.set(topic, { ...(timers.get(topic) ?? planned), plannedAt: planned.plannedAt })
  }

  const unsubscribe = onPace(store, () => [...timers.keys()].forEach(hasten))

  return {
    projectId,
    planAll,
    planSoon,
    asked: (topic: Topic) => askedAt.set(topic, clock.monotonic()),
    /** @param isCurrent whether the whole response was accepted; null: the reading failed */
    wasRead(topic: Topic, before: Situation, isCurrent: boolean | null): void {
      const now = situation(projectId)
      // When something starts or stops running, the interval of every topic changes.
      if (before.running !== now.running || before.checking !== now.checking) planAll(undefined, topic)
      else if (isCurrent !== false) plan(topic)
      if (isCurrent === false) planSoon(topic)
      if (topic === 'project') hasten('live')
      for (const other of retries.after(topic, isCurrent !== null)) plan(other, 0)
    },
    stop() {
      unsubscribe()
      for (const { stop } of timers.values()) stop()
    },
  }
}

/**
 * After an outage, failed topics are read again as soon as any reading succeeds, without waiting for their next
 * interval, which may be a minute away. A topic that keeps failing alone is retried early only once: a request that the
 * service refuses is not repeated faster.
 */
function createRetries() {
  /** Topics whose last reading failed, and whether each was retried early since. */
  const failed = new Map<Topic, boolean>()
  return {
    /** @returns the topics to read again at once */
    after(topic: Topic, answered: boolean): Topic[] {
      if (!answered) failed.set(topic, failed.get(topic) ?? false)
      const isBack = answered && failed.delete(topic)
      const again = answered ? [...failed.keys()].filter((other) => isBack || !failed.get(other)) : []
      for (const other of again) failed.set(other, true)
      return again
    },
  }
}

/** Calls back when another pace is chosen. @returns the function that unsubscribes */
function onPace(store: Store, changed: () => void): () => void {
  let { pace } = store.get().preferences
  return store.subscribe((_, { preferences }) => {
    if (preferences.pace === pace) return
    pace = preferences.pace
    changed()
  })
}

/** Ms until a scheduled broadcast is due: the live status is read then, however long its interval is. */
const untilDue = (topic: Topic, { running, dueInMs }: Situation): number =>
  topic !== 'live' || running || dueInMs === null ? Number.POSITIVE_INFINITY : dueInMs

/** While the service fails, the user sees when it is tried next. @param at wall ms */
function setNextReading(store: Store, at: number): void {
  store.change(({ service }) => {
    service.nextTryAt = service.failure === null ? null : at
  })
}

/** Idle readings of many copies of Cuelight must not fall on the same second. */
function jittered(interval: number, random: () => number): number {
  return interval > JITTER_FREE_MS ? interval * (0.9 + 0.2 * random()) : interval
}

/** Least time between two one-page readings during a series of writes, in ms. */
const SOON_MS = 1_000
/** Intervals up to this are not jittered, in ms: a show is followed evenly. */
const JITTER_FREE_MS = 5_000
