/** What this one executable may be told to be instead of the app: each a process of its own. */
export const ENTRIES = ['studio', 'keychain', 'cli'] as const
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
 * entry. A packaged desktop app is its own program, so nothing stands between it and its arguments.
 */
export function ownArguments(started: Started = process): string[] {
  const args = argumentsOf(started)
  const at = placeOfEntry(args)
  return at === -1 ? args : args.slice(at + 1)
}

/** Which entry we were told to be; null: the app. */
export function entryAsked(started: Started = process): EntryName | null {
  const args = argumentsOf(started)
  return ENTRIES.find((name) => args[placeOfEntry(args)] === `--${name}`) ?? null
}

function argumentsOf({ argv, versions, defaultApp }: Started): string[] {
  const packaged = versions.electron !== undefined && !defaultApp
  return argv.slice(packaged ? 1 : 2)
}

/**
 * Where the switch stands that names an entry: first, but for switches of Chromium's own. (What starts an AppImage puts
 * `--no-sandbox` before all others where the system offers no user namespaces.) -1: there is none.
 */
function placeOfEntry(args: readonly string[]): number {
  const at = args.findIndex((arg) => !FOREIGN.includes(arg))
  return at !== -1 && ENTRIES.some((name) => args[at] === `--${name}`) ? at : -1
}

const FOREIGN = ['--no-sandbox', '--disable-gpu-sandbox', '--disable-setuid-sandbox']
