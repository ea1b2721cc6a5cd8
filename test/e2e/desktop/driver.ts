/**
 * Drives the built desktop app in specs, through one interface for the stand-in for Electron and for real Electron
 * (where its binary exists). Everything goes through Electron's public interface (`test/fakes/electron/probe.cjs`).
 */
import type Electron from 'electron'
import type { Page } from 'playwright'
import type { PageName } from '../../../shared/bridge/shellBridge.ts'
import type { Request } from '../../fakes/electron/main/requests.ts'

/** The `electron` module as a function that runs in the app sees it. */
export type ElectronThere = typeof Electron

export interface DesktopApp {
  readonly kind: 'stand-in' | 'electron'
  readonly dataDir: string
  /** Runs a function in the app's main process; it can use nothing from here except its argument. */
  evaluate<Result, Arg>(
    fn: (electron: ElectronThere, arg: Arg) => Result | Promise<Result>,
    arg: Arg,
  ): Promise<Result>
  /** The page of a window that is open or will open soon, visible or not. */
  page(name: PageName): Promise<Page>
  pages(): Promise<Page[]>
  stdout(): string
  stderr(): string
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
  /** Ends it by a signal: as Ctrl+C does, or as a crash does. */
  end(signal?: NodeJS.Signals): Promise<number | null>
  /**
   * Starts the app again with the same data, as a second click on its icon does; resolves when that process has ended.
   */
  startAgain(args?: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }>
}

export interface LaunchOptions {
  dataDir?: string
  args?: string[]
  env?: NodeJS.ProcessEnv
  /** A main module other than the built app's; it receives only `args`. */
  main?: string
}

export interface ShownItem {
  label: string
  sublabel: string
  type: string
  enabled: boolean
  checked: boolean
  items: ShownItem[]
}

/** What `probe.cjs` records in the app's process. */
interface Probe {
  tray: Electron.Tray | null
  menu: Electron.Menu | null
  tooltip: string
  title: string
  icon: Electron.NativeImage | null
  draws: number
  hotkeys: Map<string, () => void>
  notifications: Electron.Notification[]
  opened: string[]
}

/** The current items of the tray's menu. */
export function trayMenu(app: DesktopApp): Promise<ShownItem[]> {
  return app.evaluate(() => {
    const { menu } = (globalThis as unknown as Record<symbol, Probe>)[Symbol.for('cuelight.probe')] as Probe
    const shown = (one: Electron.Menu | null | undefined): ShownItem[] =>
      (one?.items ?? []).map(({ label, sublabel, type, enabled, checked, submenu }) => ({
        ...{ label, sublabel: sublabel ?? '', type, enabled, checked, items: shown(submenu) },
      }))
    return shown(menu)
  }, null)
}

/** Clicks an item of the tray's menu, through submenus; each label may be a prefix of the shown one. */
export async function clickTray(app: DesktopApp, ...path: string[]): Promise<void> {
  const problem = await app.evaluate((_electron, labels) => {
    const { menu } = (globalThis as unknown as Record<symbol, Probe>)[Symbol.for('cuelight.probe')] as Probe
    let items = menu?.items ?? []
    for (const [index, label] of labels.entries()) {
      const item = items.find((one) => one.label === label) ?? items.find((one) => one.label.startsWith(label))
      if (!item) return `no item "${label}" among: ${items.map((one) => one.label).join(' | ')}`
      if (index < labels.length - 1) items = item.submenu?.items ?? []
      else if (!item.enabled) return `"${item.label}" is disabled`
      else item.click({}, undefined, undefined)
    }
    return null
  }, path)
  if (problem !== null) throw new Error(problem)
}

/**
 * Clicks items of the tray's menu one after another, each as soon as it appears. Runs within the app, because a user
 * clicks faster than messages travel between processes on a busy machine.
 *
 * @returns the longest time between two of them, in ms
 */
export function clickTrayFast(app: DesktopApp, ...labels: string[]): Promise<number> {
  return app.evaluate(async (_electron, wanted) => {
    const probe = (globalThis as unknown as Record<symbol, Probe>)[Symbol.for('cuelight.probe')] as Probe
    const found = (label: string) => {
      const items = probe.menu?.items.filter(({ enabled }) => enabled) ?? []
      return items.find((one) => one.label === label) ?? items.find((one) => one.label.startsWith(label))
    }
    let [last, slowest] = [Number.POSITIVE_INFINITY, 0]
    for (const label of wanted) {
      while (!found(label)) await new Promise((resolve) => setTimeout(resolve, 1))
      slowest = Math.max(slowest, performance.now() - last)
      last = performance.now()
      found(label)?.click({}, undefined, undefined)
    }
    return slowest
  }, labels)
}

/** Clicks the tray's icon itself. */
export function clickTrayIcon(app: DesktopApp): Promise<void> {
  return app.evaluate(() => {
    const { tray } = (globalThis as unknown as Record<symbol, Probe>)[Symbol.for('cuelight.probe')] as Probe
    if (!tray) throw new Error('there is no tray')
    const none = { altKey: false, shiftKey: false, ctrlKey: false, metaKey: false, triggeredByAccelerator: false }
    const bounds = tray.getBounds()
    tray.emit('click', none, bounds, { x: bounds.x, y: bounds.y })
  }, null)
}

/** What else the shell requested from the desktop. */
export function probed(app: DesktopApp) {
  return app.evaluate(() => {
    const probe = (globalThis as unknown as Record<symbol, Probe>)[Symbol.for('cuelight.probe')] as Probe
    const { tooltip, title, draws, opened } = probe
    // A PNG in base64.
    const icon = probe.icon?.toPNG().toString('base64') ?? ''
    const notifications = probe.notifications.map(({ title, body }) => ({ title, body }))
    return { tooltip, title, icon, draws, hotkeys: [...probe.hotkeys.keys()], notifications, opened }
  }, null)
}

/** What the app requested of the system through the stand-in, by name (`test/fakes/electron/main/requests.ts`). */
export async function requested(app: DesktopApp, name: string): Promise<{ arg: unknown; early: boolean }[]> {
  const all = await app.evaluate(() => {
    return (globalThis as unknown as Record<symbol, Request[]>)[Symbol.for('cuelight.requests')] ?? []
  }, null)
  return all.filter((one) => one.name === name).map(({ arg, early }) => ({ arg, early }))
}

/** Presses a global hotkey as the system does, regardless of which program has the keyboard. */
export async function pressHotkey(app: DesktopApp, accelerator: string): Promise<void> {
  const pressed = await app.evaluate((_electron, key) => {
    const { hotkeys } = (globalThis as unknown as Record<symbol, Probe>)[Symbol.for('cuelight.probe')] as Probe
    // The stand-in records which callback its system calls; on real Electron only a real key press could do this.
    type Called = (accelerator: string) => (() => void) | undefined
    const called = (globalThis as unknown as Record<symbol, Called>)[Symbol.for('cuelight.called')]
    const press = called ? called(key) : hotkeys.get(key)
    press?.()
    return press !== undefined
  }, accelerator)
  if (!pressed) throw new Error(`nobody has grabbed ${accelerator}`)
}

/**
 * Holds a global hotkey down for longer than the time within which two presses count as one. The key repeats as the
 * system would repeat it, from within the app.
 *
 * @returns the longest time between two repeats, in ms
 */
export function holdHotkey(app: DesktopApp, accelerator: string): Promise<number> {
  return app.evaluate(async (_electron, key) => {
    const { hotkeys } = (globalThis as unknown as Record<symbol, Probe>)[Symbol.for('cuelight.probe')] as Probe
    let [last, slowest] = [performance.now(), 0]
    for (let repeats = 0; repeats < 20; repeats += 1) {
      slowest = Math.max(slowest, performance.now() - last)
      last = performance.now()
      hotkeys.get(key)?.()
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    return slowest
  }, accelerator)
}

/** Clicks a notification that was shown, by its title. */
export async function clickNotification(app: DesktopApp, title: string): Promise<void> {
  const found = await app.evaluate((_electron, wanted) => {
    const { notifications } = (globalThis as unknown as Record<symbol, Probe>)[Symbol.for('cuelight.probe')] as Probe
    const one = notifications.findLast((notification) => notification.title.includes(wanted))
    one?.emit('click', { preventDefault() {} }, 0)
    return one !== undefined
  }, title)
  if (!found) throw new Error(`no notification says "${title}"`)
}

/** The system reports that it woke from sleep. */
export const wake = (app: DesktopApp): Promise<unknown> =>
  app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'), null)

/** The user's response to a save dialog, over the window that opened it; null: they cancel. */
export function answerSaveDialog(app: DesktopApp, path: string | null): Promise<void> {
  return app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async (over: object) => {
      if (!('webContents' in over)) throw new Error('behind a window that stays on top nobody finds this question')
      return { canceled: filePath === null, filePath: filePath ?? '' }
    }
  }, path)
}
