import { join } from 'node:path'
import { commandOf } from '../../app/arguments.ts'
import { defaultDataDir } from '../../core/files/dataDir.ts'

/** The studio's data dir, beside the app's own. With both at their defaults, `npm run studio` uses it, too. */
export function studioDir(dataDir: string): string {
  return dataDir === defaultDataDir('cuelight') ? defaultDataDir('cuelight-studio') : join(dataDir, 'studio')
}

/**
 * The command that runs the studio of a data dir.
 *
 * @param port the port it used before, so that URLs that other clients stored remain valid; if that port is taken, or
 *   this is 0, the studio takes any free one
 */
export function studioCommand(dataDir: string, port: number): string[] {
  return [...ourselves(), '--data-dir', dataDir, '--port', String(port)]
}

/**
 * Our own program, run as the studio. The desktop app is one executable whose fuses prevent it from running as plain
 * Node, so a switch selects what it is (`main.ts`); unpackaged, Electron also needs the app's path. An Electron utility
 * process, as used for the keychain, is no option: those end with the app, and the studio outlives it while something
 * is on air.
 */
const ourselves = (): string[] => commandOf('studio', besideUs())

/** The studio's program beside the bundle, or in the sources when we run from them. */
const besideUs = (): URL => new URL(import.meta.url.endsWith('.ts') ? '../main.ts' : './studio.mjs', import.meta.url)
