/** One broadcast: a program on the clock of this machine, and all that takes it. */
import { Lane, type Play } from './lane.ts'
import { Outlet, type OutletState } from './outlet.ts'
import { Program } from './program.ts'
import type { Target } from './rtmp/publish.ts'
import type { Unit } from './unit.ts'

/** What takes each unit of a broadcast. */
export interface Taker {
  take(unit: Unit): void
}

/** A play as it is told from outside: when it begins is in ms of the clock. */
export interface Listed extends Omit<Play, 'due'> {
  readonly at: number
}

export interface Told {
  /** A play begins there, or, with why, cannot be read. */
  began(play: string, lane: 'picture' | 'sound', problem: string | null): void
  outlet(destination: string, state: OutletState): void
}

export class Broadcast {
  readonly #program: Program
  readonly #told: Told
  readonly #outlets = new Map<string, { readonly target: string; readonly outlet: Outlet }>()
  readonly #takers = new Set<Taker>()
  /** The ms of the clock at which it began: put back by whatever it was late, for pictures are never sent in a burst. */
  #epoch: number
  #late = 0

  constructor(now: number, told: Told) {
    this.#epoch = now
    this.#told = told
    this.#program = new Program(new Lane('video', this.#began('picture')), (unit) => this.#take(unit))
  }

  /** @param sound null: the picture's own */
  play(picture: readonly Listed[], sound: readonly Listed[] | null, filler: string | null): void {
    this.#program.picture.set(picture.map((one) => this.#placed(one)), filler)
    if (sound === null) {
      this.#program.sound?.close()
      this.#program.sound = null
      return
    }
    this.#program.sound ??= new Lane('audio', this.#began('sound'))
    this.#program.sound.set(sound.map((one) => this.#placed(one)), null)
  }

  /** Sends what is due. @param now ms of the clock */
  advance(now: number): void {
    const late = this.#program.advance((now - this.#epoch) * 1_000)
    if (late < LATE) return
    this.#late += 1
    this.#epoch += late / 1_000
  }

  /** How often pictures came so late that the clock was put back. */
  get late(): number {
    return this.#late
  }

  attach(taker: Taker): () => void {
    this.#takers.add(taker)
    return () => this.#takers.delete(taker)
  }

  /** Sends to exactly these from now on. */
  sendTo(targets: ReadonlyMap<string, Target>, open: (target: Target, tell: (state: OutletState) => void) => Outlet): void {
    for (const [id, { target, outlet }] of this.#outlets) {
      const wanted = targets.get(id)
      if (wanted && JSON.stringify(wanted) === target) continue
      this.#takers.delete(outlet)
      outlet.close()
      this.#outlets.delete(id)
    }
    for (const [id, target] of targets) {
      if (this.#outlets.has(id)) continue
      const outlet = open(target, (state) => this.#told.outlet(id, state))
      this.#outlets.set(id, { target: JSON.stringify(target), outlet })
      this.#takers.add(outlet)
    }
  }

  close(): void {
    this.#program.close()
    for (const { outlet } of this.#outlets.values()) outlet.close()
    this.#takers.clear()
  }

  #placed({ at, ...play }: Listed): Play {
    return { ...play, due: (at - this.#epoch) * 1_000 }
  }

  #began(lane: 'picture' | 'sound') {
    return ({ id, problem }: { id: string; problem: string | null }) => this.#told.began(id, lane, problem)
  }

  #take(unit: Unit): void {
    for (const taker of this.#takers) taker.take(unit)
  }
}

/** Later than this, the clock is put back, in µs. */
const LATE = 200_000
