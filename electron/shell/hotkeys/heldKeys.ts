import { PRESS_GAP_MS } from '../../../shared/commands/arming.ts'
import type { HotkeyAction } from '../../../shared/settings/desktopNames.ts'
import type { Clock } from '../../../shared/util/clock.ts'

/** In ms: no system starts to repeat a held key later than this after the press (Windows: at most 1 s; X11: 660 ms). */
const REPEATS_BEGIN_MS = 1_100
/**
 * In ms: a key known to be held still counts as held while its repeats come this close (Windows: at least 2.5 a
 * second).
 */
const REPEATS_COME_MS = 450
/** In ms: the silence that distinguishes a second press from the first repeat of a held key. */
const QUIET_MS = 150
/** The silence, in ms, for keys that start or end a broadcast: even the slowest repeat would come within it. */
const QUIET_ON_AIR_MS = 420

export interface HeldKeysOptions {
  clock: Clock
  /** A separate press. */
  onPress: (action: HotkeyAction) => void
  /** Either a second press or the first repeat of a held key; it is decided in a moment. */
  onDoubt: (action: HotkeyAction) => void
  /** It was a repeat: the key is held down, which is one press. */
  onHeld: (action: HotkeyAction) => void
}

interface Key {
  heardAt: number
  held: boolean
  /** Ends the doubt, while there is one. */
  settle: (() => void) | null
}

/**
 * Distinguishes presses from repeats. `globalShortcut` has no key-up and calls back for each repeat of a held key on
 * Windows and X11 (github.com/electron/electron/issues/39718). The first repeat comes 250 ms to 1 s after the press, so
 * it can look like a second press while something is armed. In that time, a signal only counts as a press if silence
 * follows. One case cannot be recognized: a key released right after its first repeat.
 */
export function createHeldKeys({ clock, onPress, onDoubt, onHeld }: HeldKeysOptions) {
  const keys = new Map<HotkeyAction, Key>()
  /** The time of the last reset: a key heard soon after it may have been held since before. */
  let calmAt = Number.NEGATIVE_INFINITY

  /** To be called with each signal of a key. */
  function heard(action: HotkeyAction): void {
    const now = clock.monotonic()
    const key = keys.get(action) ?? { heardAt: calmAt, held: true, settle: null }
    keys.set(action, key)
    const gap = now - key.heardAt
    key.heardAt = now
    if (key.settle) {
      end(key)
      key.held = true
      onHeld(action)
    } else if (gap >= REPEATS_BEGIN_MS) {
      key.held = false
      onPress(action)
    } else if (gap >= (key.held ? REPEATS_COME_MS : PRESS_GAP_MS)) {
      key.held = false
      doubt(action, key)
    }
  }

  function doubt(action: HotkeyAction, key: Key): void {
    const quiet = action === 'goLive' || action === 'stop' ? QUIET_ON_AIR_MS : QUIET_MS
    key.settle = clock.after(quiet, () => {
      key.settle = null
      onPress(action)
    })
    onDoubt(action)
  }

  function end(key: Key): void {
    key.settle?.()
    key.settle = null
  }

  return {
    heard,
    /**
     * For when keys were released or registered: a doubtful press is dropped, and a key heard next may have been held
     * since before.
     */
    reset() {
      for (const key of keys.values()) end(key)
      keys.clear()
      calmAt = clock.monotonic()
    },
  }
}
