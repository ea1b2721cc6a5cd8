/** How broadcasting has gone lately: what the engine only counts, as what a user can do something about. */
import type { SentTo } from '../../../shared/broadcasting.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { EngineReport, TargetState } from '../engine/plan.ts'

/** What happened longer ago than this is over, in ms. */
const LATELY_MS = 300_000
/** The rate is that of this time, in ms: shorter, it would jump with every keyframe. */
const RATE_MS = 10_000

/** Bytes at a time, by the monotonic clock. */
type Reading = readonly [at: number, bytes: number]

interface Trouble {
  readonly at: number
  readonly key: string
  readonly reconnects: number
  readonly dropped: number
}

export type Health = ReturnType<typeof createHealth>

export function createHealth(clock: Pick<Clock, 'monotonic'>) {
  let last: readonly TargetState[] = []
  let troubles: Trouble[] = []
  let restarts: number[] = []
  let rates = new Map<string, Reading[]>()

  /** What a counter counted since the last report. A new engine begins at 0, and so does a new broadcast. */
  function since(now: TargetState, counter: 'reconnects' | 'dropped'): number {
    const before = last.find((one) => keyOf(one) === keyOf(now))?.[counter] ?? 0
    return now[counter] >= before ? now[counter] - before : now[counter]
  }

  function forget(): void {
    const from = clock.monotonic() - LATELY_MS
    troubles = troubles.filter(({ at }) => at > from)
    restarts = restarts.filter((at) => at > from)
  }

  return {
    take({ targets }: EngineReport): void {
      forget()
      const at = clock.monotonic()
      for (const target of targets) {
        // A server that is away is tried again and again: it was lost once.
        const wasLive = last.find((one) => keyOf(one) === keyOf(target))?.state === 'LIVE'
        const reconnects = wasLive ? Math.min(1, since(target, 'reconnects')) : 0
        const dropped = since(target, 'dropped')
        if (reconnects + dropped > 0) troubles.push({ at, key: keyOf(target), reconnects, dropped })
      }
      rates = new Map(targets.map((one) => [keyOf(one), nextReadings(rates.get(keyOf(one)) ?? [], at, one.bytes)]))
      last = targets
    },
    /** Another engine begins: the one before it ended by itself, or was ended because it did not respond. */
    engineRestarted(): void {
      restarts.push(clock.monotonic())
      rates = new Map()
      last = []
    },
    get engineRestarts(): number {
      forget()
      return restarts.length
    },
    of(target: TargetState): Pick<SentTo, 'reconnects' | 'dropped' | 'kbps'> {
      forget()
      const mine = troubles.filter(({ key }) => key === keyOf(target))
      const sum = (counter: 'reconnects' | 'dropped') => mine.reduce((all, one) => all + one[counter], 0)
      const kbps = target.state === 'LIVE' ? rateOf(rates.get(keyOf(target)) ?? []) : null
      return { reconnects: sum('reconnects'), dropped: sum('dropped'), kbps }
    },
  }
}

const keyOf = ({ liveId, destinationId }: TargetState) => `${liveId} ${destinationId}`

/** A counter that went back is another engine's. */
function nextReadings(before: readonly Reading[], at: number, bytes: number): Reading[] {
  const isNew = (before.at(-1)?.[1] ?? 0) > bytes
  return [...(isNew ? [] : before.filter(([then]) => then > at - RATE_MS)), [at, bytes]]
}

function rateOf(readings: readonly Reading[]): number | null {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last || last[0] - first[0] < RATE_MS / 2) return null
  const kbps = ((last[1] - first[1]) * 8) / (last[0] - first[0])
  return Math.round(kbps / 100) * 100
}
