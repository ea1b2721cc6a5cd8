import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { giveUp, step } from './tell.mjs'

const top = fileURLToPath(new URL('../..', import.meta.url))

/** The inputs of each build. A part is rebuilt when any of them changed. */
const parts = {
  renderer: { name: 'Panel', config: 'build/vite.renderer.config.ts', from: ['renderer', 'shared'] },
  main: {
    name: 'Core',
    config: 'build/vite.main.config.ts',
    // The watch page has the panel's colours and sizes, and a phone's home screen has our icon.
    from: [
      ...['electron', 'shared', 'package.json', 'build/smallPages.ts', 'build/icons/app.png'],
      'renderer/ui/styles/tokens.css',
    ],
  },
  preload: {
    name: 'Preload',
    config: 'build/vite.preload.config.ts',
    from: ['electron/preload.ts', 'shared/bridge/shellBridge.ts'],
  },
  deck: {
    name: 'Stream Deck plugin',
    config: 'build/vite.deck.config.ts',
    from: [
      ...['electron/decks', 'electron/cli/control', 'electron/util', 'shared', 'package.json'],
      ...['build/deck', 'build/icons', 'renderer/ui/styles/tokens.css'],
    ],
  },
  // After all others: they record the packages they contain, and the panel's build empties the folder written to here.
  licences: {
    name: 'Licences',
    script: 'build/licences/write.ts',
    from: ['.dist/bundled', 'package.json'],
    makes: '.dist/renderer/licences.json',
  },
}

/**
 * Is the built part up to date with the sources?
 * @param {keyof typeof parts} part
 */
export function isBuilt(part) {
  const stamp = stampOf(part)
  return (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === wantedOf(part) &&
    existsSync(join(top, parts[part].makes ?? ''))
  )
}

/**
 * Builds a part.
 * @param {keyof typeof parts} part
 * @param {{ vite(config: string): number, node(script: string): number }} builders each returns an exit code
 */
export function buildPart(part, builders) {
  const { name, config, script } = parts[part]
  const wanted = wantedOf(part)
  // An interrupted build must not pass for the previous one.
  rmSync(stampOf(part), { force: true })
  if (step(`Build: ${name}`, () => (config ? builders.vite(config) : builders.node(script))) !== 0)
    giveUp(`${name} could not be built: see above.`)
  mkdirSync(join(top, '.dist'), { recursive: true })
  writeFileSync(stampOf(part), wanted)
}

const stampOf = (part) => join(top, '.dist', `${part}.stamp`)

function wantedOf(part) {
  const { config, script, from } = parts[part]
  const language = process.env.CUELIGHT_LANGUAGE ?? ''
  return language + digest([...from, config ?? script, 'build/licences', 'build/words', 'package-lock.json'])
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
