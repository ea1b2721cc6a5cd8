/** The overlay that answers hotkeys. Thin: whether it is wanted is in `policy.ts`, where it goes in `places.ts`. */
import { type BrowserWindow, screen } from 'electron'
import type { Store } from '../../core/state/store.ts'
import { overlayPlace } from './places.ts'
import { overlayWanted, SIZES } from './policy.ts'

/**
 * Shows the overlay while there is something to show, without ever taking the focus. Its window is made beforehand, so
 * that a press is answered at once.
 *
 * @param window the window as it is now; null: it was given up
 * @returns what ends it
 */
export function runOverlay(store: Store, window: () => BrowserWindow | null): () => void {
  return store.subscribe((_change, state) => {
    const overlay = window()
    if (!overlay) return
    const wanted = overlayWanted(state)
    if (wanted === overlay.isVisible()) return
    if (!wanted) return overlay.hide()
    // Where the person works, for there they look.
    const display = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
    overlay.setBounds(overlayPlace(display, SIZES.overlay))
    overlay.showInactive()
  })
}

/** Above whatever runs full screen, on every desktop, and never in the way of a click. */
export function liftOverlay(overlay: BrowserWindow): void {
  overlay.setIgnoreMouseEvents(true)
  overlay.setAlwaysOnTop(true, 'screen-saver')
  // Otherwise macOS would hide and show the app's icon in the dock for this.
  overlay.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true, skipTransformProcessType: true })
}
