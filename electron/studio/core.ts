import { randomBytes } from 'node:crypto'
import { produce } from 'immer'
import type { Clock } from '../../shared/util/clock.ts'
import { advance, isTimed, nextDue } from './rules/timeline.ts'
import { emptyWorld, type Moment, type World, type WorldDraft } from './rules/world.ts'
import type { Opened } from './storage/openDataDir.ts'
import { changesBetween, type Storage } from './storage/storage.ts'

/**
 * Wall time that does not jump while it matters: it runs on monotonic time from the last moment it followed the wall.
 * The studio lets it follow only while nothing runs, so that setting the computer's clock neither ends a broadcast nor
 * makes it longer.
 */
export class MonotonicTime {
  readonly #clock: Clock
  #offset = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.followWall()
  }

  /** Whole ms since 1970. */
  now(): number {
    return Math.round(this.#offset + this.#clock.monotonic())
  }

  followWall(): void {
    this.#offset = this.#clock.now() - this.#clock.monotonic()
  }
}

/**
 * Holds the one world. Every change is a rule run on a draft: refused, it leaves no trace; accepted, it is stored
 * before anyone can see it.
 */
export class Core {
  readonly #storage: Storage
  readonly #time: MonotonicTime
  readonly #listeners = new Set<(world: World) => void>()
  #world: World

  /** @param begin writes what a world that was never kept begins with */
  constructor({ storage, kept }: Opened, clock: Clock, begin: (draft: WorldDraft, moment: Moment) => void) {
    this.#storage = storage
    this.#time = new MonotonicTime(clock)
    this.#world = kept ?? emptyWorld()
    if (kept) return
    this.#world = produce(this.#world, (draft) => begin(draft, this.moment()))
    storage.write(changesBetween(null, this.#world))
  }

  /** The world as it is now: what has become due is done first. */
  read(): World {
    const due = nextDue(this.#world)
    if (due !== null && due <= this.now())
      this.#commit(produce(this.#world, (draft) => void advance(draft, this.moment())))
    return this.#world
  }

  /** The world as it was last stored: cannot fail, and may not have done yet what is due. */
  glance(): World {
    return this.#world
  }

  /** Runs a rule on the world as it is now and stores what it changed. */
  change<T>(rule: (draft: WorldDraft, moment: Moment) => T): T {
    let answer: { value: T } | undefined
    const next = produce(this.read(), (draft) => {
      answer = { value: rule(draft, this.moment()) }
    })
    this.#commit(next)
    if (!answer) throw new Error('a rule did not run')
    return answer.value
  }

  /** Whole ms since 1970; follows the wall only while nothing runs that has a time. */
  now(): number {
    if (!isTimed(this.#world)) this.#time.followWall()
    return this.#time.now()
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
    this.#storage.close()
  }

  #commit(next: World): void {
    if (next === this.#world) return
    this.#storage.write(changesBetween(this.#world, next))
    this.#world = next
    for (const listener of this.#listeners) listener(next)
  }
}
