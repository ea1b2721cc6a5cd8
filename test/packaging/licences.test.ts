/** The licences of what we ship: everything in a bundle, everything shipped as a package, and Electron. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { packageFoldersOf } from '../../build/licences/bundledPackages.ts'
import { licenceOf, licencesOf } from '../../build/licences/licences.ts'
import { manifestIn, shippedFolders } from '../../build/licences/shippedPackages.ts'
import { readLicences } from '../../shared/util/licences.ts'
import { folderForTest } from '../support/atEnd.ts'
import { put, read, top } from './kit.ts'

const PARTS = ['main', 'preload', 'renderer'] as const
const listed = () => readLicences(JSON.parse(read(top, '.dist/renderer/licences.json'))) ?? []

/** Every module of a build, as the bundler itself names them: counted independently of what our builds record. */
async function modulesOf(part: (typeof PARTS)[number]): Promise<string[]> {
  const modules: string[] = []
  const collect: Plugin = {
    name: 'collect',
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle)) if (output.type === 'chunk') modules.push(...output.moduleIds)
    },
  }
  const configFile = join(top, `build/vite.${part}.config.ts`)
  await build({ configFile, logLevel: 'silent', build: { write: false, emptyOutDir: false }, plugins: [collect] })
  return modules
}

let modules: string[]
beforeAll(async () => {
  modules = (await Promise.all(PARTS.map(modulesOf))).flat()
})

const packageIn = (path: string): string | undefined => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]

describe('the shipped list', () => {
  test('contains every package with code in a bundle', () => {
    const packages = new Set(modules.flatMap((path) => packageIn(path) ?? []))
    expect(packages.size).toBeGreaterThan(10)
    const names = new Set(listed().map(({ name }) => name))
    expect([...packages].filter((name) => !names.has(name))).toEqual([])
  })

  test('contains every package that is shipped as such, with its dependencies', () => {
    const names = new Set(listed().map(({ name }) => name))
    for (const name of ['@github/keytar', 'open', 'write-file-atomic', 'default-browser', 'signal-exit'])
      expect(names, name).toContain(name)
  })

  test('contains Cuelight, Electron, and where the licences of Chromium and Node are', () => {
    expect(listed().slice(0, 4)).toMatchObject([
      { name: 'Cuelight', license: 'MIT', text: expect.stringContaining('the Cuelight authors') },
      { name: 'Electron', version: manifestIn(join(top, 'node_modules/electron')).version },
      { name: 'Chromium', text: expect.stringContaining('LICENSES.chromium.html') },
      { name: 'Node.js', text: expect.stringContaining('https://') },
    ])
  })

  test('names a licence and its text for each, and none that would bind our own code', () => {
    for (const { name, license, text } of listed()) {
      expect(text.length, name).toBeGreaterThan(10)
      // OFL is a typeface's licence, which binds changed copies of the typeface and no software beside it.
      expect(license, name).toMatch(/^(MIT|ISC|BSD|0BSD|Zlib|Apache-2\.0|BlueOak-1\.0\.0|Python-2\.0|OFL-1\.1)\b/)
      expect(license, name).not.toMatch(/GPL|SSPL|BUSL|CC-BY-NC/)
    }
  })

  test('contains each once, by name', () => {
    const names = listed()
      .slice(4)
      .map(({ name, version }) => `${name} ${version}`)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
  })
})

describe('how it is made', () => {
  test('a module belongs to the innermost package, in either way of writing paths; code inserted by bundlers belongs to them', () => {
    const paths = [
      '/at/node_modules/a/node_modules/@s/b/x.js',
      'C:\\at\\node_modules\\c\\lib\\x.js',
      '/at/node_modules/d/x.js?commonjs',
      '\0/at/node_modules/e/x.js?proxy',
      '\0rolldown/runtime.js',
      '/at/electron/main.ts',
    ]
    expect(packageFoldersOf(paths)).toEqual([
      'node_modules/a/node_modules/@s/b',
      'node_modules/c',
      'node_modules/d',
      'node_modules/e',
      'node_modules/rolldown',
    ])
  })

  function project(packages: Record<string, object>) {
    const dir = folderForTest()
    for (const [folder, manifest] of Object.entries(packages))
      put(join(dir, folder, 'package.json'), JSON.stringify(manifest))
    return dir
  }

  test('a dependency is found where Node would find it', () => {
    const dir = project({
      '': { name: 'us', dependencies: { a: '1' } },
      'node_modules/a': { name: 'a', dependencies: { b: '1', c: '1' } },
      'node_modules/a/node_modules/b': { name: 'b', dependencies: { a: '1' } },
      'node_modules/b': { name: 'b' },
      'node_modules/c': { name: 'c' },
    })
    expect(shippedFolders(dir)).toEqual(['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c'])
  })

  test('a package that names no licence, or does not exist, stops the build', () => {
    const dir = project({
      '': { name: 'us', dependencies: { gone: '1' } },
      'node_modules/a': { name: 'a', author: { name: 'Ann' } },
    })
    expect(() => licenceOf(join(dir, 'node_modules/a'))).toThrow('a names no licence')
    expect(() => shippedFolders(dir)).toThrow('gone, which Cuelight needs, is not installed')
  })

  test('a licence comes with its notice; if a package has neither, with its author', () => {
    const dir = project({ a: { name: 'a', license: 'MIT', author: 'Ann' }, b: { name: 'b', license: 'MIT' } })
    expect(licenceOf(join(dir, 'a')).text).toBe('Copyright Ann')
    writeFileSync(join(dir, 'b/LICENSE.md'), 'Do as you like.\n')
    writeFileSync(join(dir, 'b/NOTICE'), 'Made by Bea.\n')
    expect(licenceOf(join(dir, 'b')).text).toBe('Do as you like.\n\nMade by Bea.')
  })

  test('the list of the project can be regenerated from what is installed', () =>
    expect(licencesOf(top, shippedFolders(top)).length).toBeGreaterThan(10))
})
