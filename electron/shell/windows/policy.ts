/** What windows are and may do, by their page. Uses only Electron's types: nothing here runs it. */
import type { BrowserWindowConstructorOptions, MenuItemConstructorOptions, WebPreferences } from 'electron'
import { APP_HOST, APP_SCHEME, type PageName } from '../../../shared/bridge/shellBridge.ts'
import type { AppState } from '../../../shared/state.ts'
import type { Size } from './geometry.ts'

/** The permissions of each page: as few as a page in a browser, on every platform. */
export const webPreferences = (page: PageName, preload: string): WebPreferences => ({
  preload,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  spellcheck: false,
  navigateOnDragDrop: false,
  plugins: false,
  // The overlay plays a sound for a key pressed in another program: the user did not interact with our page. And it
  // must not be throttled.
  autoplayPolicy: page === 'overlay' ? 'no-user-gesture-required' : 'document-user-activation-required',
  backgroundThrottling: page !== 'overlay',
})

/** What a page may request of the system: the main window's MIDI pads, without system exclusive messages, and no more. */
export const isPermitted = (page: PageName | null, permission: string): boolean =>
  page === 'main' && permission === 'midi'

/** The size if nothing is stored, and the minimum size of the page. In device-independent pixels. */
export const SIZES: Record<PageName, { width: number; height: number; minWidth: number; minHeight: number }> = {
  main: { width: 1180, height: 860, minWidth: 380, minHeight: 480 },
  quick: { width: 380, height: 560, minWidth: 340, minHeight: 420 },
  overlay: { width: 460, height: 120, minWidth: 460, minHeight: 120 },
}

/**
 * The options of each window. None is shown before its page is loaded.
 *
 * @param icon a picture of the app: on Linux a window has none of its own, and there may be no desktop file that names
 * one
 */
export const windowOptions = (
  page: PageName,
  preload: string,
  platform: string = process.platform,
  icon?: string,
): BrowserWindowConstructorOptions => ({
  ...SIZES[page],
  ...KINDS[page],
  // On macOS only a panel appears over another program's full screen (electron 45: structures/base-window-options.md).
  ...(platform === 'darwin' && page !== 'main' && { type: 'panel' }),
  ...(platform === 'linux' && icon !== undefined && { icon }),
  show: false,
  title: 'Cuelight',
  autoHideMenuBar: true,
  webPreferences: webPreferences(page, preload),
})

const BACKGROUND = '#15171c'

const KINDS: Record<PageName, BrowserWindowConstructorOptions> = {
  main: { backgroundColor: BACKGROUND },
  quick: {
    ...{ frame: false, skipTaskbar: true, alwaysOnTop: true, backgroundColor: BACKGROUND },
    ...{ minimizable: false, maximizable: false, fullscreenable: false },
  },
  // Never takes a click or a key from the program beneath.
  overlay: {
    ...{ frame: false, transparent: true, hasShadow: false, skipTaskbar: true, alwaysOnTop: true, focusable: false },
    ...{ resizable: false, movable: false, minimizable: false, maximizable: false, fullscreenable: false },
  },
}

/** The minimum size of a window. */
export const leastOf = (page: PageName): Size => ({ width: SIZES[page].minWidth, height: SIZES[page].minHeight })

/** Our only document: its query selects the page it draws. */
export const PAGE_PATH = '/index.html'

/** The address of a page. */
export const pageAddress = (page: PageName, hash = ''): string =>
  `${APP_SCHEME}://${APP_HOST}${PAGE_PATH}?page=${page}${hash}`

/** Is there an outcome of a hotkey to show? */
export const overlayWanted = ({ desktop }: AppState): boolean =>
  desktop !== null && desktop.flash !== null && desktop.settings.overlay

/**
 * In ms. A click on the tray's icon first takes the focus from the quick panel: if it was hidden just now, this same
 * click did it.
 */
const ONE_CLICK_MS = 300

/** Does a click on the tray's icon show the quick panel? @param hiddenAt when it lost the focus (monotonic ms) */
export const quickShows = (isVisible: boolean, hiddenAt: number | null, now: number): boolean =>
  !isVisible && (hiddenAt === null || now - hiddenAt > ONE_CLICK_MS)

/**
 * The menu of the whole app. Only macOS needs one, for its keyboard shortcuts to work at all; Electron's default would
 * allow reloading and developer tools during a show.
 */
export const applicationMenu = (platform: string): MenuItemConstructorOptions[] | null =>
  platform === 'darwin' ? [{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }] : null
