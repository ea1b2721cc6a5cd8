/** How the main window closes. Where no tray is shown it is the only way back to Cuelight: it is put away instead. Thin. */
import type { BrowserWindow } from 'electron'

interface Needs {
  /** The main window, made if need be. */
  window(): BrowserWindow
  existing(): BrowserWindow | undefined
  /** It is about to close, or to be put away. */
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
    /** From now on it is there, at least as a button of the taskbar. */
    stay() {
      onlyWayBack = true
      if (!existing()) window().minimize()
    },
    /** From now on every window closes that is to be closed. */
    allowClosing() {
      ending = true
    },
    ends: () => ending,
  }
}
