import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { giveUp, step } from './tell.mjs'

const top = fileURLToPath(new URL('../..', import.meta.url))

/** What each build is made of. A build is made anew when any of it changed. */
const parts = {
  renderer: { name: 'Panel', config: 'build/vite.renderer.config.ts', from: ['renderer', 'shared'] },
  main: { name: 'Core', config: 'build/vite.main.config.ts', from: ['electron', 'shared', 'package.json'] },
  preload: {
    name: 'Preload',
    config: 'build/vite.preload.config.ts',
    from: ['electron/preload.ts', 'shared/bridge/shellBridge.ts'],
  },
  // After all the others: they say whose code they took in, and the panel's empties the folder this one is written to.
  licences: {
    name: 'Licences',
    script: 'build/licences/write.ts',
    from: ['.dist/bundled', 'package.json'],
    makes: '.dist/renderer/licences.json',
  },
}

/**
 * Builds a part unless what lies there is made of the same sources.
 * @param {keyof typeof parts} part
 * @param {{ vite(config: string): number, node(script: string): number }} builders each answers an exit code
 */
export function buildIfNeeded(part, builders) {
  const { name, config, script, from, makes = '' } = parts[part]
  const stamp = join(top, '.dist', `${part}.stamp`)
  const language = process.env.CUELIGHT_LANGUAGE ?? ''
  const wanted = language + digest([...from, config ?? script, 'build/licences', 'build/words', 'package-lock.json'])
  const build = () => (config ? builders.vite(config) : builders.node(script))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(join(top, makes))) return
  if (step(`Build: ${name}`, build) !== 0) giveUp(`${name} could not be built: see above.`)
  mkdirSync(join(top, '.dist'), { recursive: true })
  writeFileSync(stamp, wanted)
}

function digest(paths) {
  const hash = createHash('sha256')
  for (const path of paths) for (const file of filesOf(path)) hash.update(file).update(readFileSync(join(top, file)))
  return hash.digest('hex')
}

function filesOf(path) {
  if (/\.\w+$/.test(path)) return [path]
  const entries = readdirSync(join(top, path), { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(top.length))
    .sort()
}
