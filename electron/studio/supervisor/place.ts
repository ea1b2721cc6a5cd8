import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { againArguments } from '../../app/arguments.ts'
import { defaultDataDir } from '../../core/files/dataDir.ts'

/** The studio beside this app's data; both at their defaults, they share what `npm run studio` uses. */
export function studioDir(dataDir: string): string {
  return dataDir === defaultDataDir('cuelight') ? defaultDataDir('cuelight-studio') : join(dataDir, 'studio')
}

/**
 * What runs the studio of a data dir.
 *
 * @param port where it ran before, so that what others wrote down stays good; taken or 0: any
 */
export function studioCommand(dataDir: string, port: number): string[] {
  return [...ourselves('studio'), '--data-dir', dataDir, '--port', String(port)]
}

/** What runs the keychain process. */
export function keychainCommand(): string[] {
  return ourselves('keychain')
}

type Entry = 'studio' | 'keychain'

/**
 * The program that we are, as another entry of ours. The desktop app is one executable that cannot be turned into plain
 * Node (its fuses), so it is told by a switch what to be (`main.ts`); unpackaged, Electron also needs the app's path.
 */
function ourselves(name: Entry): string[] {
  const { execPath, execArgv, versions } = process
  if (!versions.electron) return [execPath, ...execArgv, besideUs(name)]
  return [execPath, ...execArgv, ...againArguments(), `--${name}`]
}

/** An entry beside the bundle, or in the sources when run from them. */
function besideUs(name: Entry): string {
  const source = name === 'studio' ? '../main.ts' : '../../core/keychain/main.ts'
  const entry = import.meta.url.endsWith('.ts') ? source : `./${name}.mjs`
  return fileURLToPath(new URL(entry, import.meta.url))
}
