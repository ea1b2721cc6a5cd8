/**
 * How the main window closes. If no tray is shown, the window is the only way back to Cuelight, so it is minimized
 * instead. Thin.
 */
import type { BrowserWindow } from 'electron'

interface Needs {
  /** The main window, created if necessary. */
  window(): BrowserWindow
  existing(): BrowserWindow | undefined
  /** It is about to close or to be minimized. */
  closing(main: BrowserWindow): void
  closed(): void
}

export function createReach({ window, existing, closing, closed }: Needs) {
  let onlyWayBack = false
  let ending = false
  return {
    follow(main: BrowserWindow) {
      main.on('closed', closed)
      main.on('close', (event) => {
        closing(main)
        if (ending || !onlyWayBack) return
        event.preventDefault()
        main.minimize()
      })
    },
    /** From now on the window always exists, at least as a button of the taskbar. */
    stay() {
      onlyWayBack = true
      if (!existing()) window().minimize()
    },
    /** A tray has appeared: the window may close again. */
    leave() {
      onlyWayBack = false
    },
    /** From now on every window closes when requested. */
    allowClosing() {
      ending = true
    },
    ends: () => ending,
  }
}
