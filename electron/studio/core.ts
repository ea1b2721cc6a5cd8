import { randomBytes } from 'node:crypto'
import { produce } from 'immer'
import type { Clock } from '../../shared/util/clock.ts'
import { MOST_PLAYS } from './rules/playing.ts'
import { advance, isTimed, nextDue, runningSince } from './rules/timeline.ts'
import { emptyWorld, type Moment, type Play, type World, type WorldDraft } from './rules/world.ts'
import type { Opened } from './storage/openDataDir.ts'
import { takePlays } from './storage/plays.ts'
import { changesBetween, type Storage } from './storage/storage.ts'
import { emptyLog } from './storage/transaction.ts'

/**
 * Wall time that never runs backwards while something runs. It goes forward with the wall, for a machine's monotonic
 * clock stands still while it sleeps; set back, it goes on by the monotonic one, so that no broadcast gets longer.
 */
export class StudioTime {
  readonly #clock: Clock
  #offset: number

  /** @param notBefore what was stored has happened by then: a wall clock that is behind it is wrong */
  constructor(clock: Clock, notBefore: number) {
    this.#clock = clock
    this.#offset = Math.max(this.#ahead(), notBefore - clock.monotonic())
  }

  /** Whole ms since 1970. @param mayGoBack nothing runs whose times would get longer */
  now(mayGoBack: boolean): number {
    this.#offset = mayGoBack ? this.#ahead() : Math.max(this.#offset, this.#ahead())
    return Math.round(this.#offset + this.#clock.monotonic())
  }

  #ahead(): number {
    return this.#clock.now() - this.#clock.monotonic()
  }
}

/**
 * Holds the one world. Every change is a rule run on a draft: refused, it leaves no trace; accepted, it is stored
 * before anyone can see it. What becomes due by itself is seen at once, and stored as soon as it can be: a studio that is
 * killed before does it again at its start.
 */
export class Core {
  readonly #storage: Storage
  readonly #time: StudioTime
  readonly #listeners = new Set<(world: World) => void>()
  #world: World
  #stored: World | null

  /** @param begin writes what a world that was never kept begins with */
  constructor({ storage, kept }: Opened, clock: Clock, begin: (draft: WorldDraft, moment: Moment) => void) {
    this.#storage = storage
    this.#world = kept ?? emptyWorld()
    this.#stored = kept
    const lastAt = isTimed(this.#world) ? storage.lastAt() : -Infinity
    this.#time = new StudioTime(clock, Math.max(lastAt, runningSince(this.#world)))
    if (kept) return
    this.#world = produce(this.#world, (draft) => begin(draft, this.moment()))
    this.store()
    // All of it would be in the log, and gone with that.
    emptyLog(storage.database)
  }

  /** The world as it is now: what has become due is done first. Works on a full disk, too. */
  read(): World {
    const due = nextDue(this.#world)
    if (due !== null && due <= this.now())
      this.#show(produce(this.#world, (draft) => void advance(draft, this.moment())))
    return this.#world
  }

  /** The world as it is, but for what has become due. */
  glance(): World {
    return this.#world
  }

  /** Stores what is not stored yet; throws when that cannot be. */
  store(): void {
    this.#world = this.#write(this.#world)
  }

  /** The latest plays of a broadcast that are not in the world any more, the earliest first. */
  playsBefore(liveId: string): readonly Play[] {
    return this.#storage.plays(liveId, MOST_PLAYS)
  }

  /**
   * Runs a rule on the world as it is now and stores what it changed. Throws when that cannot be stored, and nothing has
   * changed then.
   *
   * @param isStoredLater it is done all the same, and stored as soon as it can be: a person must be able to stop what
   *   runs. A studio that is killed before has not done it.
   */
  change<T>(rule: (draft: WorldDraft, moment: Moment) => T, isStoredLater?: 'storedLater'): T {
    let answer: { value: T } | undefined
    const next = produce(this.read(), (draft) => {
      answer = { value: rule(draft, this.moment()) }
    })
    this.#show(isStoredLater ? next : this.#write(next))
    if (!answer) throw new Error('a rule did not run')
    return answer.value
  }

  /** Whole ms since 1970; it goes back with the wall only while nothing runs that has a time. */
  now(): number {
    return this.#time.now(!isTimed(this.#world))
  }

  moment(): Moment {
    return { now: this.now(), newId: () => randomBytes(12).toString('hex') }
  }

  /** Calls back after every change, with the world as it then is; returns what ends that. */
  onChange(listener: (world: World) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#listeners.clear()
    try {
      // Nothing may have been written for hours: what runs goes on from here, whatever the clock says by then.
      if (isTimed(this.#world)) this.#storage.write([], [], this.now())
    } catch {
      // Then it goes on from the last write.
    }
    this.#storage.close()
  }

  /** Answers the world that is stored: without the plays that are in their table from now on. */
  #write(next: World): World {
    if (next === this.#stored) return next
    const { world, plays } = takePlays(next)
    this.#storage.write(changesBetween(this.#stored, world), plays, this.now())
    this.#stored = world
    return world
  }

  /** Whoever listens stores what is not stored. */
  #show(next: World): void {
    if (next === this.#world) return
    this.#world = next
    for (const listener of this.#listeners) listener(next)
  }
}
