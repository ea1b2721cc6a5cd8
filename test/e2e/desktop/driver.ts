/**
 * The desktop app as built, for specs: on the stand-in for Electron, and on real Electron where its binary is. One
 * interface for both; what it does goes through Electron's public interface (`test/fakes/electron/probe.cjs`).
 */
import type Electron from 'electron'
import type { Page } from 'playwright'
import type { PageName } from '../../../shared/bridge/shellBridge.ts'

/** The `electron` module as a function that runs in the app sees it. */
export type ElectronThere = typeof Electron

export interface DesktopApp {
  readonly kind: 'stand-in' | 'electron'
  readonly dataDir: string
  /** Runs a function in the app's main process; it sees nothing from here but its argument. */
  evaluate<Result, Arg>(
    fn: (electron: ElectronThere, arg: Arg) => Result | Promise<Result>,
    arg: Arg,
  ): Promise<Result>
  /** The page of a window that is open, or opens soon; shown or not. */
  page(name: PageName): Promise<Page>
  pages(): Promise<Page[]>
  stdout(): string
  stderr(): string
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
  /** Ends it by a signal: as Ctrl+C does, or as a crash does. */
  end(signal?: NodeJS.Signals): Promise<number | null>
  /** Starts the app once more with the same data, as a second click on its icon does; resolves when that has ended. */
  startAgain(args?: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }>
}

export interface LaunchOptions {
  dataDir?: string
  args?: string[]
  env?: NodeJS.ProcessEnv
  /** Another main module than that of the built app; it is given `args` and nothing else. */
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

/** What `probe.cjs` knows, in the app's process. */
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

/** What stands in a tray's menu now. */
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

/** Clicks an item of the tray's menu, through submenus; labels may be the beginning of the shown ones. */
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
 * Clicks items of the tray's menu one after the other, each as soon as it stands there: from within the app, as a hand is
 * faster than messages between processes on a busy machine.
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

/** What else the shell asked of the desktop. */
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

/** Presses a global hotkey: as the system does, whatever program has the keyboard. */
export async function pressHotkey(app: DesktopApp, accelerator: string): Promise<void> {
  const pressed = await app.evaluate((_electron, key) => {
    const { hotkeys } = (globalThis as unknown as Record<symbol, Probe>)[Symbol.for('cuelight.probe')] as Probe
    // The stand-in knows whom its system calls; on Electron nobody can press but a person.
    type Called = (accelerator: string) => (() => void) | undefined
    const called = (globalThis as unknown as Record<symbol, Called>)[Symbol.for('cuelight.called')]
    const press = called ? called(key) : hotkeys.get(key)
    press?.()
    return press !== undefined
  }, accelerator)
  if (!pressed) throw new Error(`nobody has grabbed ${accelerator}`)
}

/**
 * Holds a global hotkey down for longer than two presses are one: it repeats as the system lets it, from within the app.
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

/** The system says that it has slept. */
export const wake = (app: DesktopApp): Promise<unknown> =>
  app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'), null)

/** What the person answers when asked where to save a file, over the window that they asked in; null: they change their mind. */
export function answerSaveDialog(app: DesktopApp, path: string | null): Promise<void> {
  return app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async (over: object) => {
      if (!('webContents' in over)) throw new Error('behind a window that stays on top nobody finds this question')
      return { canceled: filePath === null, filePath: filePath ?? '' }
    }
  }, path)
}
