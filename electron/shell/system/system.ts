/** Events of the system: sleep, waking, unlocking, displays, shutdown. Thin: `power.ts` decides what follows. */
import { app, BrowserWindow, dialog, net, powerMonitor, screen } from 'electron'
import type { Clock } from '../../../shared/util/clock.ts'
import { escapeControls } from '../../../shared/util/escapeControls.ts'
import { SETUP_NAMES } from '../../../shared/words/panel/setup.ts'
import { watchPower } from './power.ts'
import type { PlainQuestion } from './quitting.ts'

export interface SystemOptions {
  clock: Clock
  /** Reads everything again. */
  readAnew: () => void
  /** The computer is about to sleep: keys may be released. */
  onAsleep: () => void
  /** The desktop may have lost our keys and tray icon: after sleep, after unlocking, after displays changed. */
  onDesktopBack: () => void
  /** Never blocked by us. */
  shutdown: () => void
  log: (line: string) => void
}

/** @returns a function that ends it */
export function watchSystem({ readAnew, onDesktopBack, shutdown, log, ...options }: SystemOptions): () => void {
  const power = watchPower({
    ...{ ...options, log },
    isOnline: () => net.isOnline(),
    onAwake() {
      readAnew()
      onDesktopBack()
    },
  })
  powerMonitor.on('suspend', power.suspended)
  powerMonitor.on('resume', power.resumed)
  powerMonitor.on('unlock-screen', onDesktopBack)
  powerMonitor.on('shutdown', shutdown)
  // These events come in bursts, and one is also emitted for each change of a work area.
  const settled = afterStorm(options.clock, onDesktopBack)
  screen.on('display-added', settled)
  screen.on('display-removed', settled)
  screen.on('display-metrics-changed', settled)
  app.on('child-process-gone', (_event, { type, serviceName, reason, exitCode }) => {
    if (!EXPECTED.includes(reason))
      log(`a process of Chromium's ended: ${serviceName ?? type}, ${reason} (${exitCode})`)
  })
  // Windows only reports a shutdown to windows.
  const followEnd = (window: BrowserWindow) => void window.on('session-end', shutdown)
  BrowserWindow.getAllWindows().forEach(followEnd)
  app.on('browser-window-created', (_event, window) => followEnd(window))
  return power.stop
}

/** A process that has done its work, or that we ended ourselves. */
const EXPECTED = ['clean-exit', 'killed']

/** Ms of quiet after which displays have settled. */
const SETTLED_MS = 1_000

/** Calls back once no event has come for a while. */
function afterStorm(clock: Clock, then: () => void): () => void {
  let stop = () => {}
  return () => {
    stop()
    stop = clock.after(SETTLED_MS, then)
  }
}

/** Asks in a system dialog about what is on air or incomplete. Thin. */

/** The button for Escape, Return and closing the dialog: nothing happens. */
const STAY = 0

export async function askPlainly({ question, leave, more }: PlainQuestion): Promise<'leave' | 'stay'> {
  const { response } = await dialog.showMessageBox({
    ...{ type: 'question', title: 'Cuelight', detail: more },
    message: escapeControls(question),
    ...{ buttons: [SETUP_NAMES.stay, leave], defaultId: STAY, cancelId: STAY, noLink: true },
  })
  return response === STAY ? 'stay' : 'leave'
}
