/** BrowserWindow and its WebContents, over real pages. */
import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { theApp } from './app.ts'
import { ipc } from './ipcMain.ts'
import { openPage, type Page } from './pages.ts'
import { preventable } from './preventable.ts'
import { theSession } from './session.ts'
import { strict } from './strict.ts'

type Bounds = Electron.Rectangle
const windows = new Map<number, StandInWindow>()
let nr = 0

class StandInContents extends EventEmitter {
  readonly id: number
  readonly #page: Promise<Page>
  #openHandler: (details: { url: string }) => { action: 'deny' | 'allow' } = () => ({ action: 'allow' })
  #destroyed = false
  /** What was said before the page was there. */
  url = ''

  constructor(id: number, options: Electron.BrowserWindowConstructorOptions, onLoaded: () => void) {
    super()
    this.id = id
    const { width = 800, height = 600, webPreferences = {} } = options
    if (
      webPreferences.sandbox === false ||
      webPreferences.contextIsolation === false ||
      webPreferences.nodeIntegration
    )
      throw new Error('the stand-in only knows sandboxed, isolated pages without Node')
    this.#page = openPage(
      webPreferences.preload,
      { width, height },
      {
        message: (kind, channel, args, frame, call) => {
          if (kind === 'send')
            this.emit('ipc-message', { sender: this.asPublic(), senderFrame: frame }, channel, ...args)
          return ipc.receive(kind, { channel, args, frame, call, sender: this.asPublic() })
        },
        navigationStarted: (url, isSameDocument, isMainFrame) =>
          this.emit('did-start-navigation', preventable({ url, isSameDocument, isMainFrame })),
        mayNavigate: (url) => {
          const event = preventable({ url })
          this.emit('will-navigate', event)
          return !event.defaultPrevented
        },
        opens: (url) => {
          if (this.#openHandler({ url }).action !== 'deny') throw new Error('the stand-in opens no windows for pages')
        },
        loaded: () => {
          this.emit('did-finish-load')
          onLoaded()
        },
        crashed: () => this.emit('render-process-gone', preventable(), { reason: 'crashed', exitCode: 1 }),
      },
    )
    this.#page.catch((error) => console.error(`stand-in: ${error}`))
  }

  get session() {
    return theSession
  }
  readonly #public = strict('WebContents', this) as unknown as Electron.WebContents

  asPublic(): Electron.WebContents {
    return this.#public
  }
  getURL(): string {
    return this.url
  }
  send(channel: string, ...args: unknown[]): void {
    void this.#page.then((page) => page.say({ kind: 'event', channel, args }))
  }
  /** The answer to an invoke. */
  answer(message: object): void {
    void this.#page.then((page) => page.say(message))
  }
  async load(url: string): Promise<void> {
    this.url = url
    await (await this.#page).load(url)
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'deny' | 'allow' }): void {
    this.#openHandler = handler
  }
  isDestroyed(): boolean {
    return this.#destroyed
  }
  forcefullyCrashRenderer(): void {
    void this.#page.then((page) => page.crash())
  }
  resize(width: number, height: number): void {
    void this.#page.then((page) => page.resize(width, height))
  }
  async targetId(): Promise<string> {
    return (await this.#page).targetId
  }
  destroy(): void {
    this.#destroyed = true
    void this.#page.then((page) => page.close())
  }
}

export class StandInWindow extends EventEmitter {
  readonly id = ++nr
  readonly options: Electron.BrowserWindowConstructorOptions
  readonly webContents: Electron.WebContents
  readonly #contents: StandInContents
  #bounds: Bounds
  #visible = false
  #focused = false
  #destroyed = false
  /** For specs: what cannot be seen from outside. */
  readonly said = { contentProtection: false, alwaysOnTop: false, ignoresMouse: false, allWorkspaces: false }

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    this.options = options
    const { x = 100, y = 100, width = 800, height = 600 } = options
    this.#bounds = { x, y, width, height }
    this.#contents = new StandInContents(this.id, options, () => this.emit('ready-to-show'))
    this.webContents = this.#contents.asPublic()
    windows.set(this.id, this)
    theApp.emit('web-contents-created', preventable(), this.webContents)
    if (options.show !== false) this.show()
    // biome-ignore lint/correctness/noConstructorReturn: a member nobody wrote must throw
    return strict('BrowserWindow', this)
  }

  static getAllWindows(): StandInWindow[] {
    return [...windows.values()]
  }
  static fromWebContents(contents: Electron.WebContents): StandInWindow | null {
    return [...windows.values()].find((one) => one.webContents === contents) ?? null
  }

  targetId(): Promise<string> {
    return this.#contents.targetId()
  }
  loadURL(url: string): Promise<void> {
    return this.#contents.load(url)
  }
  show(): void {
    this.#visible = true
    this.emit('show')
    this.focus()
  }
  showInactive(): void {
    this.#visible = true
    this.emit('show')
  }
  hide(): void {
    if (!this.#visible) return
    this.#visible = false
    this.#focused = false
    this.emit('hide')
  }
  focus(): void {
    for (const other of windows.values()) if (other.id !== this.id) other.blur()
    this.#focused = true
    this.emit('focus')
  }
  blur(): void {
    if (!this.#focused) return
    this.#focused = false
    this.emit('blur')
  }
  isVisible = (): boolean => this.#visible
  isFocused = (): boolean => this.#focused
  isMinimized = (): boolean => false
  isDestroyed = (): boolean => this.#destroyed
  restore(): void {}
  getBounds = (): Bounds => ({ ...this.#bounds })
  getNormalBounds = (): Bounds => ({ ...this.#bounds })
  setBounds(bounds: Partial<Bounds>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    this.#contents.resize(this.#bounds.width, this.#bounds.height)
    this.emit('resized')
  }
  setContentProtection(on: boolean): void {
    this.said.contentProtection = on
  }
  setAlwaysOnTop(on: boolean): void {
    this.said.alwaysOnTop = on
  }
  setIgnoreMouseEvents(on: boolean): void {
    this.said.ignoresMouse = on
  }
  setVisibleOnAllWorkspaces(on: boolean): void {
    this.said.allWorkspaces = on
  }
  close(): void {
    const event = preventable()
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }
  destroy(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.#visible = false
    this.#contents.destroy()
    windows.delete(this.id)
    this.emit('closed')
    if (windows.size === 0) theApp.emit('window-all-closed')
  }
}
