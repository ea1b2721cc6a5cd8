/**
 * Packages the built Cuelight for this system.
 *
 *   node build/packaging/run.ts --electron PROGRAM [--dir]
 *
 * `--electron` names Electron's own program: the folder around it is packaged. `--dir` omits the installers.
 */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build, Platform } from 'electron-builder'
import { packagingConfiguration } from './configuration.ts'

const top = fileURLToPath(new URL('../..', import.meta.url))
const { values } = parseArgs({ options: { electron: { type: 'string' }, dir: { type: 'boolean' } } })
const { platform, env } = process

/**
 * Electron's folder. On macOS the program is deep inside it, and a universal app needs a second one, which is fetched.
 */
function electronDist(program: string | undefined): { electronDist?: string } {
  if (program === undefined || (platform === 'darwin' && !values.dir)) return {}
  return { electronDist: platform === 'darwin' ? join(dirname(program), '../../..') : dirname(program) }
}

const made = await build({
  projectDir: top,
  publish: 'never',
  targets: Platform.current().createTarget(values.dir ? 'dir' : null),
  config: { ...packagingConfiguration(top, env), ...electronDist(values.electron) },
})
for (const file of made) console.log(file)
