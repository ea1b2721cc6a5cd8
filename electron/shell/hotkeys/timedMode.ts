import type { Clock } from '../../../shared/util/clock.ts'

/** Something that is on for a while, and ends by itself if nobody ends it. */
export interface Spell {
  /** Begun again, it lasts its whole time from now. */
  begin(): void
  end(): void
  runs(): boolean
}

/** @param show told until when it lasts (wall ms), and null once it is over */
export function createSpell(clock: Clock, ms: number, show: (until: number | null) => void): Spell {
  let stopTimer: (() => void) | null = null

  function end(): void {
    if (!stopTimer) return
    stopTimer()
    stopTimer = null
    show(null)
  }

  return {
    begin() {
      stopTimer?.()
      stopTimer = clock.after(ms, end)
      show(clock.now() + ms)
    },
    end,
    runs: () => stopTimer !== null,
  }
}
