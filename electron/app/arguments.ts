import { realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * What this one executable can run as instead of the app, each in its own process. `doctor`: the app, only to examine
 * this computer.
 */
export const ENTRIES = ['studio', 'engine', 'cli', 'doctor'] as const
export type EntryName = (typeof ENTRIES)[number]

/** The parts of `process` that describe how we were started. */
export interface Started {
  argv: readonly string[]
  versions: NodeJS.ProcessVersions
  /** Set by Electron: its own program was given the path of the app. */
  defaultApp?: boolean
}

/**
 * Our own arguments: without the program, the script or app path, the switch that names the entry, and the `--` after
 * it. (The launchers add that `--`: after it Chromium does not read arguments as its own switches, such as `--type=…`,
 * and Electron on Windows allows arguments after a URL. electron 45: shell/app/electron_main_win.cc,
 * command_line_args.cc.)
 */
export function ownArguments(started: Started = process): string[] {
  const args = argumentsOf(started)
  const at = placeOfEntry(args)
  if (at === -1) return args
  return args.slice(args[at + 1] === '--' ? at + 2 : at + 1)
}

/** The entry we were started as; null: the app. */
export function requestedEntry(started: Started = process): EntryName | null {
  const args = argumentsOf(started)
  return ENTRIES.find((name) => args[placeOfEntry(args)] === `--${name}`) ?? null
}

/**
 * The arguments that start this program again the way we were started: the switches Chromium needs to run here at all
 * and, if Electron's own program was given the app, the app's path. That path is made absolute, because the next start
 * (at login, or of a helper) happens in another folder.
 */
export function againArguments(started: Started = process): string[] {
  const { argv, versions, defaultApp } = started
  if (versions.electron === undefined) return []
  const app = argv[placeOfApp(started)]
  // Chromium reads them at any position before `--` (base/command_line.cc).
  const end = argv.indexOf('--')
  const read = argv.slice(1, end === -1 ? argv.length : end)
  return [
    ...(defaultApp && app !== undefined ? [resolve(app)] : []),
    ...CHROMIUM_NEEDS.filter((one) => read.includes(one)),
  ]
}

/**
 * Our own program, run as another entry: the packaged app is one executable, in which a switch selects it; unpackaged,
 * Node runs its script.
 */
export function commandOf(entry: EntryName, script: URL): string[] {
  const { execPath, execArgv, versions } = process
  return versions.electron
    ? [execPath, ...execArgv, ...againArguments(), `--${entry}`]
    : [execPath, ...execArgv, fileURLToPath(script)]
}

function argumentsOf(started: Started): string[] {
  return started.argv.slice(placeOfApp(started) + 1)
}

/**
 * The index of the script or app that the program was given. Electron's own program takes the first argument that is
 * not a switch (default_app/main.ts); users, test drivers and containers put switches before it. A packaged app is its
 * own program.
 */
function placeOfApp({ argv, versions, defaultApp }: Started): number {
  if (versions.electron === undefined) return 1
  if (!defaultApp) return 0
  const at = argv.findIndex((arg, i) => i > 0 && !arg.startsWith('-') && !WITH_VALUE.includes(argv[i - 1] ?? ''))
  return at === -1 ? argv.length : at
}

/** Electron's own switches that take the next argument as their value. */
const WITH_VALUE = ['-r', '--require']

/**
 * The index of the switch that names an entry: it comes first, except for Chromium's own switches. (The AppImage
 * launcher puts `--no-sandbox` before everything else if the system offers no user namespaces.) -1: there is none.
 */
function placeOfEntry(args: readonly string[]): number {
  const at = args.findIndex((arg) => !CHROMIUM_NEEDS.includes(arg))
  return at !== -1 && ENTRIES.some((name) => args[at] === `--${name}`) ? at : -1
}

/** If the system allows no sandbox, Chromium exits before any of our code without these: helpers need them too. */
export const CHROMIUM_NEEDS = ['--no-sandbox', '--disable-gpu-sandbox', '--disable-setuid-sandbox']

/** The launcher of an AppImage or a portable program sets these, and every program started from it inherits them. */
const OF_APPIMAGE = ['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD']
const OF_PORTABLE = ['PORTABLE_EXECUTABLE_FILE', 'PORTABLE_EXECUTABLE_DIR', 'PORTABLE_EXECUTABLE_APP_FILENAME']

/**
 * Removes from our environment what another AppImage or portable program left there. Otherwise a Cuelight started from
 * an editor that is an AppImage would start that editor again in its place, at login and for links, and would update
 * the editor's file.
 *
 * @param real resolves the symbolic links in a path
 */
export function forgetOthers(
  { env, execPath }: Pick<NodeJS.Process, 'env' | 'execPath'>,
  real: (path: string) => string = realpathSync,
): void {
  const isOurImage = env.APPDIR !== undefined && isWithin(env.APPDIR, execPath, real)
  // electron-builder 26: templates/nsis/portable.nsi
  const isOurPortable = env.PORTABLE_EXECUTABLE_APP_FILENAME?.toLowerCase() === 'cuelight'
  for (const name of [...(isOurImage ? [] : OF_APPIMAGE), ...(isOurPortable ? [] : OF_PORTABLE)]) delete env[name]
}

function isWithin(dir: string, path: string, real: (path: string) => string): boolean {
  try {
    const way = relative(real(dir), real(path))
    return way !== '' && !way.startsWith('..')
  } catch {
    return false
  }
}

/**
 * The program that starts us again, also later: an AppImage and a portable program run from a temporary place, so this
 * returns their own file.
 */
export const lastingProgram = ({ env, execPath }: Pick<NodeJS.Process, 'env' | 'execPath'>): string =>
  env.APPIMAGE || env.PORTABLE_EXECUTABLE_FILE || execPath
