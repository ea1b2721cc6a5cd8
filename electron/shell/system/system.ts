/** What the system tells: sleep, waking, the screen unlocked, displays, its end. Thin: what follows is decided in `power.ts`. */
import { app, BrowserWindow, dialog, net, powerMonitor, screen } from 'electron'
import type { Clock } from '../../../shared/util/clock.ts'
import { escapeControls } from '../../../shared/util/escapeControls.ts'
import { onAirNow, QUIT_WORDS, SETUP_NAMES } from '../../../shared/words/setup.ts'
import { watchPower } from './power.ts'

export interface SystemOptions {
  clock: Clock
  /** Reads everything anew. */
  readAnew: () => void
  /** Never blocked by us. */
  shutdown: () => void
  log: (line: string) => void
}

export function watchSystem({ clock, readAnew, shutdown, log }: SystemOptions) {
  const asleep = new Set<() => void>()
  const back = new Set<() => void>()
  const tell = (listeners: Set<() => void>) => () => {
    for (const listener of listeners) listener()
  }
  const desktopBack = tell(back)
  const power = watchPower({
    ...{ clock, log, isOnline: () => net.isOnline(), onAsleep: tell(asleep) },
    onAwake() {
      readAnew()
      desktopBack()
    },
  })
  powerMonitor.on('suspend', power.suspended)
  powerMonitor.on('resume', power.resumed)
  powerMonitor.on('unlock-screen', desktopBack)
  powerMonitor.on('shutdown', shutdown)
  screen.on('display-added', desktopBack)
  screen.on('display-removed', desktopBack)
  screen.on('display-metrics-changed', desktopBack)
  // Windows tells its end to windows only.
  const followEnd = (window: BrowserWindow) => void window.on('session-end', shutdown)
  BrowserWindow.getAllWindows().forEach(followEnd)
  app.on('browser-window-created', (_event, window) => followEnd(window))
  return {
    /** Calls back when the computer is about to sleep: keys may be let go of. */
    onAsleep: (listener: () => void) => void asleep.add(listener),
    /**
     * Calls back when the desktop may have lost what we gave it: after sleep, when it was unlocked, when displays changed.
     * Tray and hotkeys are looked after then.
     */
    onDesktopBack: (listener: () => void) => void back.add(listener),
    stop: power.stop,
  }
}

/** Asks by a box of the system what becomes of what is on air. Thin. */

/** The button that Escape, Return and closing the box mean: nothing happens. */
const STAY = 0

export async function askPlainly(names: readonly string[]): Promise<'leave' | 'stay'> {
  const { response } = await dialog.showMessageBox({
    ...{
      type: 'question',
      title: 'Cuelight',
      message: onAirNow(names.map(escapeControls)),
      detail: QUIT_WORDS.leaveMore,
    },
    ...{ buttons: [SETUP_NAMES.stay, SETUP_NAMES.leave], defaultId: STAY, cancelId: STAY, noLink: true },
  })
  return response === STAY ? 'stay' : 'leave'
}
