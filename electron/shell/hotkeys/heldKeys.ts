import { PRESS_GAP_MS } from '../../../shared/commands/arming.ts'
import type { HotkeyAction } from '../../../shared/settings/desktopNames.ts'
import type { Clock } from '../../../shared/util/clock.ts'

/** Ms: no system begins to repeat a held key later than this after the press (Windows: at most 1 s; X11: 660 ms). */
const REPEATS_BEGIN_MS = 1_100
/** Ms: a key that is known to be held stays so while its repeats come this close (Windows: at least 2.5 a second). */
const REPEATS_COME_MS = 450
/** Ms of silence that tell a second press from the first repeat of a held key. */
const QUIET_MS = 150
/** The same for what ends or begins a broadcast: the slowest repeat there is would come within it. */
const QUIET_ON_AIR_MS = 420

export interface HeldKeysOptions {
  clock: Clock
  /** A press of its own. */
  onPress: (action: HotkeyAction) => void
  /** Either a second press or the first repeat of a held key: told from each other in a moment. */
  onDoubt: (action: HotkeyAction) => void
  /** It was a repeat: the key is held down, and that is one press. */
  onHeld: (action: HotkeyAction) => void
}

interface Key {
  heardAt: number
  held: boolean
  /** Ends the doubt, while there is one. */
  settle: (() => void) | null
}

/**
 * Tells presses from repeats. `globalShortcut` has no key-up and calls back for each repeat of a held key on Windows and
 * X11 (github.com/electron/electron/issues/39718); the first repeat comes 250 ms to 1 s after the press, so it can look
 * like a second press within the time of an arm. What comes in that time is therefore a press only when silence follows.
 * One case cannot be told apart: a key let go of right after its first repeat.
 */
export function createHeldKeys({ clock, onPress, onDoubt, onHeld }: HeldKeysOptions) {
  const keys = new Map<HotkeyAction, Key>()
  /** Before this nothing was heard that could still be held. */
  let calmAt = Number.NEGATIVE_INFINITY

  /** To be told of each sign of a key. */
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
    /** Keys were let go of or taken: what is in doubt is no press, and what is heard next may be a key held since before. */
    reset() {
      for (const key of keys.values()) end(key)
      keys.clear()
      calmAt = clock.monotonic()
    },
  }
}
