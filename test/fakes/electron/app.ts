import { EventEmitter } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { preventable } from './preventable.ts'
import { strict } from './strict.ts'

const ready = Promise.withResolvers<void>()
const paths = new Map<string, string>()

export class StandInApp extends EventEmitter {
  readonly isPackaged = false
  readonly commandLine = strict('commandLine', { appendSwitch: (name: string) => void this.switches.push(name) })
  /** For specs: what cannot be seen from outside. */
  readonly switches: string[] = []
  readonly login = { openAtLogin: false, args: [] as string[] }
  readonly protocols: string[] = []
  name = 'cuelight'
  #isReady = false
  #quitting = false

  whenReady = (): Promise<void> => ready.promise
  isReady = (): boolean => this.#isReady
  getName = (): string => this.name
  setName(name: string): void {
    this.name = name
  }
  getVersion = (): string => '0.0.0'
  getAppPath = (): string => process.cwd()
  getPath = (name: string): string => paths.get(name) ?? (name === 'exe' ? process.execPath : join(tmpdir(), name))
  setPath(name: string, path: string): void {
    paths.set(name, path)
  }
  setAppUserModelId(): void {}
  disableHardwareAcceleration(): void {}
  setLoginItemSettings(settings: { openAtLogin?: boolean; args?: string[] }): void {
    Object.assign(this.login, settings)
  }
  getLoginItemSettings = () => ({
    ...this.login,
    wasOpenedAtLogin: false,
    executableWillLaunchAtLogin: this.login.openAtLogin,
  })
  setAsDefaultProtocolClient(scheme: string): boolean {
    this.protocols.push(scheme)
    return true
  }
  requestSingleInstanceLock = (): boolean => true
  relaunch(): void {}

  /** Electron is ready once the app's main module was read. */
  becomeReady(): void {
    this.#isReady = true
    ready.resolve()
    this.emit('ready')
  }
  quit(): void {
    if (this.#quitting) return
    const event = preventable()
    this.emit('before-quit', event)
    if (event.defaultPrevented) return
    this.#quitting = true
    this.exit(0)
  }
  exit(code = 0): void {
    this.emit('quit', {}, code)
    process.exit(code)
  }
}

export const theApp: StandInApp = strict('app', new StandInApp())
