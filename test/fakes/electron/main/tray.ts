import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Electron from 'electron'
import { joinBus } from '../../bus.ts'
import { isBroken, isSo } from '../facts.ts'
import { Emitter, preventable, strict } from '../strict.ts'
import { app } from './app.ts'
import { note } from './requests.ts'

type WrittenTray = Pick<
  Electron.Tray,
  | ('setImage' | 'setToolTip' | 'setTitle' | 'setContextMenu' | 'popUpContextMenu' | 'setIgnoreDoubleClickEvents')
  | ('getBounds' | 'destroy' | 'isDestroyed')
>

/** The icons of this process so far. */
let icons = 0

/**
 * Registers it with this desktop's tray, if there is one, as Chromium does: each icon under a name of its own
 * (chrome/browser/ui/views/status_icons/status_icon_linux_dbus.cc).
 */
async function register(nr: number): Promise<void> {
  const address = process.env.DBUS_SESSION_BUS_ADDRESS
  if (address === undefined) return
  const bus = await joinBus(address, () => null)
  const name = `org.kde.StatusNotifierItem-${process.pid}-${nr}`
  await bus.own(name)
  const watcher = 'org.kde.StatusNotifierWatcher'
  const about = { to: watcher, path: '/StatusNotifierWatcher', interface: watcher }
  await bus.call({ ...about, member: 'RegisterStatusNotifierItem' }, [['s', name]])
}

/** An invisible icon; the probe records what is set on it. */
export class StandInTray extends Emitter implements WrittenTray {
  #destroyed = false

  constructor(_image: Electron.NativeImage | string, guid?: string) {
    super('Tray')
    note('Tray', guid ?? null)
    icons += 1
    // Without a bus, or without a tray on it, Electron is silent, too (tray_icon_linux.cc).
    if (!isBroken('icon')) register(icons).catch(() => {})
  }
  setImage(_image: Electron.NativeImage | string): void {
    this.#there()
  }
  setToolTip(_text: string): void {
    this.#there()
  }
  setTitle(_text: string): void {
    this.#there()
  }
  setContextMenu(_menu: Electron.Menu | null): void {
    this.#there()
  }
  popUpContextMenu(_menu?: Electron.Menu): void {
    this.#there()
  }
  setIgnoreDoubleClickEvents(_ignore: boolean): void {
    this.#there()
  }
  getBounds(): Electron.Rectangle {
    this.#there()
    return { x: 1500, y: 0, width: 24, height: 24 }
  }
  isDestroyed(): boolean {
    return this.#destroyed
  }
  destroy(): void {
    this.#destroyed = true
  }

  #there(): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed')
  }
}

type WrittenMenu = Pick<Electron.Menu, 'items'>
type WrittenItem = Pick<
  Electron.MenuItem,
  | ('id' | 'label' | 'sublabel' | 'type' | 'enabled' | 'visible' | 'checked' | 'click' | 'submenu' | 'role')
  | 'accelerator'
>

export class StandInMenu extends Emitter implements WrittenMenu {
  readonly items: Electron.MenuItem[]

  static buildFromTemplate(template: Electron.MenuItemConstructorOptions[]): Electron.Menu {
    return new StandInMenu(template.map(itemOf)) as unknown as Electron.Menu
  }
  static setApplicationMenu(_menu: Electron.Menu | null): void {}

  private constructor(items: Electron.MenuItem[]) {
    super('Menu')
    this.items = items
  }
}

/** As Electron makes them: clicking a checkable item toggles it first, then calls back. */
function itemOf(options: Electron.MenuItemConstructorOptions): Electron.MenuItem {
  const { submenu, click, type = submenu ? 'submenu' : 'normal', ...rest } = options
  const item: WrittenItem = {
    ...{ id: rest.id ?? '', label: rest.label ?? '', sublabel: rest.sublabel ?? '', type },
    ...{ enabled: rest.enabled ?? true, visible: rest.visible ?? true, checked: rest.checked ?? false },
    accelerator: rest.accelerator ?? null,
    submenu: Array.isArray(submenu) ? StandInMenu.buildFromTemplate(submenu) : (submenu as Electron.Menu | undefined),
    click(event: Electron.KeyboardEvent, window: Electron.BaseWindow | undefined) {
      if (type === 'checkbox') item.checked = !item.checked
      click?.(guarded, window, event)
    },
  }
  const guarded = strict('MenuItem', item) as Electron.MenuItem
  return guarded
}

type WrittenImage = Pick<Electron.NativeImage, 'setTemplateImage' | 'addRepresentation' | 'toPNG'>

/** An image that is not drawn: its bytes. PNG only. */
function emptyImage(): Electron.NativeImage {
  let bytes: Buffer = Buffer.alloc(0)
  const made: WrittenImage = {
    setTemplateImage() {},
    addRepresentation({ dataURL, buffer, scaleFactor = 1 }) {
      const added = buffer ?? Buffer.from(dataURL?.split(',')[1] ?? '', 'base64')
      if (bytes.length === 0 || scaleFactor === 1) bytes = added
    },
    toPNG: () => bytes,
  }
  return strict('NativeImage', made) as Electron.NativeImage
}

export const nativeImage = strict('nativeImage', {
  createEmpty: emptyImage,
} satisfies Pick<typeof Electron.nativeImage, 'createEmpty'>)

/** The shortcut that Windows knows a program's notifications by. */
function writeShortcut(name: string): void {
  const { APPDATA } = process.env
  if (APPDATA === undefined) return
  const programs = join(APPDATA, 'Microsoft/Windows/Start Menu/Programs')
  mkdirSync(programs, { recursive: true })
  writeFileSync(join(programs, `${name}.lnk`), '')
}

type WrittenNotification = Pick<Electron.Notification, 'title' | 'body' | 'actions' | 'silent' | 'show' | 'close'>

export class StandInNotification extends Emitter implements WrittenNotification {
  title: string
  body: string
  actions: Electron.NotificationAction[]
  silent: boolean

  /** On Windows the first question makes Electron register itself for notifications (`FACTS.writesShortcut`). */
  static isSupported(): boolean {
    if (isSo('writesShortcut')) writeShortcut(app.name)
    return true
  }

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super('Notification')
    this.title = options.title ?? ''
    this.body = options.body ?? ''
    this.actions = options.actions ?? []
    this.silent = options.silent ?? false
  }
  show(): void {
    // The app is unsigned on macOS, or notifications are forbidden (docs/api/notification.md, `failed`).
    if (isBroken('notifications')) this.emit('failed', preventable(), 'not allowed')
    else this.emit('show', preventable())
  }
  close(): void {
    this.emit('close', preventable())
  }
}
