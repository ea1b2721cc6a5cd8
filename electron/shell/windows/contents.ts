/** Applies the rules of `policy.ts` and `sender.ts` to every page, however it was created. Thin: it decides nothing. */
import { app, type BrowserWindow, type Session, screen, session, shell, type WebContents } from 'electron'
import { CHANNELS, type PageName } from '../../../shared/bridge/shellBridge.ts'
import type { Store } from '../../core/state/store.ts'
import { overlayPlace } from './places.ts'
import { isPermitted, overlayWanted, SIZES } from './policy.ts'

interface Rules {
  /** The name of our page in these contents; null if it is none of ours. */
  pageOf: (contents: WebContents) => PageName | null
  /** May this address be opened in the default browser? */
  mayOpen: (address: string) => boolean
  log: (line: string) => void
}

/**
 * No page may navigate, open a window, or get a permission that `policy.ts` does not name. @returns a function that opens an address in the default
 * browser, if allowed
 */
export function guardContents({ pageOf, mayOpen, log }: Rules): (address: string) => void {
  app.on('web-contents-created', (_event, contents) => {
    stay(contents, log)
    hearStrangeChannels(contents, log)
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url)
      return { action: 'deny' }
    })
  })
  refuseAllBut(session.defaultSession, (contents, permission) =>
    isPermitted(contents && pageOf(contents), permission),
  )
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
  // If this handler prevents a navigation, `will-navigate` is not emitted; that is handled too, should the order ever
  // change.
  contents.on('will-frame-navigate', refuse('to go elsewhere'))
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', refuse('to be led elsewhere'))
  contents.on('will-attach-webview', refuse('to hold another page'))
}

/** Nothing listens on other channels; a message on one is worth a log line. */
function hearStrangeChannels(contents: WebContents, log: Rules['log']): void {
  const known: readonly string[] = Object.values(CHANNELS)
  contents.on('ipc-message', (_event, channel) => {
    if (!known.includes(channel))
      log(`refused a message on a channel there is not: ${channel.slice(0, LONGEST_SHOWN)}`)
  })
}

type Permits = (contents: WebContents | null, permission: string) => boolean

/** A frame within a page is none of ours. */
function refuseAllBut(of: Session, permits: Permits): void {
  of.setPermissionRequestHandler((contents, permission, answer, { isMainFrame }) =>
    answer(isMainFrame && permits(contents, permission)),
  )
  of.setPermissionCheckHandler((contents, permission) => permits(contents, permission))
  of.setDevicePermissionHandler(() => false)
  of.setDisplayMediaRequestHandler((_request, answer) => answer(null))
  of.on('will-download', (event) => event.preventDefault())
}

/** The overlay that shows the outcome of hotkeys. Thin: `policy.ts` decides whether it is shown, `places.ts` where. */

/**
 * Shows the overlay while there is something to show, without ever taking the focus. Its window is created in advance,
 * so that it appears at once after a key press.
 *
 * @param window the current window; null: it was given up
 * @returns a function that ends it
 */
export function runOverlay(store: Store, window: () => BrowserWindow | null): () => void {
  return store.subscribe((_change, state) => {
    const overlay = window()
    if (!overlay) return
    const wanted = overlayWanted(state)
    if (wanted === overlay.isVisible()) return
    if (!wanted) return overlay.hide()
    // On the display with the pointer, because the user is looking there.
    const display = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
    overlay.setBounds(overlayPlace(display, SIZES.overlay))
    overlay.showInactive()
  })
}

/** Above full-screen programs, on every desktop, and transparent to clicks. */
export function liftOverlay(overlay: BrowserWindow): void {
  overlay.setIgnoreMouseEvents(true)
  overlay.setAlwaysOnTop(true, 'screen-saver')
  overFullScreen(overlay)
}

/**
 * On every desktop, and above full-screen programs. `skipTransformProcessType`: otherwise macOS would hide and show the
 * app's Dock icon for this.
 */
export const overFullScreen = (window: BrowserWindow): void =>
  window.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true, skipTransformProcessType: true })
