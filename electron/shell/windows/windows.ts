/** The windows themselves. Thin: the files beside this one decide what they are, where they go and what they may do. */
import { app, BrowserWindow, Menu, protocol, screen, type WebContents } from 'electron'
import { APP_SCHEME, type PageName } from '../../../shared/bridge/shellBridge.ts'
import type { WindowName } from '../../../shared/settings/desktopNames.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { WINDOW_WORDS } from '../../../shared/words/desktop/updates.ts'
import type { Core } from '../../core/core.ts'
import { serveIpc } from '../../ipc.ts'
import type { Downloads } from '../../remote/downloads.ts'
import type { Previews } from '../../remote/previews.ts'
import { guardContents, liftOverlay, overFullScreen, runOverlay } from './contents.ts'
import { createVisibility, followWindow, throttledLog } from './follow.ts'
import type { Displays, Place } from './geometry.ts'
import { besideTray, displayKey, openPlaces, placeFor } from './places.ts'
import { applicationMenu, leastOf, pageAddress, SIZES, windowOptions } from './policy.ts'
import { appProtocol } from './protocol.ts'
import { createQuick } from './quick.ts'
import { createReach } from './reach.ts'
import { isAllowedUrl } from './sender.ts'

export interface WindowsOptions {
  core: Core
  clock: Clock
  dataDir: string
  /** The path of the built preload script. */
  preload: string
  /** The path of a picture of the app. */
  icon: string
  /** The folder of the built renderer. */
  pages: string
  /** What pages get besides their files. */
  served: { downloads: Downloads; previews: Previews }
  /**
   * On Wayland no window can be positioned or kept on top, and showing one takes the keyboard
   * (docs/api/browser-window.md): the overlay only plays its sounds.
   */
  onWayland: boolean
  log: (line: string) => void
}

export type Windows = ReturnType<typeof createWindows>

/** Must run before Electron is ready. The scheme then behaves like https, with an origin of its own. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Without a window, the app keeps running in the tray. */
export function stayWithoutWindows(): void {
  app.on('window-all-closed', () => {})
}

const mayOpenFor = (core: Core) => (address: string) => isAllowedUrl(address, core.store.get())

/** Opens the app's windows as they are needed; the overlay is created at the start, so that it appears at once. */
export function createWindows({ core, clock, dataDir, pages, served, onWayland, log, ...files }: WindowsOptions) {
  const place = createPlace(dataDir, log)
  const open = createOpenWindows({ ...files, log, placeOf: place.of, follow })
  const viewers = createVisibility((seen) => core.setVisible('windows', seen))
  const needsOf = (page: PageName) => ({ window: () => open.windowFor(page), existing: () => open.get(page) })
  const reach = createReach({ ...needsOf('main'), closing: place.remember, closed: () => inTheDock(false) })
  const sparing = throttledLog(log, clock.monotonic)

  const menu = applicationMenu(process.platform)
  Menu.setApplicationMenu(menu && Menu.buildFromTemplate(menu))
  protocol.handle(APP_SCHEME, appProtocol({ dir: pages, previews: served.previews, log }))
  /** Opens a link in the default browser, if the service gave it as a place to watch. */
  const openOutside = guardContents({ pageOf: open.pageOf, mayOpen: mayOpenFor(core), log: sparing })
  const ipc = serveIpc({
    ...{ core, ...served, log: sparing },
    pageOf: open.pageOf,
    onVisible: (contents, seen) => viewers.page(contents, seen),
  })
  const quick = createQuick({
    ...{ ...needsOf('quick'), clock, ends: reach.ends },
    placeBeside: (icon) => besideTray(icon, displays(), SIZES.quick),
  })
  liftOverlay(open.windowFor('overlay'))
  const stopOverlay = onWayland ? () => {} : runOverlay(core.store, () => open.get('overlay') ?? null)

  function follow(page: PageName, window: BrowserWindow): void {
    const { webContents } = window
    followWindow(window, {
      ...{ page, clock, viewers, log },
      load: () => open.load(page, window),
      forget: () => ipc.forget(webContents),
      givenUp() {
        core.notice('windowCrashed', WINDOW_WORDS[page])
        window.destroy()
      },
    })
    window.on('closed', () => {
      ipc.forget(webContents)
      viewers.gone(webContents)
    })
    if (page === 'main') reach.follow(window)
    if (page === 'quick') quick.follow(window)
  }

  function showMain(hash?: string): void {
    const isNew = !open.get('main')
    const window = open.windowFor('main', hash)
    if (!isNew && hash !== undefined) open.load('main', window, hash)
    if (window.isMinimized()) window.restore()
    inTheDock(true)
    window.show()
    window.focus()
  }

  return {
    openOutside,
    /** @param hash a place in the page, such as '#set-up/hotkeys' */
    show: (name: WindowName, hash?: string) => (name === 'quick' && !onWayland ? quick.show() : showMain(hash)),
    /** Shows or hides the quick panel beside the tray's icon, on a click on the icon. */
    toggleQuick: quick.toggle,
    setCaptureHidden: open.setCaptureHidden,
    overlay: () => open.get('overlay'),
    /** Is it open, and has its page sent us anything? */
    speaks: (name: PageName) => ipc.speaks(open.get(name)?.webContents),
    /** No tray is shown: the main window stays reachable, until one appears. */
    ...{ stayReachable: reach.stay, trayCame: reach.leave },
    /** From now on every window closes when requested. */
    allowClosing: reach.allowClosing,
    /** Closes all windows, and resolves once their positions are stored. */
    async stop(): Promise<void> {
      reach.allowClosing()
      stopOverlay()
      ipc.stop()
      const main = open.get('main')
      if (main) place.remember(main)
      for (const window of open.all()) window.destroy()
      await place.written()
    },
  }
}

interface OpenWindowsOptions extends Pick<WindowsOptions, 'preload' | 'icon' | 'log'> {
  placeOf(page: PageName): Partial<Place>
  /** Called with each new window, before its page is loaded. */
  follow(page: PageName, window: BrowserWindow): void
}

/** The open windows, one for each page. */
function createOpenWindows({ preload, icon, log, placeOf, follow }: OpenWindowsOptions) {
  const open = new Map<PageName, BrowserWindow>()
  let captureHidden = false

  function load(page: PageName, window: BrowserWindow, hash = ''): void {
    window.loadURL(pageAddress(page, hash)).catch((error) => log(`the page ${page} could not be loaded: ${error}`))
  }

  return {
    load,
    get: (page: PageName) => open.get(page),
    all: () => [...open.values()],
    pageOf: (contents: WebContents) => [...open].find(([, window]) => window.webContents === contents)?.[0] ?? null,
    /** The open window, otherwise a new one. */
    windowFor(page: PageName, hash = ''): BrowserWindow {
      const known = open.get(page)
      if (known) return known
      const window = new BrowserWindow({ ...windowOptions(page, preload, process.platform, icon), ...placeOf(page) })
      open.set(page, window)
      window.setContentProtection(captureHidden)
      if (page === 'quick' && process.platform === 'darwin') overFullScreen(window)
      window.on('closed', () => open.delete(page))
      follow(page, window)
      load(page, window, hash)
      return window
    },
    setCaptureHidden(hidden: boolean): void {
      captureHidden = hidden
      for (const window of open.values()) window.setContentProtection(hidden)
    },
  }
}

/** The position of the main window with the current displays, kept across restarts. */
function createPlace(dataDir: string, log: (line: string) => void) {
  const places = openPlaces(dataDir, log)
  return {
    of(page: PageName): Partial<Place> {
      if (page !== 'main') return {}
      return placeFor(places.get(displayKey(displays()), page), displays(), SIZES[page], leastOf(page))
    },
    remember: (window: BrowserWindow) => places.set(displayKey(displays()), 'main', window.getNormalBounds()),
    written: places.written,
  }
}

/** On macOS a menu bar program is only in the Dock while it has a window to return to. */
function inTheDock(is: boolean): void {
  if (process.platform !== 'darwin') return
  // Showing it again would make the Dock take the focus for a moment (electron 45: browser_mac.mm, DockShow).
  if (is && !app.dock?.isVisible()) void app.dock?.show()
  if (!is) app.dock?.hide()
}

/**
 * The app starts hidden. On macOS Electron's own program, which runs a checkout, is in the Dock from its start; the
 * packaged one is not (LSUIElement).
 */
export const leaveDock = (): void => inTheDock(false)

/** The primary one first. */
function displays(): Displays {
  const primary = screen.getPrimaryDisplay()
  return [primary, ...screen.getAllDisplays().filter(({ id }) => id !== primary.id)]
}
