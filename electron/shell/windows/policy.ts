import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron'
import { APP_HOST, APP_SCHEME, type PageName } from '../../../shared/shellBridge.ts'

/** What each page may do: as little as a page in a browser, on every platform. */
export function webPreferences(preload: string): WebPreferences {
  return {
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
    // The overlay answers a key that was pressed in another program: no page of ours was touched.
    autoplayPolicy: 'no-user-gesture-required',
  }
}

/** Its size when nothing is remembered, and the least that its page is made for. In device-independent pixels. */
export const SIZES: Record<PageName, { width: number; height: number; minWidth: number; minHeight: number }> = {
  main: { width: 1180, height: 860, minWidth: 380, minHeight: 480 },
  quick: { width: 380, height: 560, minWidth: 340, minHeight: 420 },
  overlay: { width: 460, height: 120, minWidth: 460, minHeight: 120 },
}

/** How each window is made. None is shown before its page is there. */
export function windowOptions(page: PageName, preload: string): BrowserWindowConstructorOptions {
  return {
    ...SIZES[page],
    ...KINDS[page],
    show: false,
    title: 'Cuelight',
    autoHideMenuBar: true,
    webPreferences: { ...webPreferences(preload), backgroundThrottling: page !== 'overlay' },
  }
}

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

/** The address of a page. */
export function pageAddress(page: PageName, hash = ''): string {
  return `${APP_SCHEME}://${APP_HOST}/index.html?page=${page}${hash}`
}
