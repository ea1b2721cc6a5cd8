import type Electron from 'electron'
import type { Target } from '../chromium/cdp.ts'
import { isBroken, isSo } from '../facts.ts'
import { Emitter, preventable } from '../strict.ts'
import { app } from './app.ts'
import { StandInContents } from './webContents.ts'

type Written = Pick<
  Electron.BrowserWindow,
  | ('id' | 'webContents' | 'loadURL' | 'show' | 'showInactive' | 'hide' | 'focus' | 'blur' | 'close' | 'destroy')
  | ('isVisible' | 'isFocused' | 'isMinimized' | 'isDestroyed' | 'minimize' | 'restore' | 'getBounds')
  | (
      | 'getNormalBounds'
      | 'setBounds'
      | 'setContentProtection'
      | 'setAlwaysOnTop'
      | 'setVisibleOnAllWorkspaces'
      | 'isVisibleOnAllWorkspaces'
    )
  | 'setIgnoreMouseEvents'
>
type Bounds = Electron.Rectangle

const windows = new Map<number, StandInWindow>()
let made = 0

/** A window that is never drawn; its content is a real page of its size. */
export class StandInWindow extends Emitter implements Written {
  readonly id = ++made
  readonly webContents: Electron.WebContents
  readonly #contents: StandInContents
  readonly #focusable: boolean
  #bounds: Bounds
  #visible = false
  #focused = false
  #minimized = false
  #destroyed = false
  #isOnAllWorkspaces = false
  #gone: () => void

  static getFocusedWindow(): Electron.BrowserWindow | null {
    return ([...windows.values()].find((one) => one.isFocused()) ?? null) as Electron.BrowserWindow | null
  }
  static fromWebContents(contents: Electron.WebContents): Electron.BrowserWindow | null {
    return StandInWindow.getAllWindows().find((one) => one.webContents === contents) ?? null
  }
  static getAllWindows(): Electron.BrowserWindow[] {
    return [...windows.values()] as unknown as Electron.BrowserWindow[]
  }

  /** @param target a page that another one opened; omitted, as apps do: a new one */
  constructor(options: Electron.BrowserWindowConstructorOptions = {}, target?: Target) {
    super('BrowserWindow')
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    const { x = 0, y = 0, width = 800, height = 600, show = true } = options
    this.#bounds = { x, y, width, height }
    this.#focusable = options.focusable ?? true
    const adopt = (opened: Target) => void new StandInWindow({ webPreferences: options.webPreferences }, opened)
    this.#contents = new StandInContents(options.webPreferences ?? {}, this.#bounds, adopt, target)
    this.webContents = this.#contents as unknown as Electron.WebContents
    this.#contents.once('did-finish-load', () => this.#destroyed || this.emit('ready-to-show'))
    windows.set(this.id, this)
    this.#gone = app.follow(this)
    app.emit('web-contents-created', preventable(), this.webContents)
    app.emit('browser-window-created', preventable(), this)
    if (show) this.show()
  }

  loadURL = (url: string): Promise<void> => this.#contents.load(url)
  show(): void {
    this.showInactive()
    this.focus()
  }
  showInactive(): void {
    if (this.#visible) return
    this.#visible = true
    this.emit('show')
    if (isSo('placesNothing') || isBroken('overlay')) this.focus()
  }
  hide(): void {
    if (!this.#visible) return
    this.#visible = false
    this.blur()
    this.emit('hide')
  }
  focus(): void {
    // A window that must not have the focus gets it all the same: the compositor decides.
    if (!(this.#focusable || isSo('placesNothing') || isBroken('overlay')) || this.#focused || !this.#visible) return
    for (const other of windows.values()) other.blur()
    this.#focused = true
    this.emit('focus')
    app.emit('browser-window-focus', preventable(), this)
  }
  /** Also happens when the user clicks on another program. */
  blur(): void {
    if (!this.#focused) return
    this.#focused = false
    this.emit('blur')
    app.emit('browser-window-blur', preventable(), this)
  }
  minimize(): void {
    this.#minimized = true
    this.blur()
    this.emit('minimize')
  }
  restore(): void {
    if (!this.#minimized) return
    this.#minimized = false
    this.emit('restore')
  }
  /** If a listener prevents it, the window stays. */
  close(): void {
    const event = preventable()
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }
  destroy(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.#visible = false
    windows.delete(this.id)
    this.#contents.close()
    this.emit('closed')
    this.#gone()
  }

  isVisible = (): boolean => this.#visible
  isFocused = (): boolean => this.#focused
  isMinimized = (): boolean => this.#minimized
  isDestroyed = (): boolean => this.#destroyed
  getBounds = (): Bounds => ({ ...this.#bounds })
  getNormalBounds = (): Bounds => this.getBounds()
  setBounds(bounds: Partial<Bounds>): void {
    const before = this.#bounds
    this.#bounds = isSo('placesNothing')
      ? { ...before, ...bounds, x: before.x, y: before.y }
      : { ...before, ...bounds }
    const { x, y, width, height } = this.#bounds
    if (x !== before.x || y !== before.y) this.emit('move')
    if (width === before.width && height === before.height) return
    this.#contents.resize(this.#bounds)
    this.emit('resize')
  }
  setContentProtection(_on: boolean): void {}
  setAlwaysOnTop(_on: boolean): void {}
  setVisibleOnAllWorkspaces(on: boolean): void {
    this.#isOnAllWorkspaces = on
  }
  isVisibleOnAllWorkspaces(): boolean {
    return this.#isOnAllWorkspaces
  }
  setIgnoreMouseEvents(_on: boolean): void {}
}
