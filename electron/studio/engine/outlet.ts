/** One destination of a broadcast: kept connected for as long as the broadcast runs, whatever the server does. */
import type { Clock } from '../../../shared/util/clock.ts'
import { written } from './rtmp/amf0.ts'
import { NotPublished, type Publication, publish, type Target } from './rtmp/publish.ts'
import { tagHead, type Unit } from './unit.ts'

/** Waited before each further try, in ms; the last one again and again. */
const WAITS_MS = [500, 1_000, 2_000]
/** A server that takes nothing for so long holds the connection only in name, in ms. */
const FROZEN_MS = 8_000
/** So much may wait to be sent, in bytes; beyond, frames are left out up to the next key. */
const MOST_WAITING = 4 * 1024 * 1024

export interface OutletState {
  readonly state: 'connecting' | 'live' | 'lost'
  /** Why it is not live, as part of a sentence. */
  readonly problem: string | null
  /** How often it was lost after it had been live. */
  readonly reconnects: number
  /** Frames left out, for the line was too slow. */
  readonly dropped: number
}

export class Outlet {
  readonly #target: Target
  readonly #clock: Clock
  readonly #tell: (state: OutletState) => void
  /** What a decoder is told first, by kind. */
  readonly #configs = new Map<Unit['kind'], Unit>()
  #publication: Publication | null = null
  #state: OutletState = { state: 'connecting', problem: null, reconnects: 0, dropped: 0 }
  #tries = 0
  /** The first picture that was sent, in µs; null: none yet, and a key is waited for. */
  #begin: number | null = null
  #isDropping = false
  #least = { waiting: 0, at: 0 }
  #cancel = () => {}
  #isClosed = false

  constructor(target: Target, clock: Clock, tell: (state: OutletState) => void) {
    this.#target = target
    this.#clock = clock
    this.#tell = tell
    void this.#connect()
  }

  take(unit: Unit): void {
    if (unit.isConfig) this.#configs.set(unit.kind, unit)
    if (!this.#publication || this.#isFrozen(this.#publication)) return
    if (this.#begin === null) {
      if (unit.kind !== 'video' || !unit.isKey || unit.isConfig) return
      this.#begin = unit.dts
      for (const config of this.#configs.values()) this.#send({ ...config, dts: unit.dts })
    } else if (this.#isLeftOut(unit, this.#publication)) return
    this.#send(unit)
  }

  close(): void {
    this.#isClosed = true
    this.#cancel()
    this.#publication?.end()
    this.#publication = null
  }

  #send(unit: Unit): void {
    const ms = Math.round((unit.dts - (this.#begin ?? unit.dts)) / 1_000)
    if (ms >= 0) this.#publication?.send(unit.kind, ms, [tagHead(unit), unit.data])
  }

  /** What is left out is left out to the next key: pictures in between would be torn. */
  #isLeftOut(unit: Unit, { waiting }: Publication): boolean {
    if (waiting > MOST_WAITING) this.#isDropping = true
    else if (unit.kind === 'video' && unit.isKey && waiting < MOST_WAITING / 4) this.#isDropping = false
    if (this.#isDropping && !unit.isConfig) this.#become({ dropped: this.#state.dropped + 1 })
    return this.#isDropping && !unit.isConfig
  }

  #isFrozen(publication: Publication): boolean {
    const [now, { waiting }] = [this.#clock.monotonic(), publication]
    if (waiting === 0 || waiting < this.#least.waiting) this.#least = { waiting, at: now }
    if (now - this.#least.at < FROZEN_MS) return false
    publication.destroy()
    this.#lost('the server takes nothing any more')
    return true
  }

  async #connect(): Promise<void> {
    try {
      const publication = await publish(this.#target, this.#clock, (why) => this.#lost(why))
      if (this.#isClosed) return publication.end()
      this.#publication = publication
      this.#least = { waiting: 0, at: this.#clock.monotonic() }
      this.#begin = null
      this.#tries = 0
      this.#isDropping = false
      publication.send('data', 0, [written('@setDataFrame', 'onMetaData', { encoder: 'Cuelight' })])
      this.#become({ state: 'live', problem: null })
    } catch (error) {
      this.#lost(error instanceof NotPublished ? error.message : String(error))
    }
  }

  #lost(problem: string): void {
    if (this.#isClosed) return
    const { state, reconnects } = this.#state
    this.#publication = null
    this.#become({ state: 'lost', problem, reconnects: reconnects + (state === 'live' ? 1 : 0) })
    this.#cancel()
    this.#cancel = this.#clock.after(WAITS_MS[Math.min(this.#tries, WAITS_MS.length - 1)] ?? 0, () => void this.#connect())
    this.#tries += 1
  }

  #become(change: Partial<OutletState>): void {
    this.#state = { ...this.#state, ...change }
    this.#tell(this.#state)
  }
}
