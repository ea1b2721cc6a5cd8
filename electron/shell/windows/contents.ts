/** Holds every page to what `policy.ts` and `sender.ts` allow, whoever made it. Thin: it decides nothing. */
import { app, type BrowserWindow, type Session, screen, session, shell, type WebContents } from 'electron'
import { CHANNELS } from '../../../shared/bridge/shellBridge.ts'
import type { Store } from '../../core/state/store.ts'
import { overlayPlace } from './places.ts'
import { overlayWanted, SIZES } from './policy.ts'

interface Rules {
  /** May this address be opened outside, in a browser? */
  mayOpen: (address: string) => boolean
  log: (line: string) => void
}

/** No page goes anywhere, opens or is granted anything. @returns opens an address outside, where that is allowed */
export function guardContents({ mayOpen, log }: Rules): (address: string) => void {
  app.on('web-contents-created', (_event, contents) => {
    stay(contents, log)
    hearStrangeChannels(contents, log)
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url)
      return { action: 'deny' }
    })
  })
  refuseEverything(session.defaultSession)
  return openOutside

  function openOutside(address: string): void {
    const shown = address.slice(0, LONGEST_SHOWN)
    if (mayOpen(address)) shell.openExternal(address).catch((error) => log(`${shown} could not be opened: ${error}`))
    else log(`not opened, for no answer of the service named it: ${shown}`)
  }
}

const LONGEST_SHOWN = 200

function stay(contents: WebContents, log: Rules['log']): void {
  const refuse = (what: string) => (event: { preventDefault(): void }) => {
    event.preventDefault()
    log(`a page wanted ${what}: refused`)
  }
  // Whatever this one prevents, `will-navigate` is not even told; that is held too, should the order ever change.
  contents.on('will-frame-navigate', refuse('to go elsewhere'))
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', refuse('to be led elsewhere'))
  contents.on('will-attach-webview', refuse('to hold another page'))
}

/** Nobody listens on other channels; that somebody speaks on one is worth knowing. */
function hearStrangeChannels(contents: WebContents, log: Rules['log']): void {
  const known: readonly string[] = Object.values(CHANNELS)
  contents.on('ipc-message', (_event, channel) => {
    if (!known.includes(channel))
      log(`refused a message on a channel there is not: ${channel.slice(0, LONGEST_SHOWN)}`)
  })
}

function refuseEverything(of: Session): void {
  of.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  of.setPermissionCheckHandler(() => false)
  of.setDevicePermissionHandler(() => false)
  of.setDisplayMediaRequestHandler((_request, answer) => answer(null))
  of.on('will-download', (event) => event.preventDefault())
}

/** The overlay that answers hotkeys. Thin: whether it is wanted is in `policy.ts`, where it goes in `places.ts`. */

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
  overFullScreen(overlay)
}

/** On every desktop, and over what fills it. Otherwise macOS would hide and show the app's icon in the Dock for this. */
export const overFullScreen = (window: BrowserWindow): void =>
  window.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true, skipTransformProcessType: true })
