/** The windows themselves. Thin: what they are, where they go and what they may is decided beside this file. */
import { app, BrowserWindow, protocol, screen, type WebContents } from 'electron'
import type { Clock } from '../../../shared/clock.ts'
import type { WindowName } from '../../../shared/desktop.ts'
import { APP_SCHEME, type PageName } from '../../../shared/shellBridge.ts'
import type { Core } from '../../core/core.ts'
import { type Ipc, serveIpc } from '../../ipc.ts'
import type { Handouts } from '../../remote/handouts.ts'
import { guardContents } from './contents.ts'
import { createCrashJudge } from './crashes.ts'
import { mayOpen } from './mayOpen.ts'
import { besideTray, fitted, overlayPlace, type Place, roomOf } from './places.ts'
import { openPlaces } from './placesFile.ts'
import { pageAddress, SIZES, windowOptions } from './policy.ts'
import { appProtocol } from './protocol.ts'

export interface WindowsOptions {
  core: Core
  clock: Clock
  dataDir: string
  /** The built preload script. */
  preload: string
  /** Where the built renderer lies. */
  pages: string
  handouts: Handouts
  log: (line: string) => void
}

export interface Windows {
  /** @param hash a place in the page, such as '#set-up/hotkeys' */
  show(name: WindowName, hash?: string): void
  /** Shows the quick panel beside the tray's icon, or hides it. */
  toggleQuick(icon: Place | null): void
  setCaptureHidden(hidden: boolean): void
  isVisible(name: PageName): boolean
  stop(): void
}

/** Must run before Electron is ready: the scheme behaves like https then, with an origin of its own. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Opens the app's windows as they are needed; the overlay is there from the start, so that it answers at once. */
export function createWindows(options: WindowsOptions): Windows {
  const { core, clock, log } = options
  const open = new Map<PageName, BrowserWindow>()
  const seen = new Set<WebContents>()
  const places = openPlaces(options.dataDir, log)
  let captureHidden = false
  protocol.handle(APP_SCHEME, appProtocol(options.pages))
  guardContents({ mayOpen: (address) => mayOpen(address, core.store.get()), log })
  const ipc: Ipc = serveIpc({
    ...{ core, handouts: options.handouts, log },
    pageOf: (contents) => [...open].find(([, window]) => window.webContents === contents)?.[0] ?? null,
    // The overlay is never looked at for long, and its page is never told that it is hidden.
    onVisible: (contents, visible) => open.get('overlay')?.webContents !== contents && show(contents, visible),
  })

  function show(contents: WebContents, visible: boolean): void {
    if (visible) seen.add(contents)
    else seen.delete(contents)
    core.setVisible('windows', seen.size > 0)
  }

  function windowFor(page: PageName, hash = ''): BrowserWindow {
    const known = open.get(page)
    if (known) return known
    const window = new BrowserWindow({ ...windowOptions(page, options.preload), ...placeOf(page) })
    open.set(page, window)
    window.setContentProtection(captureHidden)
    follow(page, window)
    load(page, window, hash)
    return window
  }

  function load(page: PageName, window: BrowserWindow, hash = ''): void {
    window.loadURL(pageAddress(page, hash)).catch((error) => log(`the page ${page} could not be loaded: ${error}`))
  }

  function placeOf(page: PageName): Partial<Place> {
    if (page === 'overlay') return overlayPlace(screen.getPrimaryDisplay(), SIZES.overlay)
    const displays = screen.getAllDisplays()
    const place = page === 'main' ? places.get(roomOf(displays), page) : null
    return (place && fitted(place, displays, leastOf(page))) ?? {}
  }

  function follow(page: PageName, window: BrowserWindow): void {
    const { webContents } = window
    const judge = createCrashJudge(() => clock.monotonic())
    webContents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) ipc.forget(webContents)
    })
    webContents.on('render-process-gone', (_event, { reason }) => {
      ipc.forget(webContents)
      show(webContents, false)
      const wait = judge()
      log(`the page ${page} crashed (${reason})${wait === null ? ' again and again: it is left alone' : ''}`)
      if (wait !== null) clock.after(wait, () => !window.isDestroyed() && load(page, window))
    })
    window.on('closed', () => {
      ipc.forget(webContents)
      show(webContents, false)
      open.delete(page)
    })
    if (page === 'main')
      window.on('close', () => places.set(roomOf(screen.getAllDisplays()), page, window.getBounds()))
    if (page === 'quick') hideInsteadOfClosing(window)
  }

  function hideInsteadOfClosing(window: BrowserWindow): void {
    window.on('blur', () => window.hide())
    window.on('close', (event) => {
      if (stopping) return
      event.preventDefault()
      window.hide()
    })
  }

  let stopping = false
  const overlay = createOverlay()

  function createOverlay(): () => void {
    const window = windowFor('overlay')
    window.setIgnoreMouseEvents(true)
    window.setAlwaysOnTop(true, 'screen-saver')
    window.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true })
    const draw = () => {
      if (window.isDestroyed()) return
      const { desktop } = core.store.get()
      const wanted = desktop?.flash != null && desktop.settings.overlay
      if (wanted && !window.isVisible()) {
        window.setBounds(overlayPlace(screen.getDisplayNearestPoint(screen.getCursorScreenPoint()), SIZES.overlay))
        window.showInactive()
      } else if (!wanted && window.isVisible()) window.hide()
    }
    return core.store.subscribe(draw)
  }

  const quickPlace = (icon: Place | null) =>
    besideTray(
      icon,
      icon && icon.width > 0 ? screen.getDisplayMatching(icon) : screen.getPrimaryDisplay(),
      SIZES.quick,
    )

  function bringUp(window: BrowserWindow): void {
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  return {
    show(name, hash) {
      const isNew = !open.has(name)
      const window = windowFor(name, hash)
      if (!isNew && hash !== undefined) load(name, window, hash)
      if (name === 'quick') window.setBounds(quickPlace(null))
      bringUp(window)
    },
    toggleQuick(icon) {
      const window = windowFor('quick')
      if (window.isVisible()) return window.hide()
      window.setBounds(quickPlace(icon))
      bringUp(window)
    },
    setCaptureHidden(hidden) {
      captureHidden = hidden
      for (const window of open.values()) window.setContentProtection(hidden)
    },
    isVisible: (name) => open.get(name)?.isVisible() ?? false,
    stop() {
      stopping = true
      overlay()
      ipc.stop()
      for (const window of [...open.values()]) window.destroy()
    },
  }
}

function leastOf(page: PageName): { width: number; height: number } {
  return { width: SIZES[page].minWidth, height: SIZES[page].minHeight }
}

/** The app goes on in the tray without a window. */
export function stayWithoutWindows(): void {
  app.on('window-all-closed', () => {})
}
