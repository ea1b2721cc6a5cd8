/** Counts who watches: now, at most, how often and for how long. Stored now and then, and when a broadcast is over. */
import type { Clock } from '../../../shared/util/clock.ts'
import type { Core } from '../core.ts'
import { addWatched, setWatched, totalOf, type Watched, watchedOf } from '../rules/broadcasts/audience.ts'
import type { World } from '../rules/world/world.ts'
import type { Turnstile } from './watchPage.ts'

/** How often the numbers are stored while anyone watches, in ms: what a crash may cost. */
const STORE_MS = 60_000

export type Audience = ReturnType<typeof createAudience>

export function createAudience(core: Core, clock: Clock, log: (line: string) => void) {
  const tallies = new Map<string, Tally>()
  let cancel: (() => void) | null = null

  function tallyOf(liveId: string): Tally {
    const tally = tallies.get(liveId) ?? new Tally(clock, watchedOf(core.glance(), liveId))
    tallies.set(liveId, tally)
    return tally
  }

  /** A broadcast that is over gets its last numbers, and is forgotten here. Never throws. */
  function store(): void {
    cancel?.()
    cancel = null
    const open = [...tallies].filter(([, tally]) => tally.count())
    try {
      if (open.length > 0)
        core.change((draft) => {
          for (const [liveId, { watched }] of open) setWatched(draft, liveId, watched)
        }, 'storedLater')
      for (const [, tally] of open) tally.isStored = true
    } catch (error) {
      log(`How many people watched could not be stored: ${String(error)}`)
    }
    for (const [liveId, { viewers }] of tallies)
      if (viewers === 0 && !isRunning(core.glance(), liveId)) tallies.delete(liveId)
    if ([...tallies.values()].some(({ viewers }) => viewers > 0)) soon()
  }

  function soon(): void {
    cancel ??= clock.after(STORE_MS, store)
  }

  const isOver = (world: World) =>
    [...tallies].some(([liveId, { viewers }]) => viewers === 0 && !isRunning(world, liveId))
  /** What ended is stored at once, after the change that ended it; with viewers, when the last one has left. */
  const unsubscribe = core.onChange((world) => {
    if (isOver(world)) queueMicrotask(store)
  })

  const turnstile: Turnstile = {
    joined(liveId, isAgain) {
      tallyOf(liveId).join(isAgain)
      soon()
    },
    left(liveId) {
      tallyOf(liveId).leave()
      if (isOver(core.glance())) store()
    },
  }

  return {
    turnstile,
    /** Who watches a broadcast now, and the most there were. */
    of(liveId: string): { readonly viewers: number; readonly peakViewers: number } {
      const { viewers = 0, watched = watchedOf(core.glance(), liveId) } = tallies.get(liveId) ?? {}
      return { viewers, peakViewers: watched?.peak ?? 0 }
    },
    /** Stores what is not stored yet. */
    close(): void {
      unsubscribe()
      store()
      cancel?.()
    },
  }
}

const isRunning = ({ lives }: World, liveId: string) => Object.values(lives).some((live) => live.liveId === liveId)

/** The numbers of one broadcast. */
class Tally {
  readonly #clock: Clock
  /** Up to when the time that was watched is counted, by the monotonic clock. */
  #countedAt: number
  viewers = 0
  watched: Watched
  isStored = true

  constructor(clock: Clock, before: Watched | null) {
    this.#clock = clock
    this.#countedAt = clock.monotonic()
    this.watched = before ?? { peak: 0, days: [] }
  }

  join(isAgain: boolean): void {
    this.count()
    this.viewers += 1
    // A crash may have cost its view: there are no fewer views than viewers.
    const isCounted = isAgain && totalOf(this.watched).views >= this.viewers
    if (!isCounted) this.#add({ views: 1, ms: 0 })
    if (this.viewers <= this.watched.peak) return
    this.watched = { ...this.watched, peak: this.viewers }
    this.isStored = false
  }

  leave(): void {
    this.count()
    this.viewers -= 1
  }

  /** Counts the time since the last change of the number of viewers. Returns whether anything is not stored yet. */
  count(): boolean {
    const now = this.#clock.monotonic()
    const ms = this.viewers * (now - this.#countedAt)
    this.#countedAt = now
    if (ms > 0) this.#add({ views: 0, ms })
    return !this.isStored
  }

  #add(more: { readonly views: number; readonly ms: number }): void {
    this.watched = addWatched(this.watched, this.#clock.now(), more)
    this.isStored = false
  }
}
