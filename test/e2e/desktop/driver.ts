/**
 * The desktop app as built, for specs: on the stand-in for Electron, and on real Electron where its binary is. One
 * interface for both; what it does goes through Electron's public interface (`test/fakes/electron/probe.cjs`).
 */
import type { Page } from 'playwright'
import type { PageName } from '../../../shared/shellBridge.ts'

/** A menu's item as it is shown. */
export interface ShownItem {
  label: string
  sublabel: string
  type: string
  enabled: boolean
  checked: boolean
  items: ShownItem[]
}

/** The `electron` module, as a function that runs in the app sees it. */
// biome-ignore lint/suspicious/noExplicitAny: it runs in another process, where its types are Electron's
export type ElectronThere = any

export interface DesktopApp {
  readonly kind: 'stand-in' | 'electron'
  readonly dataDir: string
  /** Runs a function in the app's main process; it sees nothing from here but its argument. */
  evaluate<Result, Arg>(
    fn: (electron: ElectronThere, arg: Arg) => Result | Promise<Result>,
    arg: Arg,
  ): Promise<Result>
  /** The page of a window that is open, or opens soon. */
  page(name: PageName): Promise<Page>
  stdout(): string
  stderr(): string
  readonly ended: Promise<number | null>
  /** Ends it by a signal. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

export interface LaunchOptions {
  dataDir?: string
  args?: string[]
  env?: NodeJS.ProcessEnv
}

/** What stands in a tray's menu now. */
export function trayMenu(app: DesktopApp): Promise<ShownItem[]> {
  return app.evaluate(() => {
    const { menu } = (globalThis as Record<symbol, { menu: unknown }>)[Symbol.for('cuelight.probe')] ?? {}
    const shown = (one: Record<string, never> | null | undefined): never[] =>
      ((one?.items ?? []) as Record<string, never>[]).map((item) => ({
        ...{ label: item.label ?? '', sublabel: item.sublabel ?? '', type: item.type ?? 'normal' },
        ...{ enabled: item.enabled !== false, checked: item.checked === true, items: shown(item.submenu) },
      })) as never[]
    return shown(menu as never) as unknown as ShownItem[]
  }, null)
}

/** Clicks an item of the tray's menu, through submenus; labels may be the beginning of the shown ones. */
export async function clickTray(app: DesktopApp, ...path: string[]): Promise<void> {
  const problem = await app.evaluate((_electron, labels) => {
    const { menu } = (globalThis as Record<symbol, { menu: never }>)[Symbol.for('cuelight.probe')] ?? {}
    let items = (menu as unknown as { items: Record<string, never>[] } | undefined)?.items ?? []
    for (const [index, label] of labels.entries()) {
      const is = (item: Record<string, never>) => String(item.label ?? '').startsWith(label)
      const item = items.find((one) => String(one.label ?? '') === label) ?? items.find(is)
      if (!item) return `no item "${label}" among: ${items.map((one) => one.label).join(' | ')}`
      if (index < labels.length - 1) items = (item.submenu as { items: never[] } | undefined)?.items ?? []
      else if (item.enabled === false) return `"${item.label}" is disabled`
      else (item.click as unknown as (...args: unknown[]) => void)(item, undefined, {})
    }
    return null
  }, path)
  if (problem !== null) throw new Error(problem)
}

interface Probed {
  tooltip: string
  title: string
  /** The picture shown, as a PNG in base64. */
  icon: string
  draws: number
  hotkeys: string[]
  notifications: { title: string; body: string }[]
  opened: string[]
}

/** What else the shell asked of the desktop. */
export function probed(app: DesktopApp): Promise<Probed> {
  return app.evaluate(() => {
    const probe = (globalThis as Record<symbol, never>)[Symbol.for('cuelight.probe')] as unknown as {
      hotkeys: Map<string, unknown>
      notifications: { title: string; body: string }[]
    } & Omit<Probed, 'hotkeys' | 'notifications'>
    const { tooltip, title, draws, opened } = probe
    const icon = (probe.icon as unknown as { toPNG(): Buffer } | null)?.toPNG().toString('base64') ?? ''
    const notifications = probe.notifications.map(({ title, body }) => ({ title, body }))
    return {
      tooltip,
      title,
      icon,
      draws,
      hotkeys: [...probe.hotkeys.keys()],
      notifications,
      opened,
    }
  }, null)
}

/** Presses a global hotkey: as the system does, whatever program has the keyboard. */
export async function pressHotkey(app: DesktopApp, accelerator: string): Promise<void> {
  const pressed = await app.evaluate((_electron, key) => {
    const probe = (globalThis as Record<symbol, never>)[Symbol.for('cuelight.probe')] as unknown as {
      hotkeys: Map<string, () => void>
    }
    probe.hotkeys.get(key)?.()
    return probe.hotkeys.has(key)
  }, accelerator)
  if (!pressed) throw new Error(`nobody has grabbed ${accelerator}`)
}

/** Clicks a notification that was shown, by its title. */
export async function clickNotification(app: DesktopApp, title: string): Promise<void> {
  const found = await app.evaluate((_electron, wanted) => {
    const probe = (globalThis as Record<symbol, never>)[Symbol.for('cuelight.probe')] as unknown as {
      notifications: { title: string; emit(event: string): void }[]
    }
    const one = probe.notifications.findLast((notification) => notification.title.includes(wanted))
    one?.emit('click')
    return one !== undefined
  }, title)
  if (!found) throw new Error(`no notification says "${title}"`)
}
