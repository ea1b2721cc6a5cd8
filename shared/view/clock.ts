/** Times of the show that every surface draws alike. */
import { isRunning, type ProjectState } from '../state.ts'
import { forcedEnd } from '../tally.ts'

/** Ms on air so far, or null where that is not known. */
export function onAirFor(target: ProjectState | null, now: number): number | null {
  const live = target?.live
  return live?.status === 'LIVE' && live.startedAt !== null ? Math.max(0, now - live.startedAt) : null
}

/** Ms left before something ends the broadcast by itself, and what does. */
export function endOf(target: ProjectState | null, now: number) {
  const end = target && forcedEnd(target)
  return end ? { leftMs: end.at - now, by: end.by } : null
}

/** So long before an end that nobody has to ask for it is told, in ms; from the first on it is near. */
export const END_WARNINGS_MS = [1, 5, 15].map((minutes) => minutes * 60_000)
export const NEAR_END_MS = Math.max(...END_WARNINGS_MS)

/** Runs until a person stops it, as far as the project says. */
export function runsUntilStopped(target: ProjectState | null): boolean {
  return target !== null && isRunning(target.live) && forcedEnd(target) === null && target.settings?.manual === true
}
