/** When the tray changes by itself. */
import { type AppState, isRunning, type ProjectState, targetOf } from '../../../shared/state.ts'
import { ANSWER_EXPECTED_MS, forcedEnd } from '../../../shared/tally.ts'

const MINUTE_MS = 60_000

/**
 * The earliest wall time, in ms, at which `trayView` may differ though the state is the same; null: never. Between now
 * and then nobody has to look.
 */
export function viewChangesAt(state: AppState, now: number): number | null {
  const target = targetOf(state)
  const times = target ? timesOf(target, now).filter((at) => at > now) : []
  return times.length ? Math.min(...times) : null
}

function timesOf(target: ProjectState, now: number): number[] {
  const { live, pending, staleAfterMs } = target
  const end = forcedEnd(target)
  return [
    ...(pending?.phase === 'sending' ? [pending.sentAt + ANSWER_EXPECTED_MS + 1] : []),
    ...(live ? [live.readAt + staleAfterMs + 1, nextMinute(live.readAt, now)] : []),
    ...(live && isRunning(live) && live.startedAt !== null ? [nextMinute(live.startedAt, now)] : []),
    // Counting down, a minute is over just after it is full.
    ...(end ? [nextMinute(end.at, now), nextMinute(end.at, now - 1) + 1] : []),
  ]
}

/** The next time that is a whole number of minutes away from another one, before or after it. */
function nextMinute(from: number, now: number): number {
  const since = (((now - from) % MINUTE_MS) + MINUTE_MS) % MINUTE_MS
  return now + MINUTE_MS - since
}
