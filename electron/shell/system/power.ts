import type { Clock } from '../../../shared/util/clock.ts'

export interface PowerOptions {
  clock: Clock
  /** Is there a network, as far as the system knows? */
  isOnline: () => boolean
  /** The computer is about to sleep. */
  onAsleep: () => void
  /** It slept, or the network is back: everything read before may be long out of date. */
  onAwake: () => void
  log: (line: string) => void
}

/** How often to check whether time or the network was interrupted, in ms. */
const LOOK_EVERY_MS = 5_000
/**
 * If more wall time than this is missing between two checks, in ms, the computer slept: not every system reports sleep,
 * and a frozen one cannot.
 */
const MISSING_MS = 20_000
/** After this many checks without missing time, a computer that was reported to sleep did not. */
const LOOKS_AWAKE = 3
/** Waking is handled once, whether the system or missing time shows it first. The other follows within this many ms. */
const ONE_WAKING_MS = 10_000

/** Notices that the computer slept or was offline, whether the system reports it or not. Starts at once. */
export function watchPower({ clock, isOnline, onAsleep, onAwake, log }: PowerOptions) {
  let lookedAt = clock.now()
  let wasOnline = isOnline()
  let wokeAt: number | null = null
  /** Checks since the system reported sleep; null: it did not, or the computer is awake again. */
  let looksAsleep: number | null = null
  let stopLooking = clock.after(LOOK_EVERY_MS, look)

  function look(): void {
    const slept = clock.now() - lookedAt - LOOK_EVERY_MS
    const online = isOnline()
    const isBack = online && !wasOnline
    wasOnline = online
    lookedAt = clock.now()
    stopLooking = clock.after(LOOK_EVERY_MS, look)
    if (slept > MISSING_MS) awake(`${Math.round(slept / 1000)} s are missing: the computer slept or stood still`)
    else if (isBack) awake('the network is back')
    // Windows reports sleep to some windows when a game ends, and nothing after it (electron#44971): keys would be gone
    // for good.
    else if (looksAsleep !== null && ++looksAsleep >= LOOKS_AWAKE)
      awake('the computer was said to sleep, and did not')
  }

  function awake(why: string): void {
    const now = clock.monotonic()
    if (wokeAt !== null && now - wokeAt < ONE_WAKING_MS) return
    wokeAt = now
    looksAsleep = null
    log(`${why}; everything is read anew`)
    onAwake()
  }

  return {
    suspended() {
      // The next waking counts as a new one, however soon it comes.
      wokeAt = null
      looksAsleep = 0
      onAsleep()
    },
    resumed() {
      lookedAt = clock.now()
      awake('the computer woke up')
    },
    stop: () => stopLooking(),
  }
}
