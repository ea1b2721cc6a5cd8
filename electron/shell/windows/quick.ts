/** The quick panel beside the tray. Thin: `places.ts` decides where it goes, `policy.ts` what a click does. */
import type { BrowserWindow } from 'electron'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Place } from './geometry.ts'
import { quickShows } from './policy.ts'

interface Needs {
  clock: Clock
  /** The window, created if necessary. */
  window(): BrowserWindow
  /** The window, if there is one. */
  existing(): BrowserWindow | undefined
  placeBeside(icon: Place | null): Place
  /** Is the app ending? Then the window closes like others. */
  ends(): boolean
}

export function createQuick({ clock, window, existing, placeBeside, ends }: Needs) {
  let icon: Place | null = null
  let hiddenAt: number | null = null

  /** @param icon the position of the tray's icon, if the system reports it; omitted: the last known one */
  function show(at: Place | null = icon): void {
    icon = at
    hiddenAt = null
    const quick = window()
    quick.setBounds(placeBeside(icon))
    quick.show()
    quick.focus()
  }

  return {
    show,
    /** A click on the tray's icon. */
    toggle(at: Place | null) {
      if (quickShows(existing()?.isVisible() ?? false, hiddenAt, clock.monotonic())) show(at)
      else existing()?.hide()
    },
    /** Follows a window of the panel: it hides where another would close, so that it can reappear at once. */
    follow(quick: BrowserWindow) {
      quick.on('blur', () => {
        if (quick.isVisible()) hiddenAt = clock.monotonic()
        quick.hide()
      })
      quick.on('close', (event) => {
        if (ends()) return
        event.preventDefault()
        quick.hide()
      })
    },
  }
}
