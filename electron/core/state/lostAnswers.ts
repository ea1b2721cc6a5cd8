import { isRunning, type LiveState, type Pending } from '../../../shared/state.ts'

/** Readings that contradict a start or stop being reconciled. `since`: the first of them, in monotonic ms. */
export interface Watch {
  readonly count: number
  readonly since: number
  /** Consecutive readings of a running broadcast without an id. */
  readonly nameless?: { readonly count: number; readonly since: number }
}

/** By project id. */
export type Watches = Map<string, Watch>

/** OFFLINE settles a lost start only after this many readings over at least this time (Decision). */
export const NOT_STARTED = { readings: 3, overMs: 30_000 } as const
/** A lost stop has failed once this many readings over this time show it running: the user may stop again. */
export const STILL_RUNNING = { readings: 2, overMs: 4_000 } as const

export type Settled = 'started' | 'notStarted' | 'stopped' | 'stillRunning'

/** Evaluates one later reading for a start or stop whose response was lost. Pure. @param now monotonic ms */
export function settle(
  { act, liveId }: Pick<Pending, 'act' | 'liveId'>,
  watch: Watch | undefined,
  reading: Pick<LiveState, 'status' | 'liveId'>,
  now: number,
): { watch: Watch | undefined; settled: Settled | null } {
  const runs = isRunning(reading)
  // If the broadcast that was stopped had no id, any running broadcast may be it.
  const isSame = reading.liveId === liveId || (act === 'stop' && liveId === null)
  if (act === 'start') {
    const ran = runs || reading.status === 'COMPLETED' || reading.status === 'ERROR'
    if (reading.liveId !== null && !isSame && ran) return { watch, settled: 'started' }
    if (runs) return reading.liveId === null ? nameless(watch, now) : { watch, settled: null }
  } else if (!runs || !isSame) return { watch, settled: 'stopped' }
  const [rule, against] =
    act === 'start' ? ([NOT_STARTED, 'notStarted'] as const) : ([STILL_RUNNING, 'stillRunning'] as const)
  const seen: Watch = { count: (watch?.count ?? 0) + 1, since: watch?.count ? watch.since : now }
  const isEnough = seen.count >= rule.readings && now - seen.since >= rule.overMs
  return { watch: seen, settled: isEnough ? against : null }
}

/** Nothing ran when the start was sent, so a broadcast that runs this long without an id is the started one. */
function nameless(watch: Watch | undefined, now: number): { watch: Watch; settled: Settled | null } {
  const { count, since } = watch?.nameless ?? { count: 0, since: now }
  const isEnough = count + 1 >= NOT_STARTED.readings && now - since >= NOT_STARTED.overMs
  const seen = { count: 0, since: now, ...watch, nameless: { count: count + 1, since } }
  return { watch: seen, settled: isEnough ? 'started' : null }
}
