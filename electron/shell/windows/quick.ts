/** The quick panel beside the tray. Thin: where it goes is in `places.ts`, what a click does in `policy.ts`. */
import type { BrowserWindow } from 'electron'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Place } from './geometry.ts'
import { quickShows } from './policy.ts'

interface Needs {
  clock: Clock
  /** The window, made if need be. */
  window(): BrowserWindow
  /** The window where there is one. */
  existing(): BrowserWindow | undefined
  placeBeside(icon: Place | null): Place
  /** Does all end? Then it closes as others do. */
  ends(): boolean
}

export function createQuick({ clock, window, existing, placeBeside, ends }: Needs) {
  let icon: Place | null = null
  let hiddenAt: number | null = null

  /** @param icon where the tray's icon is, as far as the system says; left out: as it was last told */
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
    /** What a window of it does: it hides where another would close, so that it is there again at once. */
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
