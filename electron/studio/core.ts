import { randomBytes } from 'node:crypto'
import { produce } from 'immer'
import type { Clock } from '../../shared/util/clock.ts'
import { advance, isTimed, nextDue, runningSince } from './rules/timeline.ts'
import { emptyWorld, type Moment, type World, type WorldDraft } from './rules/world.ts'
import type { Opened } from './storage/openDataDir.ts'
import { changesBetween, type Storage } from './storage/storage.ts'

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
 * before anyone can see it.
 */
export class Core {
  readonly #storage: Storage
  readonly #time: StudioTime
  readonly #listeners = new Set<(world: World) => void>()
  #world: World

  /** @param begin writes what a world that was never kept begins with */
  constructor({ storage, kept }: Opened, clock: Clock, begin: (draft: WorldDraft, moment: Moment) => void) {
    this.#storage = storage
    this.#world = kept ?? emptyWorld()
    this.#time = new StudioTime(clock, runningSince(this.#world))
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
    this.#storage.close()
  }

  #commit(next: World): void {
    if (next === this.#world) return
    this.#storage.write(changesBetween(this.#world, next))
    this.#world = next
    for (const listener of this.#listeners) listener(next)
  }
}
