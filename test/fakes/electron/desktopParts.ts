/** Tray, menus, keys, notifications, displays: nothing of them can be seen here; what was asked of them can. */
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type Electron from 'electron'
import { strict } from './strict.ts'

class StandInImage {
  readonly path: string | null
  #bytes: Buffer
  template = false
  constructor(path: string | null, bytes: Buffer) {
    this.path = path
    this.#bytes = bytes
  }
  isEmpty = (): boolean => this.#bytes.length === 0
  getSize = (): { width: number; height: number } =>
    this.isEmpty()
      ? { width: 0, height: 0 }
      : { width: this.#bytes.readUInt32BE(16), height: this.#bytes.readUInt32BE(20) }
  setTemplateImage(on: boolean): void {
    this.template = on
  }
  /** The first is the one for a plain screen. */
  addRepresentation({ dataURL = '' }: Electron.AddRepresentationOptions): void {
    if (this.isEmpty()) this.#bytes = Buffer.from(dataURL.slice(dataURL.indexOf(',') + 1), 'base64')
  }
  toPNG = (): Buffer => this.#bytes
}

const image = (path: string | null, bytes: Buffer) => strict('NativeImage', new StandInImage(path, bytes))

export const nativeImage = strict('nativeImage', {
  createEmpty: () => image(null, Buffer.alloc(0)),
  createFromBuffer: (bytes: Buffer) => image(null, bytes),
  /** As Electron: a file that cannot be read is an empty image, and no error. */
  createFromPath(path: string) {
    try {
      return image(path, readFileSync(path))
    } catch {
      return image(path, Buffer.alloc(0))
    }
  },
})

interface Item extends Electron.MenuItemConstructorOptions {
  submenu?: never
}

class StandInMenu extends EventEmitter {
  items: (Omit<Item, 'submenu'> & { submenu?: StandInMenu })[] = []
  static buildFromTemplate(template: Electron.MenuItemConstructorOptions[]): StandInMenu {
    const menu = new StandInMenu()
    menu.items = template.map(({ submenu, ...item }) => ({
      ...{ type: submenu ? 'submenu' : 'normal', enabled: true, visible: true, checked: false },
      ...item,
      ...(submenu
        ? { submenu: Array.isArray(submenu) ? StandInMenu.buildFromTemplate(submenu) : (submenu as never) }
        : {}),
    })) as StandInMenu['items']
    return strict('Menu', menu)
  }
  static setApplicationMenu(): void {}
  static getApplicationMenu = (): null => null
  popup(): void {}
  closePopup(): void {}
}
export const Menu = strict('Menu', StandInMenu)

class StandInTray extends EventEmitter {
  image: unknown
  constructor(picture: unknown) {
    super()
    this.image = picture
    // biome-ignore lint/correctness/noConstructorReturn: a member nobody wrote must throw
    return strict('Tray', this)
  }
  #destroyed = false
  setImage(picture: unknown): void {
    this.image = picture
  }
  setToolTip(_text: string): void {}
  setTitle(_text: string): void {}
  setContextMenu(_menu: unknown): void {}
  popUpContextMenu(_menu?: unknown): void {}
  setIgnoreDoubleClickEvents(_on: boolean): void {}
  getBounds = (): Electron.Rectangle => ({ x: 1500, y: 0, width: 24, height: 24 })
  isDestroyed = (): boolean => this.#destroyed
  destroy(): void {
    this.#destroyed = true
  }
}
export const Tray = StandInTray

/** Keys that the system gives to another program. */
export const takenKeys = new Set<string>()
const grabbed = new Map<string, () => void>()
export const globalShortcut = strict('globalShortcut', {
  register(accelerator: string, onPress: () => void) {
    if (takenKeys.has(accelerator) || grabbed.has(accelerator)) return false
    grabbed.set(accelerator, onPress)
    return true
  },
  unregister: (accelerator: string) => void grabbed.delete(accelerator),
  unregisterAll: () => grabbed.clear(),
  isRegistered: (accelerator: string) => grabbed.has(accelerator),
})
export const pressed = (accelerator: string): boolean => {
  const press = grabbed.get(accelerator)
  press?.()
  return press !== undefined
}

class StandInNotification extends EventEmitter {
  readonly options: Electron.NotificationConstructorOptions
  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super()
    this.options = options
    // biome-ignore lint/correctness/noConstructorReturn: a member nobody wrote must throw
    return strict('Notification', this)
  }
  static isSupported = (): boolean => true
  get title(): string {
    return this.options.title ?? ''
  }
  get body(): string {
    return this.options.body ?? ''
  }
  show(): void {
    this.emit('show')
  }
  close(): void {
    this.emit('close')
  }
}
export const Notification = StandInNotification

const display = {
  id: 1,
  workArea: { x: 0, y: 32, width: 1920, height: 1048 },
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  scaleFactor: 1,
} as Electron.Display
export const screen = strict(
  'screen',
  Object.assign(new EventEmitter(), {
    getAllDisplays: () => [display],
    getPrimaryDisplay: () => display,
    getDisplayMatching: () => display,
    getDisplayNearestPoint: () => display,
    getCursorScreenPoint: () => ({ x: 900, y: 500 }),
  }),
)

export const nativeTheme = strict(
  'nativeTheme',
  Object.assign(new EventEmitter(), {
    shouldUseDarkColors: true,
    shouldUseDarkColorsForSystemIntegratedUI: true,
    shouldUseHighContrastColors: false,
    themeSource: 'system',
  }),
)
export const powerMonitor = strict(
  'powerMonitor',
  Object.assign(new EventEmitter(), { getSystemIdleTime: () => 0, isOnBatteryPower: () => false }),
)
export const net = strict('net', { isOnline: () => true, online: true })
export const shell = strict('shell', {
  openExternal: async (_address: string): Promise<void> => {},
  showItemInFolder: (_path: string): void => {},
  beep: (): void => {},
})
/** What the person answers. */
export const answers = { savePath: null as string | null, button: 0 }
export const dialog = strict('dialog', {
  showSaveDialog: async () => ({ canceled: answers.savePath === null, filePath: answers.savePath ?? '' }),
  showMessageBox: async () => ({ response: answers.button, checkboxChecked: false }),
  showErrorBox: (title: string, text: string): void => console.error(`${title}: ${text}`),
})
