import { PAGE } from '../../../shared/contract/limits.ts'
import type { OperationClass } from '../../../shared/contract/operations.ts'
import { ServiceError } from '../../../shared/failures.ts'
import { TOPICS, type Topic } from '../../../shared/settings/pace.ts'
import { isRunning } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Store } from '../state/store.ts'
import type { Fetcher, ReadOptions, Written } from './fetcher.ts'
import type { Freshness } from './freshness.ts'
import { pollInterval, type Situation, staleAfter } from './policy.ts'

export interface Poller {
  /** Reads this project over and over, and no other. */
  follow(projectId: string | null): void
  /** Reads now; rejects with the first failure. */
  read(projectId: string, topics: readonly Topic[], options: ReadOptions): Promise<void>
  /** Reads all projects of the account. */
  readProjects(lane: OperationClass): Promise<void>
  /** A start or stop goes out: from now on the project is read as often as while something runs. */
  sending(projectId: string): void
  /** The live status of a project was read, and believed. @param askedAt monotonic ms */
  liveRead(projectId: string, askedAt: number): void
  /** A write was answered or lost: what it may have changed is not believed of earlier readings, and read anew. */
  written(projectId: string, what: Written): void
  setVisible(visible: boolean): void
  /** The computer slept, or was cut off: what is shown counts as stale until it is read, and that is soon. */
  onResume(): void
  stop(): void
}

/** A reading to come; monotonic ms. */
interface Planned {
  plannedAt: number
  dueAt: number
  /** It was not to wait for its turn. */
  atOnce: boolean
  stop: () => void
}

interface PollerOptions {
  clock: Clock
  store: Store
  fetcher: Fetcher
  freshness: Freshness
  /** 0..1, for jitter. */
  random: () => number
  /** A fault of our own, in a reading nobody waits for. */
  onFault: (error: unknown) => void
}

/** Decides when what is read: often while something runs, seldom for nobody, and soon after a write. */
export function createPoller({ clock, store, fetcher, freshness, random, onFault }: PollerOptions): Poller {
  let followed: string | null = null
  let visible = false
  let stopped = false
  const timers = new Map<Topic, Planned>()
  /** Readings of projects that nobody follows, by id. */
  const settlings = new Map<string, () => void>()
  /** When each topic of the followed project was asked for last; monotonic ms. */
  const askedAt = new Map<Topic, number>()
  /** Topics whose last reading failed, and whether they were tried again out of their turn since. */
  const failed = new Map<Topic, { triedAgain: boolean }>()

  function situation(projectId: string): Situation {
    const { projects, budget } = store.get()
    const project = projects[projectId]
    return {
      running: isRunning(project?.live ?? null) || project?.pending != null,
      checking: project?.pending?.phase === 'checking',
      visible,
      budgetShort: budget.remaining <= budget.reserve + SHORT_OF_BUDGET,
      offline: project?.failure?.kind === 'offline',
    }
  }

  const interval = (topic: Topic, projectId: string) =>
    pollInterval(topic, situation(projectId), store.get().preferences.pace)

  function plan(topic: Topic, ms?: number): void {
    timers.get(topic)?.stop()
    if (followed === null || stopped) return
    const projectId = followed
    const wait = ms ?? jittered(interval(topic, projectId))
    if (topic === 'live') tellNext(wait)
    const plannedAt = clock.monotonic()
    timers.set(topic, {
      plannedAt,
      dueAt: plannedAt + wait,
      atOnce: ms === 0,
      stop: clock.after(wait, () => {
        timers.delete(topic)
        // What settles a command belongs to the show. A failure is in the state already, and the next reading planned.
        const lane = topic === 'live' && situation(projectId).checking ? 'show' : 'refresh'
        readTopic(projectId, topic, { lane }).catch((error) => {
          if (!(error instanceof ServiceError)) onFault(error)
        })
      }),
    })
  }

  /**
   * Plans a topic soon after a write: at once, but however many writes come, not more often than it can be asked for beside
   * them.
   */
  function planSoon(topic: Topic): void {
    const now = clock.monotonic()
    const dueAt = Math.max(now, (askedAt.get(topic) ?? Number.NEGATIVE_INFINITY) + gapOf(topic))
    if ((timers.get(topic)?.dueAt ?? Number.POSITIVE_INFINITY) > dueAt) plan(topic, dueAt - now)
  }

  /** A list of several pages takes as many requests. */
  function gapOf(topic: Topic): number {
    const scenes = topic === 'scenes' ? (store.get().projects[followed ?? '']?.scenes?.length ?? 0) : 0
    return SOON_MS * Math.max(1, Math.ceil(scenes / PAGE.default))
  }

  /** Who looks at a service that fails sees when it is asked again. */
  function tellNext(wait: number): void {
    store.change(({ service }) => {
      service.nextTryAt = service.failure === null ? null : clock.now() + wait
    })
  }

  /** @param read what was read just now; what else is to be read at once is not put off by what that reading found */
  const planAll = (ms?: number, read?: Topic) => {
    for (const topic of TOPICS) {
      const stands = ms === undefined && topic !== read && timers.get(topic)?.atOnce
      if (!stands) plan(topic, ms)
    }
  }

  /**
   * Plans a topic as though the present pace had been chosen when it was planned, but never later than it is due: who tries
   * one pace after the other must not put off what tells what is on air.
   */
  function hasten(topic: Topic, projectId: string): void {
    const planned = timers.get(topic)
    const now = clock.monotonic()
    if (!planned || planned.dueAt <= now) return
    const dueAt = Math.max(now, planned.plannedAt + interval(topic, projectId))
    if (dueAt >= planned.dueAt) return
    plan(topic, dueAt - now)
    timers.set(topic, { ...(timers.get(topic) ?? planned), plannedAt: planned.plannedAt })
  }

  /** Idle readings of many copies of Cuelight must not fall on the same second. */
  function jittered(interval: number): number {
    return interval > JITTER_FREE_MS ? interval * (0.9 + 0.2 * random()) : interval
  }

  async function readTopic(projectId: string, topic: Topic, options: ReadOptions): Promise<void> {
    const before = situation(projectId)
    let current = true
    let answered = false
    if (projectId === followed) askedAt.set(topic, clock.monotonic())
    try {
      current = await fetcher.read(projectId, topic, options)
      answered = true
    } finally {
      if (projectId === followed) {
        replan(topic, before, current)
        note(topic, answered)
      }
    }
  }

  /**
   * What could not be read during an outage is not left for its next turn, which may be a minute away: it is read once
   * something answers. Once only while it goes on failing by itself: what a service refuses is not asked for faster.
   */
  function note(topic: Topic, answered: boolean): void {
    if (!answered) {
      if (!failed.has(topic)) failed.set(topic, { triedAgain: false })
      return
    }
    const isBack = failed.delete(topic)
    for (const [other, state] of failed) {
      if (state.triedAgain && !isBack) continue
      state.triedAgain = true
      plan(other, 0)
    }
  }

  /** When something begins or ends to run, everything is read at another pace from now on. */
  function replan(topic: Topic, before: Situation, current: boolean): void {
    if (followed === null) return
    const now = situation(followed)
    setStaleness(followed, now)
    if (before.running !== now.running || before.checking !== now.checking) planAll(undefined, topic)
    else if (current) plan(topic)
    if (!current) planSoon(topic)
  }

  function setStaleness(projectId: string, now: Situation): void {
    freshness.setLife(projectId, staleAfter(now, store.get().preferences.pace))
  }

  /** A lost start or stop is found out wherever it was sent, also when another project is looked at by now. */
  function settleApart(projectId: string): void {
    settlings.get(projectId)?.()
    const { pending } = store.get().projects[projectId] ?? {}
    if (stopped || projectId === followed || !pending) return
    const wait = interval('live', projectId)
    settlings.set(
      projectId,
      clock.after(wait, () => {
        fetcher
          .read(projectId, 'live', { lane: 'show' })
          .catch((error) => {
            if (!(error instanceof ServiceError)) onFault(error)
          })
          .finally(() => settleApart(projectId))
      }),
    )
  }

  let { pace } = store.get().preferences
  const unsubscribe = store.subscribe((_, { preferences }) => {
    if (preferences.pace === pace) return
    pace = preferences.pace
    if (followed !== null) for (const topic of timers.keys()) hasten(topic, followed)
  })

  return {
    async read(projectId, topics, options) {
      const ends = await Promise.allSettled(topics.map((topic) => readTopic(projectId, topic, options)))
      const failed = ends.find((end) => end.status === 'rejected')
      if (failed) throw failed.reason
    },
    readProjects: (lane) => fetcher.readProjects(lane),
    follow(projectId) {
      for (const { stop } of timers.values()) stop()
      followed = projectId
      failed.clear()
      askedAt.clear()
      planAll(0)
      for (const id of Object.keys(store.get().projects)) settleApart(id)
    },
    sending(projectId) {
      fetcher.sending(projectId)
      if (projectId === followed) planAll()
    },
    liveRead(projectId, askedAt) {
      setStaleness(projectId, situation(projectId))
      freshness.read(projectId, askedAt)
    },
    written(projectId, what) {
      fetcher.written(projectId, what)
      setStaleness(projectId, situation(projectId))
      if (projectId !== followed) return settleApart(projectId)
      planSoon('live')
      planSoon(what === 'settings' ? 'project' : 'scenes')
    },
    setVisible(next) {
      if (visible === next) return
      visible = next
      if (next) planAll(0)
    },
    onResume() {
      if (followed === null || stopped) return
      freshness.distrust(followed)
      // A reading that was on its way may bring an answer from before.
      for (const what of ['air', 'edit', 'settings'] as const) fetcher.written(followed, what)
      planAll(WAKE_JITTER_MS * random())
    },
    stop() {
      stopped = true
      unsubscribe()
      for (const { stop } of timers.values()) stop()
      for (const stop of settlings.values()) stop()
    },
  }
}

/** Between two readings of a page each, when writes come one after the other, in ms. */
const SOON_MS = 1_000
/** Background reading slows down when less than this is left above the reserve. */
const SHORT_OF_BUDGET = 20
/** Computers that wake together must not all read at the same moment: the first reading falls within so many ms. */
const WAKE_JITTER_MS = 2_000
/** Readings this close together are not jittered: a show is followed evenly. */
const JITTER_FREE_MS = 5_000
