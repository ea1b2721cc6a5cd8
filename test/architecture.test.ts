/** The house rules that a compiler setting could lose without anyone noticing. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { circles, functionsOf, ROOMS, type Source, sourcesOf } from '../build/shape.ts'
import { operations } from '../shared/contract/operations.ts'
import { readOverride } from '../shared/contract/override.ts'

const product = ROOMS.flatMap(sourcesOf)

/** The sources of a room or folder. */
const below = (path: string) => product.filter(({ file }) => file.startsWith(`${path}/`))
const holding = (sources: readonly Source[], pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

const roomOf = (name: string) => name.split('/')[0] ?? ''
const offenders = (room: string, allowed: (name: string) => boolean) =>
  below(room).flatMap(({ file, imports }) =>
    imports.filter((name) => !allowed(name)).map((name) => `${file} imports ${name}`),
  )

describe('rooms', () => {
  test('shared is pure: itself and zod, no Node, no DOM', () => {
    expect(offenders('shared', (name) => roomOf(name) === 'shared' || /^zod(\/mini)?$/.test(name))).toEqual([])
  })

  test('the renderer knows shared and no other room, no Node, no electron', () => {
    const allowed = (name: string) =>
      !['electron', 'test', 'build'].includes(roomOf(name)) && !name.startsWith('node:')
    expect(offenders('renderer', allowed)).toEqual([])
  })

  test('the main side never imports the renderer or the tests', () => {
    expect(offenders('electron', (name) => !['renderer', 'test', 'build'].includes(roomOf(name)))).toEqual([])
  })

  test('only the shell and the entry files may import electron', () => {
    const shell = /^electron\/(shell\/|main\.ts|preload\.ts|ipc\.ts)/
    expect(holding(below('electron'), /from 'electron'/).filter((file) => !shell.test(file))).toEqual([])
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
    /type: '(goLive|armGoLive|armStop|sync|switchScene|nextScene|previousScene|backToScene|setAutoSync|unlockGoLive|acknowledge)'/
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

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

test('the override file that the README shows is one that is taken', () => {
  const example = /```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  expect(readOverride(JSON.parse(example))).toHaveProperty('override.operations.stopLive.path')
})
