import { mkdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { DesktopState } from '../../../shared/settings/desktop.ts'
import { INSTALL_WORDS, LOGIN_WORDS } from '../../../shared/words/desktop/updates.ts'
import { againArguments, lastingProgram, type Started } from '../../app/arguments.ts'
import { Refused } from '../../core/commands/ports.ts'
import { readTextIfAny } from '../../util/textFile.ts'

/**
 * The file with which Linux desktops start a program at login (Desktop Application Autostart and Desktop Entry
 * specifications).
 */

/** Its path. */
export const autostartPath = (env: NodeJS.ProcessEnv = process.env): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'cuelight.desktop')

async function writeAutostart(path: string, command: readonly string[]): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  await writeFileAtomic(path, entryFor(command))
}

/** The command that is started at login; null: none. */
function readAutostart(path: string): string | null {
  const lines = (readTextIfAny(path) ?? '').split('\n').map((line) => line.trim())
  const value = (key: string) => lines.find((line) => line.startsWith(`${key}=`))?.slice(key.length + 1)
  // Desktops use these keys to turn an entry off, and leave the file in place.
  if (value('Hidden') === 'true' || value('X-GNOME-Autostart-enabled') === 'false') return null
  return value('Exec') ?? null
}

const entryFor = (command: readonly string[]): string =>
  `[Desktop Entry]\nType=Application\nName=Cuelight\nExec=${execLine(command)}\nTerminal=false\n`

/**
 * A command in the syntax of the Exec key. Every argument is quoted, characters special to a shell are escaped, and
 * percent signs are doubled. Because the value is also a string, each backslash is doubled once more.
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
  /** The app runs from where it will not be found again (`installCommand.ts`). */
  isAstray?: boolean
  /** The program to start and its arguments, from `startCommand`. */
  command: readonly string[]
  /** The file that Linux desktops read. */
  autostart: string
}

/** Starting at login, in the way of each platform. */
export function createLogin(options: LoginOptions) {
  const way = wayOf(options)
  const refused = (message: string) => new Refused({ reason: 'desktop', message })
  return {
    /** The current state according to the system, not what was once requested. */
    read(): DesktopState['login'] {
      const now = reading(way)
      if (!options.isAstray) return now
      return { enabled: now.enabled || null, about: INSTALL_WORDS.notInApplications }
    },
    /**
     * Resolves once the system confirms it. Throws `Refused` (`desktop`) if it does not. What was turned on before can be
     * turned off everywhere.
     */
    async set(on: boolean): Promise<void> {
      if (on && options.isAstray) throw refused(INSTALL_WORDS.notInApplications)
      if (way === null) throw refused(LOGIN_WORDS.noWay)
      await way.set(on).catch((error) => {
        throw refused(error instanceof Error ? error.message : String(error))
      })
      const { enabled, about } = reading(way)
      if (enabled !== on) throw refused(about ?? LOGIN_WORDS.notDone)
    },
  }
}

interface Way {
  read(): DesktopState['login']
  set(on: boolean): Promise<void>
}

/** If the system fails to answer, the state is unknown. */
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
  // The registry has a single line, from which Windows reads the program: without quotes, up to the first space.
  const [path = '', ...args] = command.map((one) => (/\s/.test(one) ? `"${one}"` : one))
  if (platform === 'win32') return byItem(app, { path, args })
  // macOS starts the app itself and passes no arguments: from a checkout that would be a bare Electron.
  return platform === 'darwin' && isPackaged ? byItem(app, {}) : null
}

const byItem = (app: LoginItems, what: { path?: string; args?: string[] }): Way => ({
  read() {
    const { openAtLogin, status, executableWillLaunchAtLogin: will } = app.getLoginItemSettings(what)
    // If it is turned off in Windows' own settings, its registry line remains.
    if (openAtLogin && will === false) return { enabled: false, about: LOGIN_WORDS.turnedOff }
    // The registry's one line starts this program with other options: another Cuelight of the user's, which keeps it.
    if (!openAtLogin && will === true) return { enabled: false, about: LOGIN_WORDS.another(what.path ?? '') }
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

/** How we were started, and by which program. */
type Program = Started & Pick<NodeJS.Process, 'execPath' | 'env'>

/** What starts this Cuelight again, without a window. @param options the options it was started with and needs again */
export const startCommand = (started: Program, options: readonly string[]): string[] => [
  lastingProgram(started),
  ...againArguments(started),
  '--hidden',
  ...options,
]

/** Does the main window stay closed when the app starts? */
export const startsHidden = (asked: { hidden: boolean; startHidden: boolean; openedAtLogin: boolean }): boolean =>
  asked.hidden || asked.startHidden || asked.openedAtLogin
