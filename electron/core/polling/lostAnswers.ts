import { isRunning, type LiveState, type Pending } from '../../../shared/state.ts'

/** Readings that speak against a start or stop whose answer is being found out, the first in monotonic ms. */
export interface Watch {
  readonly count: number
  readonly since: number
}

/** By project id. */
export type Watches = Map<string, Watch>

/** OFFLINE settles a lost start only after this many readings over at least this time (Decision). */
export const NOT_STARTED = { readings: 3, overMs: 30_000 } as const
/** A lost stop that shows running this often, this long, did not stop it: a person may stop again. */
export const STILL_RUNNING = { readings: 2, overMs: 4_000 } as const

export type Settled = 'started' | 'notStarted' | 'stopped' | 'stillRunning'

/** What one reading, made since, says of a start or stop whose answer was lost. Pure. @param now monotonic ms */
export function settle(
  { act, liveId }: Pick<Pending, 'act' | 'liveId'>,
  watch: Watch | undefined,
  reading: Pick<LiveState, 'status' | 'liveId'>,
  now: number,
): { watch: Watch | undefined; settled: Settled | null } {
  const runs = isRunning(reading)
  const isSame = reading.liveId === liveId
  if (act === 'start') {
    const ran = runs || reading.status === 'COMPLETED' || reading.status === 'ERROR'
    if (reading.liveId !== null && !isSame && ran) return { watch, settled: 'started' }
    if (runs) return { watch, settled: null }
  } else if (!runs || !isSame) return { watch, settled: 'stopped' }
  const [rule, against] =
    act === 'start' ? ([NOT_STARTED, 'notStarted'] as const) : ([STILL_RUNNING, 'stillRunning'] as const)
  const seen = { count: (watch?.count ?? 0) + 1, since: watch?.since ?? now }
  const isEnough = seen.count >= rule.readings && now - seen.since >= rule.overMs
  return { watch: seen, settled: isEnough ? against : null }
}
