/** The engine: one splicer for each broadcast, one destination for each of its servers, all as the plan says. */
import type { Clock } from '../../../shared/util/clock.ts'
import { Destination, type DestinationState } from './destination.ts'
import { type Loop, readLoop } from './flv/loop.ts'
import type { EnginePlan, EngineReport, Target } from './plan.ts'
import { Splicer } from './splicer.ts'
import { isWatchAddress, readWatchAddress, sendToWatchPage } from './watch/watchLink.ts'

/** A process that takes longer to start is in worse trouble than a file that begins late. In ms. */
const LONGEST_WAY_MS = 30_000

/** A slate that cannot be read is tried again after this, in ms. */
const REREAD_MS = 5_000

interface Running {
  readonly splicer: Splicer
  readonly targets: Map<string, { readonly target: Target; readonly destination: Destination | null }>
}

export class Engine {
  readonly #clock: Clock
  readonly #log: (line: string) => void
  readonly #running = new Map<string, Running>()
  /** By path. Null: it is being read, or cannot be. */
  readonly #slates = new Map<string, Loop | null>()
  #plan: EnginePlan = { sentAt: 0, broadcasts: [] }

  constructor(clock: Clock, log: (line: string) => void) {
    this.#clock = clock
    this.#log = log
  }

  /** Makes everything as a new plan says. What is in both plans is not interrupted. */
  follow(plan: EnginePlan): void {
    this.#plan = plan
    const sentAt = this.#clock.monotonic() - underWay(plan, this.#clock)
    for (const liveId of this.#running.keys())
      if (!plan.broadcasts.some((one) => one.liveId === liveId)) this.#stop(liveId)
    for (const planned of plan.broadcasts) {
      const mine = this.#running.get(planned.liveId) ?? this.#start(planned.liveId)
      this.#running.set(planned.liveId, mine)
      connectTo(planned.targets, mine.targets, this.#clock)
      const { plays, sounds } = planned
      mine.splicer.follow(plays.map(timedAt(sentAt)), sounds.map(timedAt(sentAt)))
    }
  }

  report(): EngineReport {
    return {
      broadcasts: [...this.#running].map(([liveId, { splicer }]) => ({
        ...{ liveId, ...splicer.state(), layers: splicer.layers === null ? null : [...splicer.layers] },
        sound: splicer.soundState(),
      })),
      targets: [...this.#running].flatMap(([liveId, { targets }]) =>
        [...targets].map(([destinationId, { destination }]) => ({
          ...{ liveId, destinationId },
          ...(destination?.state() ?? NO_KEY),
        })),
      ),
    }
  }

  close(): void {
    for (const liveId of [...this.#running.keys()]) this.#stop(liveId)
  }

  #start(liveId: string): Running {
    const targets: Running['targets'] = new Map()
    /** Its latest slate: it remains if the file is lost. */
    let slate: Loop | null = null
    const splicer = new Splicer({
      clock: this.#clock,
      slate: () => {
        slate = this.#slateOf(liveId) ?? slate
        return slate
      },
      send(tag) {
        for (const { destination } of targets.values()) destination?.send(tag)
      },
    })
    return { splicer, targets }
  }

  #stop(liveId: string): void {
    const one = this.#running.get(liveId)
    this.#running.delete(liveId)
    one?.splicer.close()
    for (const { destination } of one?.targets.values() ?? []) destination?.close()
  }

  /** The slate, once it is read. */
  #slateOf(liveId: string): Loop | null {
    const path = this.#plan.broadcasts.find((one) => one.liveId === liveId)?.slate ?? null
    if (path === null || this.#slates.has(path)) return this.#slates.get(path ?? '') ?? null
    this.#slates.set(path, null)
    readLoop(path).then(
      (loop) => void this.#slates.set(path, loop),
      (error: unknown) => {
        this.#log(`The slate cannot be read: ${String(error)}`)
        this.#clock.after(REREAD_MS, () => this.#slates.delete(path))
      },
    )
    return null
  }
}

/** Closes what is no longer wanted, and connects to what is new. */
function connectTo(wanted: readonly Target[], targets: Running['targets'], clock: Clock): void {
  for (const [id, { target, destination }] of targets) {
    const isSame = wanted.some((one) => one.destinationId === id && one.url === target.url && one.key === target.key)
    if (isSame) continue
    destination?.close()
    targets.delete(id)
  }
  for (const target of wanted) {
    if (targets.has(target.destinationId)) continue
    const { url, key, destinationId } = target
    const way = isWatchAddress(url) ? { connect: sendToWatchPage, readAddress: readWatchAddress } : {}
    const destination = key === null ? null : new Destination({ url, key, clock, ...way })
    targets.set(destinationId, { target, destination })
  }
}

/** How long a plan was under way, in ms; 0 if the wall clock was set meanwhile. */
function underWay({ sentAt }: EnginePlan, clock: Clock): number {
  const ms = clock.now() - sentAt
  return ms >= 0 && ms <= LONGEST_WAY_MS ? ms : 0
}

/** A play at its time of the clock. */
const timedAt =
  (sentAt: number) =>
  <P extends { readonly startsIn: number; readonly endsIn: number | null }>(play: P) => ({
    ...play,
    startsAt: sentAt + play.startsIn,
    endsAt: play.endsIn === null ? Number.POSITIVE_INFINITY : sentAt + play.endsIn,
  })

const NO_KEY: DestinationState = {
  ...{ state: 'WAIT', error: 'AUTH_ERROR', reconnects: 0, dropped: 0, bytes: 0 },
  message: 'The stream key is not here. Enter it again, or start Cuelight, which has it in the keychain.',
}
