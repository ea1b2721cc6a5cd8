import { rulesOfKeys, shownAccelerator } from '../../../shared/hotkeys/hotkeys.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import type { DesktopState } from '../../../shared/settings/desktop.ts'
import type { HotkeyAction } from '../../../shared/settings/desktopNames.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { PORTAL_ABOUT } from '../../../shared/words/desktop/hotkeys.ts'
import type { Dispatch } from '../../app/dispatch.ts'
import type { Desktop } from '../../core/commands/ports.ts'
import type { Core } from '../../core/core.ts'
import { changeDesktop } from '../../core/state/store.ts'
import { createChanging } from './changing.ts'
import { createHeldKeys } from './heldKeys.ts'
import { createPresses } from './invocations.ts'
import { createRegistrar, type ShortcutRegistry } from './registrar.ts'
import { createToasts, SAYS } from './toasts.ts'

/**
 * A mode that ends automatically after `ms`. @param show called with its end (wall ms), and with null once it is over
 */
export function createTimedMode(clock: Clock, ms: number, show: (until: number | null) => void) {
  let stopTimer: (() => void) | null = null

  function end(): void {
    if (!stopTimer) return
    stopTimer()
    stopTimer = null
    show(null)
  }

  return {
    /** Starts the mode; if it is on already, its full time starts again. */
    begin(): void {
      stopTimer?.()
      stopTimer = clock.after(ms, end)
      show(clock.now() + ms)
    },
    end,
    runs: () => stopTimer !== null,
  }
}

/**
 * Are our windows drawn through Wayland?
 *
 * @param platform as Node names it
 * @param ozone Chromium's drawing backend, if given: the user may have chosen another one than the session's
 */
export function isOnWayland(
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
  ozone = '',
): boolean {
  if (platform !== 'linux') return false
  if (ozone !== '') return ozone === 'wayland'
  return env.XDG_SESSION_TYPE === 'wayland' || Boolean(env.WAYLAND_DISPLAY)
}

/**
 * How keys reach us. Under Wayland no program may grab a key: Electron asks the desktop portal, which alone decides
 * which key it gives, and does not report which. Everywhere else the system gives us the key we name.
 */
const wayOfKeys = (onWayland: boolean): DesktopState['keys'] =>
  onWayland ? { way: 'portal', about: PORTAL_ABOUT } : { way: 'grab', about: null }

/** In ms: a forgotten recording or self-test ends automatically. */
const RECORDING_MS = 15_000
const SELF_TEST_MS = 30_000

export interface HotkeysOptions {
  core: Pick<Core, 'store' | 'settings'>
  clock: Clock
  /** Sends commands to the core with the source `hotkey`. */
  act: Dispatch
  grabs: ShortcutRegistry
  /** As Node names it. */
  platform: string
  onWayland: boolean
  log: (line: string) => void
}

export type Hotkeys = ReturnType<typeof createHotkeys>

/**
 * Global hotkeys: bound as chosen, with the outcome shown on the overlay; each press is a command. `state.desktop` must
 * be set.
 */
export function createHotkeys(options: HotkeysOptions) {
  const { core, clock, act, grabs, platform, onWayland, log } = options
  const keys = wayOfKeys(onWayland)
  const rules = rulesOfKeys(platform, keys.way)
  const toasts = createToasts({ core, clock })
  const presses = createPresses({ act, state: core.store.get, clock, toasts })
  const heldKeys = createHeldKeys({
    clock,
    onPress: (action) => (selfTest.runs() ? toasts.say(SAYS.proven(action)) : void presses.press(action)),
    onDoubt: (action) => !selfTest.runs() && presses.doubt(action),
    onHeld: () => !selfTest.runs() && presses.held(),
  })
  const registrar = createRegistrar({
    ...{ grabs, clock, platform: rules, way: keys.way, log },
    onPress: heldKeys.heard,
    onStray: (accelerator) => toasts.say(SAYS.stray(shownAccelerator(accelerator, rules))),
    show: (entries) =>
      changeDesktop(core.store, (desktop) => {
        for (const [action, entry] of Object.entries(entries))
          Object.assign(desktop.hotkeys[action as HotkeyAction], entry)
      }),
  })
  const selfTest = createTimedMode(clock, SELF_TEST_MS, (until) => {
    heldKeys.reset()
    changeDesktop(core.store, { selfTestUntil: until })
  })
  const recording = createTimedMode(clock, RECORDING_MS, (until) => {
    registrar.pause('recording', until !== null)
    heldKeys.reset()
    changeDesktop(core.store, { recordingUntil: until })
  })

  const changing = createChanging({ settings: core.settings, registrar, platform: rules })
  changeDesktop(core.store, { keys })
  changing.bind()

  /** The keys that made a change are still held while it takes effect: they must not act at once. */
  function calmly(job: () => Promise<void>): Promise<void> {
    recording.end()
    heldKeys.reset()
    return job()
  }

  return {
    /** The part that the core uses. */
    port: {
      set: (action, accelerator) => calmly(() => changing.set(action, accelerator)),
      reset: () => calmly(changing.reset),
      record: (on) => (on ? recording.begin() : recording.end()),
      test: (on) => (on ? selfTest.begin() : selfTest.end()),
    } satisfies Desktop['hotkeys'],
    /** Registers all keys again: after sleep, and when the screen is unlocked. */
    recheck: registrar.recheck,
    /** Releases all keys while the user cannot mean them, as on a locked screen; and registers them again. */
    suspend(on: boolean) {
      registrar.pause('suspended', on)
      heldKeys.reset()
    },
    /** Shows an outcome on the screen that does not come from a hotkey. */
    flash: (outcome: Outcome) => toasts.outcome(outcome, null),
    stop() {
      recording.end()
      selfTest.end()
      heldKeys.reset()
      toasts.stop()
      registrar.stop()
    },
  }
}
