import { mkdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { DesktopState } from '../../../shared/settings/desktop.ts'
import { LOGIN_WORDS } from '../../../shared/words/updates.ts'
import { againArguments, lastingProgram, type Started } from '../../app/arguments.ts'
import { Refused } from '../../core/commands/ports.ts'
import { readTextIfAny } from '../../util/textFile.ts'

/** The file by which Linux desktops start a program at login (Desktop Application Autostart and Desktop Entry specifications). */

/** Where it lies. */
export const autostartPath = (env: NodeJS.ProcessEnv = process.env): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'cuelight.desktop')

async function writeAutostart(path: string, command: readonly string[]): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  await writeFileAtomic(path, entryFor(command))
}

/** The line that starts a program at login; null: none is started. */
function readAutostart(path: string): string | null {
  const lines = (readTextIfAny(path) ?? '').split('\n').map((line) => line.trim())
  const value = (key: string) => lines.find((line) => line.startsWith(`${key}=`))?.slice(key.length + 1)
  // Desktops turn an entry off by these, and leave the file.
  if (value('Hidden') === 'true' || value('X-GNOME-Autostart-enabled') === 'false') return null
  return value('Exec') ?? null
}

const entryFor = (command: readonly string[]): string =>
  `[Desktop Entry]\nType=Application\nName=Cuelight\nExec=${execLine(command)}\nTerminal=false\n`

/**
 * A command as the key Exec takes it. Every argument is quoted, what a shell would read is escaped, a percent sign is
 * doubled; and because the whole is a string value too, each backslash is doubled once more.
 */
export function execLine(command: readonly string[]): string {
  const quoted = command.map((argument) => `"${argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`)
  return quoted.join(' ').replaceAll('\\', '\\\\')
}

/** What macOS and Windows offer. */
interface LoginItems {
  getLoginItemSettings(options?: { path?: string; args?: string[] }): {
    openAtLogin: boolean
    status?: string
    executableWillLaunchAtLogin?: boolean
  }
  setLoginItemSettings(settings: { openAtLogin: boolean; path?: string; args?: string[] }): void
}

export interface LoginOptions {
  platform: string
  app: LoginItems
  /** False: Electron's own program was given the app, as from a checkout. */
  isPackaged?: boolean
  /** The program to start and its arguments, as `startCommand` says. */
  command: readonly string[]
  /** Where Linux desktops look. */
  autostart: string
}

/** Starting at login, by each platform's own way. */
export function createLogin(options: LoginOptions) {
  const way = wayOf(options)
  return {
    /** What the system says now; never what was once asked of it. */
    read: () => reading(way),
    /** Resolves when the system says that it is so. Throws `Refused` (`desktop`) when it does not. */
    async set(on: boolean): Promise<void> {
      if (way === null) throw new Refused({ reason: 'desktop', message: LOGIN_WORDS.noWay })
      await way.set(on).catch((error) => {
        throw new Refused({ reason: 'desktop', message: error instanceof Error ? error.message : String(error) })
      })
      const { enabled, about } = reading(way)
      if (enabled !== on) throw new Refused({ reason: 'desktop', message: about ?? LOGIN_WORDS.notDone })
    },
  }
}

interface Way {
  read(): DesktopState['login']
  set(on: boolean): Promise<void>
}

/** A system that fails when asked cannot tell. */
function reading(way: Way | null): DesktopState['login'] {
  if (way === null) return { enabled: null, about: LOGIN_WORDS.noWay }
  try {
    return way.read()
  } catch (error) {
    return { enabled: null, about: error instanceof Error ? error.message : String(error) }
  }
}

function wayOf({ platform, app, isPackaged = true, command, autostart }: LoginOptions): Way | null {
  if (platform === 'linux') return byFile(autostart, command)
  // What stands in the registry is one line, out of which Windows reads the program: without quotes, up to a blank.
  const [path = '', ...args] = command.map((one) => (/\s/.test(one) ? `"${one}"` : one))
  if (platform === 'win32') return byItem(app, { path, args })
  // macOS starts the app itself, and takes no arguments for it: from a checkout that would be a bare Electron.
  return platform === 'darwin' && isPackaged ? byItem(app, {}) : null
}

const byItem = (app: LoginItems, what: { path?: string; args?: string[] }): Way => ({
  read() {
    const { openAtLogin, status, executableWillLaunchAtLogin: will } = app.getLoginItemSettings(what)
    // Turned off in Windows' own settings, its line stays where it is.
    if (openAtLogin && will === false) return { enabled: false, about: LOGIN_WORDS.turnedOff }
    return { enabled: openAtLogin, about: status === 'requires-approval' ? LOGIN_WORDS.toBeApproved : null }
  },
  async set(on) {
    app.setLoginItemSettings({ openAtLogin: on, ...what })
  },
})

const byFile = (path: string, command: readonly string[]): Way => ({
  read() {
    const line = readAutostart(path)
    const isOurs = line === execLine(command)
    return { enabled: isOurs, about: line === null || isOurs ? null : LOGIN_WORDS.another(line) }
  },
  set: async (on) => (on ? writeAutostart(path, command) : rmSync(path, { force: true })),
})

/** How we were started, and by what. */
type Program = Started & Pick<NodeJS.Process, 'execPath' | 'env'>

/**
 * What starts this very Cuelight again, without a window.
 *
 * @param options the options it was started with and has to be started with again
 */
export const startCommand = (started: Program, options: readonly string[]): string[] => [
  lastingProgram(started),
  ...againArguments(started),
  '--hidden',
  ...options,
]

/** Does the main window stay closed as the app starts? */
export const startsHidden = (asked: { hidden: boolean; startHidden: boolean; openedAtLogin: boolean }): boolean =>
  asked.hidden || asked.startHidden || asked.openedAtLogin
