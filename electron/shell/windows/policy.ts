/** What windows are and may do, by their page. Types of Electron only: nothing here runs it. */
import type { BrowserWindowConstructorOptions, MenuItemConstructorOptions, WebPreferences } from 'electron'
import { APP_HOST, APP_SCHEME, type PageName } from '../../../shared/bridge/shellBridge.ts'
import type { AppState } from '../../../shared/state.ts'
import type { Size } from './geometry.ts'

/** What each page may do: as little as a page in a browser, on every platform. */
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
  // The overlay answers a key that was pressed in another program: no page of ours was touched. And it must be awake.
  autoplayPolicy: page === 'overlay' ? 'no-user-gesture-required' : 'document-user-activation-required',
  backgroundThrottling: page !== 'overlay',
})

/** Its size when nothing is remembered, and the least that its page is made for. In device-independent pixels. */
export const SIZES: Record<PageName, { width: number; height: number; minWidth: number; minHeight: number }> = {
  main: { width: 1180, height: 860, minWidth: 380, minHeight: 480 },
  quick: { width: 380, height: 560, minWidth: 340, minHeight: 420 },
  overlay: { width: 460, height: 120, minWidth: 460, minHeight: 120 },
}

/**
 * How each window is made. None is shown before its page is there.
 *
 * @param icon a picture of the app: on Linux a window has none of its own, and no desktop file need be there that names one
 */
export const windowOptions = (
  page: PageName,
  preload: string,
  platform: string = process.platform,
  icon?: string,
): BrowserWindowConstructorOptions => ({
  ...SIZES[page],
  ...KINDS[page],
  // Only a panel of macOS comes over another program's full screen (electron 45: structures/base-window-options.md).
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
  // Never takes a click or a key from the program under it.
  overlay: {
    ...{ frame: false, transparent: true, hasShadow: false, skipTaskbar: true, alwaysOnTop: true, focusable: false },
    ...{ resizable: false, movable: false, minimizable: false, maximizable: false, fullscreenable: false },
  },
}

/** The least a window may be. */
export const leastOf = (page: PageName): Size => ({ width: SIZES[page].minWidth, height: SIZES[page].minHeight })

/** The one document of ours: its query says which page it draws. */
export const PAGE_PATH = '/index.html'

/** The address of a page. */
export const pageAddress = (page: PageName, hash = ''): string =>
  `${APP_SCHEME}://${APP_HOST}${PAGE_PATH}?page=${page}${hash}`

/** Is there an answer to a hotkey to be shown? */
export const overlayWanted = ({ desktop }: AppState): boolean =>
  desktop !== null && desktop.flash !== null && desktop.settings.overlay

/** A click on the tray's icon takes the focus from the quick panel first: that it hid just now was this very click. */
const ONE_CLICK_MS = 300

/** Does a click on the tray's icon show the quick panel? @param hiddenAt when it lost the focus (monotonic ms) */
export const quickShows = (isVisible: boolean, hiddenAt: number | null, now: number): boolean =>
  !isVisible && (hiddenAt === null || now - hiddenAt > ONE_CLICK_MS)

/**
 * The menu of the whole app. Only macOS needs one, for its keys to work at all; Electron's own would bring reloading and
 * developer tools into a show.
 */
export const applicationMenu = (platform: string): MenuItemConstructorOptions[] | null =>
  platform === 'darwin' ? [{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }] : null
