/** The house rules that a compiler setting could lose without anyone noticing. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operations } from '../shared/contract/operations.ts'
import { readOverride } from '../shared/contract/override.ts'

const top = join(import.meta.dirname, '..')

const sourcesIn = (room: string) =>
  readdirSync(join(top, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(top, join(entry.parentPath, entry.name)))

/** What a file imports: rooms of ours by name, packages as they are. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(top, file), 'utf8')
  const named = [...text.matchAll(/(?:\bfrom|^import|\bimport\() ?'([^'\n]+)'/gm)].map((match) => match[1] ?? '')
  return named.map((name) =>
    name.startsWith('.') ? (relative(top, join(top, dirname(file), name)).split('/')[0] ?? '') : name,
  )
}

const offenders = (room: string, allowed: (name: string) => boolean) =>
  sourcesIn(room).flatMap((file) =>
    importsOf(file)
      .filter((name) => !allowed(name))
      .map((name) => `${file} imports ${name}`),
  )

describe('rooms', () => {
  test('shared is pure: itself and zod, no Node, no DOM', () =>
    expect(offenders('shared', (name) => name === 'shared' || /^zod(\/mini)?$/.test(name))).toEqual([]))

  test('the renderer knows shared and no other room, no Node, no electron', () => {
    const allowed = (name: string) => !['electron', 'test', 'build'].includes(name) && !name.startsWith('node:')
    expect(offenders('renderer', allowed)).toEqual([])
  })

  test('the main side never imports the renderer or the tests', () =>
    expect(offenders('electron', (name) => !['renderer', 'test', 'build'].includes(name))).toEqual([]))

  test('only the shell and the entry files may import electron', () => {
    const shell = /^electron\/(shell\/|main\.ts|preload\.ts|ipc\.ts)/
    const importing = sourcesIn('electron').filter((file) =>
      /from 'electron'/.test(readFileSync(join(top, file), 'utf8')),
    )
    expect(importing.filter((file) => !shell.test(file))).toEqual([])
  })
})

test('commands about a project are built in one place', () => {
  const built =
    /type: '(goLive|armGoLive|armStop|sync|switchScene|nextScene|previousScene|backToScene|setAutoSync|unlockGoLive|acknowledge)'/
  const surfaces = ['electron', 'renderer', 'shared'].flatMap(sourcesIn)
  const building = surfaces.filter((file) => built.test(readFileSync(join(top, file), 'utf8')))
  expect(building).toEqual(['shared/intents/intents.ts'])
})

test('no path of the service stands outside the table of operations', () => {
  const paths = Object.values(operations).map((operation) => operation.path.split('{')[0] ?? '')
  const starts = [...new Set(paths)].filter((path) => path.length > 2)
  const files = ['electron', 'renderer', 'shared']
    .flatMap(sourcesIn)
    .filter((file) => file !== 'shared/contract/operations.ts' && !file.startsWith('electron/studio/administration/'))
  const found = files.flatMap((file) => {
    const text = readFileSync(join(top, file), 'utf8')
    return starts
      .filter((path) => text.includes(`'${path}`) || text.includes(`\`${path}`))
      .map((path) => `${file}: ${path}`)
  })
  expect(found).toEqual([])
})

test('wire names that differ from ours stand only in the schemas', () => {
  const files = ['electron/core', 'electron/remote', 'electron/service', 'renderer'].flatMap(sourcesIn)
  const found = files.filter((file) => /autoSynch|unsyncedLive/.test(readFileSync(join(top, file), 'utf8')))
  expect(found).toEqual([])
})

test('no silenced compiler in the product', () => {
  const files = ['electron', 'renderer', 'shared'].flatMap(sourcesIn)
  const found = files.filter((file) =>
    /@ts-(ignore|nocheck|expect-error)/.test(readFileSync(join(top, file), 'utf8')),
  )
  expect(found).toEqual([])
})

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

test('the override file that the README shows is one that is taken', () => {
  const example = /```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  expect(readOverride(JSON.parse(example))).toHaveProperty('override.operations.stopLive.path')
})
