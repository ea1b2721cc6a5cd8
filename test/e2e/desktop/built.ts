import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { plantedFault } from '../../../build/plantedFault.ts'

const top = join(import.meta.dirname, '../../..')
const built = join(top, '.dist/main/main.mjs')
const faulty = join(top, '.cache/faulty')

/**
 * The main module of the app as built; or as it would be built with a deliberate fault.
 *
 * @param fault a `Planted` as JSON, for a run that is to be seen to fail
 */
export async function builtMain(fault: string | undefined): Promise<string> {
  if (!existsSync(built)) throw new Error('Cuelight is not built: run the tests by `npm test`, which builds it')
  if (!fault) return built
  const dir = join(faulty, createHash('sha256').update(fault).digest('hex').slice(0, 12))
  await bundle('main', dir, fault)
  await bundle('preload', dir, fault)
  // What the bundle looks for beside itself.
  link(join(top, '.dist/renderer'), join(dir, 'renderer'))
  link(join(top, 'build'), join(faulty, 'build'))
  return join(dir, 'main/main.mjs')
}

async function bundle(part: 'main' | 'preload', dir: string, fault: string): Promise<void> {
  await build({
    configFile: join(top, `build/vite.${part}.config.ts`),
    plugins: [plantedFault(fault)],
    build: { outDir: join(dir, part) },
  })
}

function link(to: string, from: string): void {
  mkdirSync(join(from, '..'), { recursive: true })
  if (!existsSync(from)) symlinkSync(to, from, 'junction')
}
