import { isRunning, type LiveState, type Pending } from '../../../shared/state.ts'

/** Readings seen while the answer to a start or stop is being found out. Times are monotonic ms. */
export interface Watch {
  readonly off: { readonly count: number; readonly since: number }
  readonly on: { readonly count: number; readonly since: number }
}

/** By project id. */
export type Watches = Map<string, Watch>

export const unwatched: Watch = { off: { count: 0, since: 0 }, on: { count: 0, since: 0 } }

/** OFFLINE settles a lost start only after this many readings over at least this time (Decision). */
export const NOT_STARTED = { readings: 3, overMs: 30_000 } as const
/** A lost stop that shows running this often, this long, did not stop it: a person may stop again. */
export const STILL_RUNNING = { readings: 2, overMs: 4_000 } as const

export type Settled = 'started' | 'notStarted' | 'stopped' | 'stillRunning'

/**
 * What one reading says of a start or stop whose answer was lost. Pure.
 *
 * @param reading made after the answer was lost
 * @param now monotonic ms
 */
export function settle(
  pending: Pick<Pending, 'act' | 'liveId'>,
  watch: Watch,
  reading: Pick<LiveState, 'status' | 'liveId'>,
  now: number,
): { watch: Watch; settled: Settled | null } {
  return pending.act === 'start'
    ? settleStart(pending, watch, reading, now)
    : settleStop(pending, watch, reading, now)
}

function settleStart(
  pending: Pick<Pending, 'liveId'>,
  watch: Watch,
  reading: Pick<LiveState, 'status' | 'liveId'>,
  now: number,
) {
  const another = reading.liveId !== null && reading.liveId !== pending.liveId
  const ran = another && (isRunning(reading) || reading.status === 'COMPLETED' || reading.status === 'ERROR')
  if (ran) return { watch, settled: 'started' as const }
  if (isRunning(reading)) return { watch, settled: null }
  const off = counted(watch.off, now)
  return { watch: { ...watch, off }, settled: enough(off, now, NOT_STARTED) ? ('notStarted' as const) : null }
}

function settleStop(
  pending: Pick<Pending, 'liveId'>,
  watch: Watch,
  reading: Pick<LiveState, 'status' | 'liveId'>,
  now: number,
) {
  if (!isRunning(reading) || reading.liveId !== pending.liveId) return { watch, settled: 'stopped' as const }
  const on = counted(watch.on, now)
  return { watch: { ...watch, on }, settled: enough(on, now, STILL_RUNNING) ? ('stillRunning' as const) : null }
}

function counted(seen: Watch['off'], now: number): Watch['off'] {
  return { count: seen.count + 1, since: seen.count === 0 ? now : seen.since }
}

function enough(seen: Watch['off'], now: number, rule: { readings: number; overMs: number }): boolean {
  return seen.count >= rule.readings && now - seen.since >= rule.overMs
}
