import type { Clock } from '../../shared/util/clock.ts'

/** How often the clocks are compared, and by how much their difference may change between two comparisons, in ms. */
const EVERY_MS = 5_000
const JUMP_MS = 2_000

/**
 * Calls back when the wall clock drifts away from the monotonic one: it was set, or the computer slept without notice.
 *
 * @returns a function that ends the watching
 */
export function onClockJump(clock: Clock, jumped: () => void): () => void {
  const apart = () => clock.now() - clock.monotonic()
  let known = apart()
  let stop = () => {}
  const look = () => {
    stop = clock.after(EVERY_MS, look)
    const now = apart()
    const isJump = Math.abs(now - known) > JUMP_MS
    known = now
    if (isJump) jumped()
  }
  stop = clock.after(EVERY_MS, look)
  return () => stop()
}
