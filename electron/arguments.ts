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
  const packaged = started.versions.electron !== undefined && !started.defaultApp
  const args = started.argv.slice(packaged ? 1 : 2)
  return entryIn(args) === null ? args : args.slice(1)
}

/** Which entry we were told to be; null: the app. The switch stands first. */
export function entryAsked(started: Started = process): EntryName | null {
  const packaged = started.versions.electron !== undefined && !started.defaultApp
  return entryIn(started.argv.slice(packaged ? 1 : 2))
}

function entryIn(args: readonly string[]): EntryName | null {
  return ENTRIES.find((name) => args[0] === `--${name}`) ?? null
}
