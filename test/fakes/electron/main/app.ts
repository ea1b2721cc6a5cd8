import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type Electron from 'electron'
import { isBroken, isSo, ozone, system } from '../facts.ts'
import { Emitter, evaluated, overtaken, preventable, strict } from '../strict.ts'
import { loginItems } from './loginItems.ts'
import { note, noteReady } from './requests.ts'

/** The implemented members of `app`. */
type Written = Pick<
  Electron.App,
  | ('isPackaged' | 'commandLine' | 'name' | 'whenReady' | 'isReady' | 'getName' | 'getVersion' | 'getPath')
  | (
      | 'setPath'
      | 'setAppUserModelId'
      | 'requestSingleInstanceLock'
      | 'setName'
      | 'setToastActivatorCLSID'
      | 'setActivationPolicy'
      | 'dock'
      | 'isDefaultProtocolClient'
      | 'setAsDefaultProtocolClient'
      | 'setLoginItemSettings'
      | 'getLoginItemSettings'
      | 'quit'
      | 'exit'
      | 'relaunch'
      | 'isInApplicationsFolder'
    )
>

/** What quitting needs of a window. */
interface Closable {
  close(): void
  destroy(): void
  isDestroyed(): boolean
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * As for an app that is not packaged: Electron's own program is in the Dock from its start, ours only once it asks
 * (build/packaging: LSUIElement).
 */
function createDock() {
  let isShown = true
  const dock = {
    async show() {
      note('dock.show')
      isShown = true
    },
    hide() {
      isShown = false
    },
    isVisible: () => isShown,
  } satisfies Partial<Electron.Dock>
  return strict('Dock', dock) as Partial<Electron.Dock> as Electron.Dock
}

/**
 * From now on signals make the app quit, whether anything listened to them or not (shell/browser/
 * electron_browser_main_parts_posix.cc, `InstallShutdownSignalHandlers`). A first listener that comes later takes its
 * signal back: only then does Node ask the system for it. When the last one goes, libuv leaves the signal to the system,
 * which ends the process (src/unix/signal.c, `uv__signal_unregister_handler`).
 */
function takeSignals(quit: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    const isLate = process.listenerCount(signal) === 0
    overtaken.set(signal, quit)
    // Otherwise the signal would end the process before anything of ours.
    const hold = () => {}
    process.on(signal, hold)
    if (!isLate) continue
    process.on('newListener', (name) => void (name === signal && overtaken.delete(signal)))
    process.on('removeListener', (name) => {
      if (name === signal && process.listenerCount(signal) === 1) process.off(signal, hold)
    })
  }
}

class StandInApp extends Emitter implements Written {
  /** `STAND_IN_APP` is where a packaged app of macOS is: `astray` or `Applications`. Without it there is a checkout. */
  readonly isPackaged = process.env.STAND_IN_APP !== undefined
  name = 'Electron'
  readonly #paths = new Map<string, string>()
  readonly #windows = new Set<Closable>()
  readonly #login = loginItems(system)
  #opensLinks = !isSo('linksNeedAsking') && !isBroken('links')
  #ready = false
  #quitting = false

  readonly commandLine = strict('commandLine', {
    appendSwitch: () => {},
    // Switches that Chromium set itself are readable, too (ui/linux/display_server_utils.cc).
    getSwitchValue: (name) => (name === 'ozone-platform' ? ozone : ''),
  } satisfies Partial<Electron.CommandLine>) as Partial<Electron.CommandLine> as Electron.CommandLine

  constructor() {
    super('App', 'app')
    void evaluated.then(() => {
      this.#tellOfLink()
      this.#open()
      this.#ready = true
      noteReady()
      takeSignals(() => this.quit())
      if (isSo('reopensAnyProcess')) process.on('SIGUSR2', () => this.emit('activate', preventable(), false))
      this.emit('ready', preventable(), {})
    })
  }

  /** macOS passes the link that started the app before it is ready (docs/api/app.md, `open-url`), and once. */
  #tellOfLink(): void {
    const link = process.env.STAND_IN_LINK
    if (link !== undefined) this.emit('open-url', preventable(), link)
  }

  /**
   * Chromium opens its folder before the app is ready, even if another instance has it open: they fight over the
   * caches, and the log shows it (net/disk_cache/cache_util_win.cc, "Unable to move the cache"; docs/api/app.md,
   * `requestSingleInstanceLock`).
   */
  #open(): void {
    const folder = this.#paths.get('userData')
    if (folder === undefined) return
    mkdirSync(folder, { recursive: true })
    const path = join(folder, 'stand-in-open')
    if (existsSync(path) && lives(Number(readFileSync(path, 'utf8'))))
      console.error('stand-in: another Electron has this folder open')
    else writeFileSync(path, String(process.pid))
  }

  async whenReady(): Promise<void> {
    await evaluated
  }
  isReady = (): boolean => this.#ready
  getName = (): string => this.name
  getVersion = (): string => process.versions.electron ?? ''
  getPath(name: string): string {
    const known = this.#paths.get(name) ?? { exe: process.execPath, home: homedir(), temp: tmpdir() }[name]
    if (known === undefined) throw new Error(`electron.app.getPath('${name}') is not implemented in the stand-in`)
    return known
  }
  setPath(name: string, path: string): void {
    note(`setPath ${name}`, path)
    this.#paths.set(name, path)
  }
  setActivationPolicy(policy: string): void {
    note('setActivationPolicy', policy)
  }
  setName(name: string): void {
    note('setName', name)
    this.name = name
  }
  /** Only on Windows; it refuses what is no id (shell/browser/api/electron_api_app.cc). */
  setToastActivatorCLSID(id: string): void {
    if (!/^\{[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}\}$/i.test(id)) throw new Error('Invalid CLSID format')
    note('setToastActivatorCLSID', id)
  }
  setAppUserModelId(id: string): void {
    note('setAppUserModelId', id)
  }
  /**
   * The lock is in Chromium's folder; a process that does not get it names the holder to Windows, which may then come
   * to the front (chrome/browser/win/chrome_process_finder.cc).
   */
  requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData')
    mkdirSync(folder, { recursive: true })
    const [lock, named] = ['stand-in-lock', 'stand-in-may-come-to-front'].map((name) => join(folder, name))
    const holder = existsSync(lock ?? '') ? Number(readFileSync(lock ?? '', 'utf8')) : process.pid
    const isOurs = holder === process.pid || !lives(holder)
    writeFileSync((isOurs ? lock : named) ?? '', String(isOurs ? process.pid : holder))
    return isOurs
  }
  /** Only on macOS (docs/api/dock.md). */
  readonly dock = process.platform === 'darwin' ? createDock() : undefined
  isInApplicationsFolder = (): boolean => process.env.STAND_IN_APP === 'Applications'
  isDefaultProtocolClient = (_scheme: string): boolean => this.#opensLinks
  setAsDefaultProtocolClient(_scheme: string): boolean {
    this.#opensLinks = !isBroken('links')
    return this.#opensLinks
  }
  setLoginItemSettings(settings: Electron.Settings): void {
    this.#login.set(settings)
  }
  getLoginItemSettings(options?: Electron.LoginItemSettingsOptions): Electron.LoginItemSettings {
    // macOS passes no arguments at login, but tells (electron#42411).
    const all = { wasOpenedAtLogin: process.env.STAND_IN_AT_LOGIN !== undefined, ...this.#login.get(options) }
    return strict('LoginItemSettings', all) as Partial<Electron.LoginItemSettings> as Electron.LoginItemSettings
  }

  quit(): void {
    if (this.#quitting) return
    this.#quitting = true
    this.#quitting = this.#mayQuit()
    if (this.#quitting) this.exit()
  }
  exit(code = 0): void {
    for (const window of [...this.#windows]) window.destroy()
    this.emit('quit', preventable(), code)
    process.exit(code)
  }
  relaunch({ execPath = process.execPath, args = process.argv.slice(1) }: Electron.RelaunchOptions = {}): void {
    const program = isSo('relaunchDropsPrivileges') ? ['setpriv', '--no-new-privs', execPath] : [execPath]
    process.once('exit', () => {
      const [first = '', ...rest] = [...program, ...process.execArgv, ...args]
      spawn(first, rest, { detached: true, stdio: 'ignore' }).unref()
    })
  }

  /** @returns a function to call when the window is gone */
  follow(window: Closable): () => void {
    this.#windows.add(window)
    return () => {
      this.#windows.delete(window)
      if (this.#windows.size > 0 || this.#quitting) return
      // Without a listener Electron quits with its last window.
      if (!this.emit('window-all-closed')) this.quit()
    }
  }

  /** In the order of Electron's documentation; preventing any of them keeps the app running. */
  #mayQuit(): boolean {
    if (this.#prevented('before-quit')) return false
    for (const window of [...this.#windows]) {
      window.close()
      if (!window.isDestroyed()) return false
    }
    return !this.#prevented('will-quit')
  }
  #prevented(name: string): boolean {
    const event = preventable()
    this.emit(name, event)
    return event.defaultPrevented
  }
}

export const app = new StandInApp()
