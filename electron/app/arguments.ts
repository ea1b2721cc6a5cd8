import { realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'

/** What this one executable may be told to be instead of the app: each a process of its own. `doctor`: the app, only to look at this computer. */
export const ENTRIES = ['studio', 'cli', 'doctor'] as const
export type EntryName = (typeof ENTRIES)[number]

/** The parts of `process` that say how we were started. */
export interface Started {
  argv: readonly string[]
  versions: NodeJS.ProcessVersions
  /** Electron's own: it was given the app's path. */
  defaultApp?: boolean
}

/**
 * Our own arguments: without the program, without the script or app it was given, without the switch that names the
 * entry, and without the `--` behind it. (The launchers put it there: behind it Chromium takes nothing as a switch of its
 * own, such as `--type=…`, and Electron on Windows allows arguments after a URL. electron 45: shell/app/electron_main_win.cc,
 * command_line_args.cc.)
 */
export function ownArguments(started: Started = process): string[] {
  const args = argumentsOf(started)
  const at = placeOfEntry(args)
  if (at === -1) return args
  return args.slice(args[at + 1] === '--' ? at + 2 : at + 1)
}

/** Which entry we were told to be; null: the app. */
export function entryAsked(started: Started = process): EntryName | null {
  const args = argumentsOf(started)
  return ENTRIES.find((name) => args[placeOfEntry(args)] === `--${name}`) ?? null
}

/**
 * What starts this very program again as we were started: switches that Chromium needs to run here at all, and, where
 * Electron's own program was given the app, the app. Its path is made absolute, because whoever starts it next (the login,
 * a helper) does so from another folder.
 */
export function againArguments(started: Started = process): string[] {
  const { argv, versions, defaultApp } = started
  if (versions.electron === undefined) return []
  const app = argv[placeOfApp(started)]
  // Chromium takes them wherever they stand, but for what is behind `--` (base/command_line.cc).
  const end = argv.indexOf('--')
  const read = argv.slice(1, end === -1 ? argv.length : end)
  return [
    ...(defaultApp && app !== undefined ? [resolve(app)] : []),
    ...CHROMIUM_NEEDS.filter((one) => read.includes(one)),
  ]
}

function argumentsOf(started: Started): string[] {
  return started.argv.slice(placeOfApp(started) + 1)
}

/**
 * Where the script or app stands that the program was given. Electron's own program takes the first argument that is no
 * switch (default_app/main.ts); people, test drivers and containers put switches before it. A packaged app is its own
 * program.
 */
function placeOfApp({ argv, versions, defaultApp }: Started): number {
  if (versions.electron === undefined) return 1
  if (!defaultApp) return 0
  const at = argv.findIndex((arg, i) => i > 0 && !arg.startsWith('-') && !WITH_VALUE.includes(argv[i - 1] ?? ''))
  return at === -1 ? argv.length : at
}

/** Electron's own switches that take the next argument. */
const WITH_VALUE = ['-r', '--require']

/**
 * Where the switch stands that names an entry: first, but for switches of Chromium's own. (What starts an AppImage puts
 * `--no-sandbox` before all others where the system offers no user namespaces.) -1: there is none.
 */
function placeOfEntry(args: readonly string[]): number {
  const at = args.findIndex((arg) => !CHROMIUM_NEEDS.includes(arg))
  return at !== -1 && ENTRIES.some((name) => args[at] === `--${name}`) ? at : -1
}

/** Without these Chromium ends before any of our code where the system allows it no sandbox: helpers need them as well. */
export const CHROMIUM_NEEDS = ['--no-sandbox', '--disable-gpu-sandbox', '--disable-setuid-sandbox']

/** What starts an AppImage, or a portable program, says so in these, and every program started from there inherits them. */
const OF_APPIMAGE = ['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD']
const OF_PORTABLE = ['PORTABLE_EXECUTABLE_FILE', 'PORTABLE_EXECUTABLE_DIR', 'PORTABLE_EXECUTABLE_APP_FILENAME']

/**
 * Takes out of our surroundings what another AppImage or portable program left there: a Cuelight that is started from an
 * editor which is an AppImage would start that editor again in its own place, at login, for links, and update its file.
 *
 * @param real the path with its links followed
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
 * The program that starts us again, later too: an AppImage and a portable program run from a place that goes with them, so
 * they themselves are named.
 */
export const lastingProgram = ({ env, execPath }: Pick<NodeJS.Process, 'env' | 'execPath'>): string =>
  env.APPIMAGE || env.PORTABLE_EXECUTABLE_FILE || execPath
