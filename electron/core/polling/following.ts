import { PAGE } from '../../../shared/contract/limits.ts'
import { TOPICS, type Topic } from '../../../shared/settings/pace.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Store } from '../state/store.ts'
import { pollInterval, type Situation } from './policy.ts'
import type { ReadOptions } from './topics.ts'

/** A reading to come; monotonic ms. */
interface Planned {
  plannedAt: number
  dueAt: number
  /** It was not to wait for its turn. */
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

/** When each topic of the one project that is followed is read next. */
export function createFollowing(projectId: string, { clock, store, random, situation, read }: FollowingOptions) {
  const timers = new Map<Topic, Planned>()
  /** When each topic was asked for last; monotonic ms. */
  const askedAt = new Map<Topic, number>()
  const retries = createRetries()
  const interval = (topic: Topic) => pollInterval(topic, situation(projectId), store.get().preferences.pace)

  function plan(topic: Topic, ms?: number): void {
    timers.get(topic)?.stop()
    const wait = ms ?? Math.min(jittered(interval(topic), random), untilDue(topic, situation(projectId)))
    if (topic === 'live') tellNext(store, clock.now() + wait)
    const plannedAt = clock.monotonic()
    const stop = clock.after(wait, () => {
      timers.delete(topic)
      // What settles a command belongs to the show.
      const isOfShow = topic === 'live' && situation(projectId).checking
      read(projectId, topic, { lane: isOfShow ? 'show' : 'refresh' })
    })
    timers.set(topic, { plannedAt, dueAt: plannedAt + wait, atOnce: ms === 0, stop })
  }

  /** @param read what was read just now; what else is to be read at once is not put off by what that reading found */
  function planAll(ms?: number, read?: Topic): void {
    for (const topic of TOPICS) {
      const stands = ms === undefined && topic !== read && timers.get(topic)?.atOnce
      if (!stands) plan(topic, ms)
    }
  }

  /** Soon after a write: at once, but however many writes come, not more often than it can be asked for beside them. */
  function planSoon(topic: Topic): void {
    const now = clock.monotonic()
    // A list of several pages takes as many requests.
    const scenes = topic === 'scenes' ? (store.get().projects[projectId]?.scenes?.length ?? 0) : 0
    const gap = SOON_MS * Math.max(1, Math.ceil(scenes / PAGE.default))
    const dueAt = Math.max(now, (askedAt.get(topic) ?? Number.NEGATIVE_INFINITY) + gap)
    if ((timers.get(topic)?.dueAt ?? Number.POSITIVE_INFINITY) > dueAt) plan(topic, dueAt - now)
  }

  /**
   * Plans a topic as though the present pace had been chosen when it was planned, but never later than it is due: who tries
   * one pace after the other must not put off what tells what is on air.
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
    /** @param isCurrent whether all of the answer was believed; null: it failed */
    wasRead(topic: Topic, before: Situation, isCurrent: boolean | null): void {
      const now = situation(projectId)
      // When something begins or ends to run, everything is read at another pace from now on.
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
 * What could not be read during an outage is not left for its next turn, which may be a minute away: it is read once
 * something answers. Once only while it goes on failing by itself: what a service refuses is not asked for faster.
 */
function createRetries() {
  /** Topics whose last reading failed, and whether they were tried again out of their turn since. */
  const failed = new Map<Topic, boolean>()
  return {
    /** @returns what is to be read again at once */
    after(topic: Topic, answered: boolean): Topic[] {
      if (!answered) failed.set(topic, failed.get(topic) ?? false)
      const isBack = answered && failed.delete(topic)
      const again = answered ? [...failed.keys()].filter((other) => isBack || !failed.get(other)) : []
      for (const other of again) failed.set(other, true)
      return again
    },
  }
}

/** Calls back when another pace was chosen. Answers what ends it. */
function onPace(store: Store, changed: () => void): () => void {
  let { pace } = store.get().preferences
  return store.subscribe((_, { preferences }) => {
    if (preferences.pace === pace) return
    pace = preferences.pace
    changed()
  })
}

/** What is scheduled is looked for when it is to be expected, however seldom is read until then: in ms. */
const untilDue = (topic: Topic, { running, dueInMs }: Situation): number =>
  topic !== 'live' || running || dueInMs === null ? Number.POSITIVE_INFINITY : dueInMs

/** Who looks at a service that fails sees when it is asked again. @param at wall ms */
function tellNext(store: Store, at: number): void {
  store.change(({ service }) => {
    service.nextTryAt = service.failure === null ? null : at
  })
}

/** Idle readings of many copies of Cuelight must not fall on the same second. */
function jittered(interval: number, random: () => number): number {
  return interval > JITTER_FREE_MS ? interval * (0.9 + 0.2 * random()) : interval
}

/** Between two readings of a page each, when writes come one after the other, in ms. */
const SOON_MS = 1_000
/** Readings this close together are not jittered: a show is followed evenly. */
const JITTER_FREE_MS = 5_000
