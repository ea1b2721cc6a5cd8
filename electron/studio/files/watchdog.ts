import type { Clock } from '../../../shared/util/clock.ts'

/** Calls back once nothing has been heard for `ms`. Hearing costs nothing: the timer looks when it is due. */
export function startWatchdog(clock: Clock, ms: number, onSilence: () => void) {
  let heard = clock.monotonic()
  let cancel = () => {}
  const wait = (left: number) => {
    cancel = clock.after(left, () => {
      const silent = clock.monotonic() - heard
      if (silent >= ms) onSilence()
      else wait(ms - silent)
    })
  }
  wait(ms)
  return {
    hear(): void {
      heard = clock.monotonic()
    },
    stop: () => cancel(),
  }
}
