/** Times of the show, identical on every surface. */
import { isRunning, type ProjectState } from '../state.ts'
import { forcedEnd } from '../tally.ts'

/** Ms on air so far, or null if unknown. */
export function onAirFor(target: ProjectState | null, now: number): number | null {
  const live = target?.live
  return live?.status === 'LIVE' && live.startedAt !== null ? Math.max(0, now - live.startedAt) : null
}

/** Ms left before the broadcast ends automatically, and what ends it. */
export function endOf(target: ProjectState | null, now: number) {
  const end = target && forcedEnd(target)
  return end ? { leftMs: end.at - now, by: end.by } : null
}

/** How long before an automatic end the user is warned, in ms; the end counts as near from the first warning on. */
export const END_WARNINGS_MS = [1, 5, 15].map((minutes) => minutes * 60_000)
export const NEAR_END_MS = Math.max(...END_WARNINGS_MS)

/** Runs until the user stops it, according to the project. */
export function runsUntilStopped(target: ProjectState | null): boolean {
  return target !== null && isRunning(target.live) && forcedEnd(target) === null && target.settings?.manual === true
}
