import type { Clock } from '../../../../shared/util/clock.ts'

/** Calls back once `hear` has not been called for `ms`. */
export function startWatchdog(clock: Clock, ms: number, onSilence: () => void) {
  let stop = clock.after(ms, onSilence)
  return {
    hear(): void {
      stop()
      stop = clock.after(ms, onSilence)
    },
    stop: () => stop(),
  }
}
