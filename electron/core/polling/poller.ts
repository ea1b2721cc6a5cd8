import { ServiceError } from '../../../shared/failures.ts'
import type { Topic } from '../../../shared/settings/pace.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Store } from '../state/store.ts'
import { createBeside } from './beside.ts'
import type { DueIn } from './dueDates.ts'
import type { Fetcher } from './fetcher.ts'
import { createFollowing, type Following } from './following.ts'
import type { Freshness } from './freshness.ts'
import { pollInterval, situationOf, staleAfter } from './policy.ts'
import type { ReadOptions, Written } from './topics.ts'

export type Poller = ReturnType<typeof createPoller>

interface PollerOptions {
  clock: Clock
  store: Store
  fetcher: Fetcher
  freshness: Freshness
  dueIn: DueIn
  /** 0..1, for jitter. */
  random: () => number
  /** Called with an internal error in a background reading. */
  onFault: (error: unknown) => void
}

type ReadTopic = (projectId: string, topic: Topic, options: ReadOptions) => Promise<void>

/** Decides when to read what: often while something runs, rarely while no view is visible, and soon after a write. */
export function createPoller({ clock, store, fetcher, freshness, dueIn, random, onFault }: PollerOptions) {
  let following: Following | null = null
  let visible = false
  let stopped = false
  const followed = (projectId: string) => (following?.projectId === projectId ? following : null)
  const situation = (projectId: string) => situationOf(store.get(), projectId, visible, dueIn)
  /** A service failure is already in the state, and the next reading is planned. */
  const onFailure = (error: unknown) => error instanceof ServiceError || onFault(error)
  const beside = createBeside({
    ...{ clock, store, isFollowed: (projectId) => following?.projectId === projectId },
    interval: (projectId) => pollInterval('live', situation(projectId), store.get().preferences.pace),
    read: (projectId, lane, topic = 'live') => fetcher.read(projectId, topic, { lane }).catch(onFailure),
  })

  const readTopic: ReadTopic = async (projectId, topic, options) => {
    const before = situation(projectId)
    followed(projectId)?.asked(topic)
    let isCurrent: boolean | null = null
    try {
      isCurrent = await fetcher.read(projectId, topic, options)
    } finally {
      if (followed(projectId)) setStaleness(projectId)
      followed(projectId)?.wasRead(topic, before, isCurrent)
    }
  }

  const read = (...asked: Parameters<ReadTopic>) => void readTopic(...asked).catch(onFailure)
  const setStaleness = (projectId: string) =>
    freshness.setLife(projectId, staleAfter(situation(projectId), store.get().preferences.pace))

  return {
    /** Reads now; rejects with the first failure. */
    read: (projectId: string, topics: readonly Topic[], options: ReadOptions): Promise<void> =>
      allOf(topics.map((topic) => readTopic(projectId, topic, options))),
    readLive: fetcher.readLive,
    /** Polls this project from now on, and no other; null: none. */
    follow(projectId: string | null): void {
      following?.stop()
      following =
        projectId === null || stopped ? null : createFollowing(projectId, { clock, store, random, situation, read })
      following?.planAll(0)
      beside.watchAll()
    },
    /** A start or stop is being sent: from now on the project is read as often as while something runs. */
    sending(projectId: string): void {
      fetcher.sending(projectId)
      followed(projectId)?.planAll()
    },
    /** The live status of a project was read and accepted. @param askedAt monotonic ms */
    liveRead(projectId: string, askedAt: number): void {
      setStaleness(projectId)
      freshness.read(projectId, askedAt)
      beside.watch(projectId)
    },
    /**
     * A write was answered or its response lost: what it may have changed is not taken from earlier readings, but read
     * again.
     */
    written(projectId: string, what: Written): void {
      fetcher.written(projectId, what)
      setStaleness(projectId)
      beside.watch(projectId)
      followed(projectId)?.planSoon('live')
      followed(projectId)?.planSoon(what === 'settings' ? 'project' : 'scenes')
    },
    setVisible(next: boolean): void {
      if (next && !visible) following?.planAll(0)
      visible = next
    },
    took: beside.took,
    ...createWaking({ fetcher, freshness, random, beside, following: () => following }),
    stop(): void {
      stopped = true
      following?.stop()
      following = null
      beside.stop()
    },
  }
}

/** Waits for all of them; rejects with the first failure. */
async function allOf(readings: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(readings)
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}

interface Waking extends Pick<PollerOptions, 'fetcher' | 'freshness' | 'random'> {
  beside: ReturnType<typeof createBeside>
  following: () => Following | null
}

/** Reads again after time has passed unobserved. */
function createWaking({ fetcher, freshness, random, beside, following }: Waking) {
  function distrust(projectId: string): void {
    freshness.distrust(projectId)
    // A reading in flight may return a state from before.
    for (const what of ['air', 'edit', 'settings'] as const) fetcher.written(projectId, what)
  }

  return {
    /** The clock was set, so ages are unreliable: what runs is read at once. */
    readAnew(): void {
      following()?.planAll(0)
      beside.watchAll(0)
    },
    /** The computer slept or was disconnected: what is shown is stale until it is read again, soon. */
    onResume(): void {
      const inMs = WAKE_JITTER_MS * random()
      const followed = following()
      if (followed) distrust(followed.projectId)
      beside.watchAll(inMs).forEach(distrust)
      followed?.planAll(inMs)
    },
  }
}

/** Computers that wake together must not all read at once: the first reading is delayed by up to this many ms. */
const WAKE_JITTER_MS = 2_000
