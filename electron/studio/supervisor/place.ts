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
  return [...ourselves(), '--data-dir', dataDir, '--port', String(port)]
}

/**
 * The program that we are, as the studio. The desktop app is one executable that cannot be turned into plain Node (its
 * fuses), so it is told by a switch what to be (`main.ts`); unpackaged, Electron also needs the app's path. No utility
 * process of Electron's would do, as it does for the keychain: those end with the app, and the studio outlives it while
 * something is on air.
 */
function ourselves(): string[] {
  const { execPath, execArgv, versions } = process
  if (!versions.electron) return [execPath, ...execArgv, besideUs()]
  return [execPath, ...execArgv, ...againArguments(), '--studio']
}

/** The studio's program beside the bundle, or in the sources when run from them. */
const besideUs = (): string =>
  fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../main.ts' : './studio.mjs', import.meta.url))
