import { randomBytes } from 'node:crypto'
import { produce } from 'immer'
import type { Clock } from '../../shared/util/clock.ts'
import { MOST_PLAYS } from './rules/broadcasts/played.ts'
import { advance, isTimed, nextDue, runningSince, setBackOf, shiftRunning } from './rules/broadcasts/timeline.ts'
import { emptyWorld, type Moment, type Play, type World, type WorldDraft } from './rules/world/world.ts'
import type { Opened } from './storage/openDataDir.ts'
import { takePlays } from './storage/plays.ts'
import { changesBetween, type Storage } from './storage/storage.ts'
import { emptyLog } from './storage/transaction.ts'

/** The most steps of broadcasts that are applied before they are stored. */
const MOST_STEPS = 500

/** Smaller differences are no setting of the clock: two clocks of a computer drift, and the wall's ms are whole. */
const SET_BACK_MS = 1_000

/**
 * The wall clock, for everything the studio does: a date begins by it. A clock that was set back makes no broadcast
 * longer, because the times of what runs are set back with it. Set forward, it counts as time that passed, because a
 * machine's monotonic clock stops while it sleeps; but first it makes up for what it was set back before.
 */
export class StudioTime {
  readonly #clock: Clock
  #offset: number

  /** @param notBefore the time of the latest stored change: a wall clock that is behind it was set back since */
  constructor(clock: Clock, notBefore: number) {
    this.#clock = clock
    this.#offset = Math.max(this.#ahead(), notBefore - clock.monotonic())
  }

  /** Whole ms since 1970, by the wall clock as of the last `follow`. */
  now(): number {
    return Math.round(this.#offset + this.#clock.monotonic())
  }

  /**
   * Looks at the wall clock again.
   *
   * @param isTimed whether anything is running whose times must not get longer
   * @param setBack how far the clock has been set back while it was running, in ms
   * @returns by how many ms the times of what is running must be shifted to stay as far from `now` as they are
   */
  follow(isTimed: boolean, setBack: number): number {
    const ahead = this.#ahead()
    const by = ahead - this.#offset
    if (isTimed && by <= 0 && by > -SET_BACK_MS) return 0
    this.#offset = ahead
    return isTimed ? Math.round(Math.min(by, setBack)) : 0
  }

  #ahead(): number {
    return this.#clock.now() - this.#clock.monotonic()
  }
}

/** Fills a world that was never stored with its initial contents. */
export type Begin = (draft: WorldDraft, moment: Moment) => void

/**
 * Owns the world. Every change is a rule that runs on a draft: a refused one leaves no trace; an accepted one is stored
 * before any client can see it. Changes that become due by the clock are visible at once and stored as soon as
 * possible: if the studio is killed before that, it makes them again at its next start.
 */
export class Core {
  readonly #storage: Storage
  readonly #time: StudioTime
  readonly #listeners = new Set<(world: World) => void>()
  readonly #onProgress: () => void
  #world: World
  #stored: World | null

  /** @param onProgress called after each part of what `read` catches up with */
  constructor({ storage, kept }: Opened, clock: Clock, begin: Begin, onProgress = () => {}) {
    this.#storage = storage
    this.#onProgress = onProgress
    this.#world = kept ?? emptyWorld()
    this.#stored = kept
    const lastAt = isTimed(this.#world) ? storage.lastAt() : -Infinity
    this.#time = new StudioTime(clock, Math.max(lastAt, runningSince(this.#world)))
    if (kept) return
    this.#world = produce(this.#world, (draft) => begin(draft, this.#moment()))
    this.store()
    // Otherwise all of it would be only in the log, and lost with it.
    emptyLog(storage.database)
  }

  /**
   * The current world, after applying what has become due. Works on a full disk, too.
   *
   * After days of sleep, that is done in parts, each stored before the next: a hundred broadcasts at once would not fit
   * in memory, and if the studio is killed meanwhile, the next start need not begin again.
   */
  read(): World {
    this.#followClock()
    let next = this.#world
    while (this.#isDue(next)) {
      next = produce(next, (draft) => void advance(draft, this.#moment(), MOST_STEPS))
      if (this.#isDue(next)) next = this.#writeIfPossible(next)
      this.#onProgress()
    }
    this.#show(next)
    return this.#world
  }

  /** The current world, without applying what has become due. */
  glance(): World {
    return this.#world
  }

  /**
   * Stores what is not stored yet.
   * @throws when it cannot be stored
   */
  store(): void {
    this.#world = this.#write(this.#world)
  }

  /** The latest plays of a broadcast that are no longer in the world, the earliest first. */
  playsBefore(liveId: string): readonly Play[] {
    return this.#storage.plays(liveId, MOST_PLAYS)
  }

  /**
   * Runs a rule on the current world and stores what it changed.
   *
   * @param isStoredLater the change is made even if it cannot be stored now, and stored as soon as possible, because
   *   the user must always be able to stop a broadcast. If the studio is killed before that, the change is lost.
   * @throws when the change cannot be stored; the world is unchanged then
   */
  change<T>(rule: (draft: WorldDraft, moment: Moment) => T, isStoredLater?: 'storedLater'): T {
    let answer: { value: T } | undefined
    const next = produce(this.read(), (draft) => {
      answer = { value: rule(draft, this.#moment()) }
    })
    this.#show(isStoredLater ? next : this.#write(next))
    if (!answer) throw new Error('a rule did not run')
    return answer.value
  }

  /** Whole ms since 1970, by the wall clock. */
  now(): number {
    this.#followClock()
    return this.#time.now()
  }

  moment(): Moment {
    this.#followClock()
    return this.#moment()
  }

  /**
   * Calls the listener with the new world after every change.
   * @returns a function that unsubscribes it
   */
  onChange(listener: (world: World) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#listeners.clear()
    try {
      // The last write may be hours old. Broadcasts continue from this time, whatever the clock shows by then; if it was
      // set back since, their times were shifted with it.
      const now = this.now()
      this.store()
      if (isTimed(this.#world)) this.#storage.write([], [], now)
    } catch {
      // They then continue from the time of the last write.
    }
    this.#storage.close()
  }

  /** The moment of a rule: the world it works on has followed the clock before. */
  #moment(): Moment {
    return { now: this.#time.now(), newId: () => randomBytes(12).toString('hex') }
  }

  #followClock(): void {
    const isRunning = isTimed(this.#world)
    const ms = this.#time.follow(isRunning, setBackOf(this.#world))
    if (ms !== 0 || (!isRunning && setBackOf(this.#world) > 0)) {
      this.#show(produce(this.#world, (draft) => shiftRunning(draft, ms)))
    }
  }

  /** Stores the world and returns it as stored: without the plays, which are in their own table from now on. */
  #write(next: World): World {
    if (next === this.#stored) return next
    const { world, plays } = takePlays(next)
    this.#storage.write(changesBetween(this.#stored, world), plays, this.#time.now())
    this.#stored = world
    return world
  }

  #isDue(world: World): boolean {
    const due = nextDue(world)
    return due !== null && due <= this.#time.now()
  }

  #writeIfPossible(next: World): World {
    try {
      return this.#write(next)
    } catch {
      // The disk is full: all of it is stored later, by the listeners.
      return next
    }
  }

  /** The listeners store what is not stored yet. */
  #show(next: World): void {
    if (next === this.#world) return
    this.#world = next
    for (const listener of this.#listeners) listener(next)
  }
}
