import type Electron from 'electron'
import type { System } from '../facts.ts'

type Kept = Pick<Electron.LoginItemSettings, 'openAtLogin'> &
  Partial<Pick<Electron.LoginItemSettings, 'status' | 'executableWillLaunchAtLogin'>>

export interface LoginItems {
  set(settings: Electron.Settings): void
  get(options?: Electron.LoginItemSettingsOptions): Kept
  /** What the user does in the system's own settings. */
  turnOff(): void
}

/** What starts at login, as Electron stores it on each system. */
export function loginItems(system: System): LoginItems {
  return system === 'windows' ? inTheRegistry() : system === 'macos' ? byTheSystem() : NOWHERE
}

/**
 * One line in the registry, compared as a whole, in which nothing is quoted that was not given quoted (shell/browser/
 * browser_win.cc, `FormatCommandLineString`). Whether the program will start is another key, which Windows' settings
 * write; its line is found by the program that Windows would read from it (same file, `GetLoginItemSettingsHelper`).
 */
function inTheRegistry(): LoginItems {
  const lineOf = ({ path = process.execPath, args = [] }: Electron.LoginItemSettingsOptions) =>
    [path, ...args].join(' ')
  const programOf = (line: string) => /^"([^"]*)"|^\S+/.exec(line)?.[0].replaceAll('"', '').toLowerCase()
  let [line, isOn]: [string | null, boolean] = [null, true]
  return {
    set({ openAtLogin = false, enabled = true, ...what }) {
      line = openAtLogin ? lineOf(what) : null
      isOn = enabled
    },
    get(what = {}) {
      const isFound =
        line !== null && programOf(line) === (what.path ?? process.execPath).replaceAll('"', '').toLowerCase()
      return { openAtLogin: line === lineOf(what), executableWillLaunchAtLogin: isFound && isOn }
    },
    turnOff() {
      isOn = false
    },
  }
}

/** The app itself; a given program or arguments are ignored (shell/browser/browser_mac.mm, `SetLoginItemSettings`). */
function byTheSystem(): LoginItems {
  let status: Electron.LoginItemSettings['status'] = 'not-registered'
  return {
    set({ openAtLogin = false }) {
      status = openAtLogin ? 'enabled' : 'not-registered'
    },
    get: () => ({ openAtLogin: status === 'enabled', status }),
    turnOff() {
      status = 'requires-approval'
    },
  }
}

/** Linux stores nothing, and reports no error (shell/browser/browser_linux.cc). */
const NOWHERE: LoginItems = { set() {}, get: () => ({ openAtLogin: false }), turnOff() {} }
