/** The house rules that a compiler setting could lose without anyone noticing. */
import { describe, expect, test } from 'vitest'
import { circles, functionsOf, ROOMS, type Source, sourcesOf } from '../build/shape.ts'
import { operations } from '../shared/contract/operations.ts'

const product = ROOMS.flatMap(sourcesOf)

/** The sources of a room or folder. */
const below = (path: string) => product.filter(({ file }) => file.startsWith(`${path}/`))
const holding = (sources: readonly Source[], pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

/** Who must never import whom. The READMEs of the rooms say the same, and why. */
const NEVER: readonly (readonly [room: string, ...never: readonly string[]])[] = [
  ['electron', 'renderer', 'test', 'build'],
  ['electron/app', 'electron/shell', 'electron/cli'],
  ['electron/core', ...rooms('app', 'cli', 'remote', 'shell', 'studio', 'support')],
  ['electron/service', ...rooms('app', 'cli', 'core', 'remote', 'shell', 'studio', 'support')],
  ['electron/studio', ...rooms('cli', 'remote', 'shell', 'support')],
  ['electron/studio/rules', 'electron'],
  ['electron/studio/http', ...rooms('app', 'core', 'service')],
  ['electron/remote', ...rooms('app', 'cli', 'service', 'shell', 'studio', 'support')],
  ['electron/cli', ...rooms('remote', 'shell', 'studio', 'support')],
  ['electron/support', ...rooms('app', 'cli', 'remote', 'shell')],
  ['electron/shell', ...rooms('cli', 'service', 'studio', 'support')],
  ['electron/util', 'electron'],
  ['renderer', 'electron', 'test', 'build', 'node:'],
  ['renderer/bridge', 'renderer'],
  ['renderer/store', ...pages('app', 'data', 'features', 'ui')],
  ['renderer/data', ...pages('app', 'bridge', 'features', 'ui')],
  ['renderer/ui', ...pages('app', 'bridge', 'data', 'features')],
]
function rooms(...names: string[]): string[] {
  return names.map((name) => `electron/${name}`)
}
function pages(...names: string[]): string[] {
  return names.map((name) => `renderer/${name}`)
}

const isIn = (room: string, name: string) => name === room || name.startsWith(room.endsWith(':') ? room : `${room}/`)
const offenders = (room: string, allowed: (name: string) => boolean) =>
  below(room).flatMap(({ file, imports }) =>
    imports.filter((name) => !allowed(name)).map((name) => `${file} imports ${name}`),
  )

describe('rooms', () => {
  test('shared is pure: itself and zod, no Node, no DOM', () => {
    expect(offenders('shared', (name) => isIn('shared', name) || /^zod(\/mini)?$/.test(name))).toEqual([])
  })

  test.each(NEVER)('%s never imports what it must not', (room, ...never) => {
    expect(below(room).length).toBeGreaterThan(0)
    const isOwn = (name: string) => isIn(room, name)
    const allowed = (name: string) => isOwn(name) || !never.some((one) => isIn(one, name))
    expect(offenders(room, allowed)).toEqual([])
  })

  test('a feature imports no other feature, and not the app', () => {
    const featureOf = (name: string) => /^renderer\/features\/[^/]+/.exec(name)?.[0]
    const found = below('renderer/features').flatMap(({ file, imports }) =>
      imports
        .filter((name) => isIn('renderer/app', name) || (featureOf(name) ?? featureOf(file)) !== featureOf(file))
        .map((name) => `${file} imports ${name}`),
    )
    expect(found).toEqual([])
  })

  test('only the shell and the entry files may import electron', () => {
    const shell = /^electron\/(shell\/|main\.ts|preload\.ts|ipc\.ts)/
    expect(holding(below('electron'), /from 'electron'/).filter((file) => !shell.test(file))).toEqual([])
  })

  test('what runs without Electron reaches no file that imports it, and nothing of the shell', () => {
    const known = new Map(product.map((one) => [one.file, one]))
    const reached = new Set(
      ['headless', 'cli/main', 'studio/main', 'core/keychain/main'].map((name) => `electron/${name}.ts`),
    )
    for (const file of reached) for (const name of known.get(file)?.imports ?? []) reached.add(name)
    expect(reached.size).toBeGreaterThan(100)
    expect([...reached].filter((name) => name === 'electron' || name.startsWith('electron/shell/'))).toEqual([])
  })

  test('no source imports itself by way of others, types counted', () => {
    expect(circles(product)).toEqual([])
  })
})

test('no function of the product is over 80 lines', () => {
  const long = product.flatMap(functionsOf).filter(({ lines }) => lines > 80)
  expect(long.map(({ file, name, lines }) => `${name} in ${file}: ${lines}`)).toEqual([])
})

test('commands about a project are built in one place', () => {
  const built =
    /type: '(goLive|armGoLive|armStop|sync|switchScene|nextScene|previousScene|backToScene|setAutoSync|setPlayback|unlockGoLive|acknowledge)'/
  expect(holding(product, built)).toEqual(['shared/intents/intents.ts'])
})

test('no path of the service stands outside the table of operations', () => {
  const paths = Object.values(operations).map((operation) => operation.path.split('{')[0] ?? '')
  const starts = [...new Set(paths)].filter((path) => path.length > 2)
  const own = /^(shared\/contract\/operations\.ts$|electron\/studio\/administration\/)/
  const found = product
    .filter(({ file }) => !own.test(file))
    .flatMap(({ file, text }) =>
      starts
        .filter((path) => text.includes(`'${path}`) || text.includes(`\`${path}`))
        .map((path) => `${file}: ${path}`),
    )
  expect(found).toEqual([])
})

test('wire names that differ from ours stand only in the schemas', () => {
  const rooms = ['electron/core', 'electron/remote', 'electron/service', 'renderer']
  expect(holding(rooms.flatMap(below), /autoSynch|unsyncedLive/)).toEqual([])
})

test('no silenced compiler in the product', () => {
  expect(holding(product, /@ts-(ignore|nocheck|expect-error)/)).toEqual([])
})
