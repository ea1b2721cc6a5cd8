/** What a user who installs Cuelight gets, packaged by electron-builder around a stand-in for Electron. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractFile } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FUSES } from '../../build/packaging/configuration.ts'
import { readLicences } from '../../shared/util/licences.ts'
import { folderForTest } from '../support/atEnd.ts'
import { fusesOf, type Packed, pack, read, top } from './kit.ts'

const FEED = 'https://updates.example/cuelight/'
const LIMIT = 12_000_000

let linux: Packed
let windows: Packed

beforeAll(async () => {
  if (!existsSync(join(top, '.dist/renderer/licences.json')))
    throw new Error('Cuelight is not built: run the tests by `npm test`, which builds it')
  linux = await pack('linux', { environment: { CUELIGHT_UPDATE_URL: FEED } })
  windows = await pack('windows')
})
afterAll(() => {
  linux?.remove()
  windows?.remove()
})

const has = (path: string) => expect(linux.files).toContain(path)
const matching = (pattern: RegExp, { files } = linux) => files.filter((path) => pattern.test(path))
/** Files that came with Electron are beside the archive and do not count as ours. */
const unpackedSize = ({ resources }: Packed) =>
  readdirSync(join(resources, 'app.asar.unpacked'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

describe('in the archive', () => {
  test('is everything that runs: entries of the main side, preload, page, licences, icons', () => {
    for (const entry of ['main', 'studio', 'keychain', 'cli', 'headless']) has(`/.dist/main/${entry}.mjs`)
    for (const file of ['tokens.css', 'watch.css', 'watch.js']) has(`/.dist/main/watch/${file}`)
    has('/.dist/preload/preload.cjs')
    has('/.dist/renderer/index.html')
    has('/.dist/renderer/licences.json')
    expect(matching(/^\/\.dist\/renderer\/assets\/.+\.(js|css)$/).length).toBeGreaterThan(2)
    has('/build/icons/app.png')
    const icons = readdirSync(join(top, 'build/icons/tray')).filter((file) => file.endsWith('.png'))
    expect(icons.length).toBeGreaterThan(0)
    for (const icon of icons) has(`/build/icons/tray/${icon}`)
  })

  test('is nothing that only building and testing need', () => {
    expect(matching(/\.(ts|tsx|mts|cts|map|md|markdown|stamp|tsbuildinfo)$/)).toEqual([])
    const rooms = new Set(linux.files.map((path) => path.split('/')[1]))
    expect([...rooms].toSorted()).toEqual(['.dist', 'build', 'node_modules', 'package.json'])
    const built = new Set(matching(/^\/\.dist\//).map((path) => path.split('/')[2]))
    expect([...built].toSorted()).toEqual(['main', 'preload', 'renderer'])
    expect(matching(/^\/build\/(?!icons$|icons\/app\.png$|icons\/tray(\/[\w.-]+\.png)?$)/)).toEqual([])
    expect(matching(/\/(test|tests|__tests__)\//)).toEqual([])
  })

  test('are only the packages that run as packages, and none that is in a bundle', () => {
    const names = matching(/^\/node_modules\/(@[^/]+\/)?[^/@]+$/).map((path) => path.slice('/node_modules/'.length))
    const manifest = JSON.parse(read(top, 'package.json')) as Record<'dependencies' | 'devDependencies', object>
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)))
    expect(names.filter((name) => name in manifest.devDependencies)).toEqual([])
    expect(names).not.toContain('node-addon-api')
    console.log(`packages shipped: ${names.join(', ')}`)
  })

  test('is a package description that starts the right file and does not reveal how it was built', () => {
    const manifest = JSON.parse(extractFile(linux.archive, 'package.json').toString()) as Record<string, unknown>
    expect(manifest).toMatchObject({
      name: 'cuelight',
      main: '.dist/main/main.mjs',
      desktopName: 'app.cuelight.Cuelight.desktop',
    })
    // Electron names the app by it; otherwise the folder of Chromium's files would be the data dir itself.
    expect(manifest).toMatchObject({ productName: 'Cuelight' })
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['devDependencies']))
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['scripts']))
  })

  test('are the licences of everything in it', () => {
    const licences = readLicences(JSON.parse(extractFile(linux.archive, '.dist/renderer/licences.json').toString()))
    const listed = new Set(licences?.map(({ name }) => name))
    const shipped = matching(/^\/node_modules\/.*\/package\.json$/)
      .map((path) => JSON.parse(extractFile(linux.archive, path.slice(1)).toString()) as { name?: string })
      .flatMap(({ name }) => name ?? [])
    expect(shipped.filter((name) => !listed.has(name))).toEqual([])
  })

  test('is no path of the machine that built it', () => {
    for (const path of matching(/^\/\.dist\/.+\.(mjs|cjs|js|json|html)$/))
      expect(extractFile(linux.archive, path.slice(1)).includes(top), path).toBe(false)
  })

  test('is at most 12 MB, including what is unpacked beside it', () => {
    const [packed, unpacked] = [statSync(linux.archive).size, unpackedSize(linux)]
    console.log(`app.asar: ${(packed / 1e6).toFixed(2)} MB, unpacked beside it: ${(unpacked / 1e6).toFixed(2)} MB`)
    expect(packed + unpacked).toBeLessThanOrEqual(LIMIT)
  })
})

describe("the keychain's library", () => {
  const prebuilds = (packed: Packed) => matching(/\/prebuilds\/.+\.node$/, packed)

  test('is the one of this system, and no foreign one', () => {
    expect(prebuilds(linux)).toEqual([`/node_modules/keytar/prebuilds/linux-${process.arch}/keytar.node`])
    expect(matching(/keytar\/build/)).toEqual([])
    expect(prebuilds(windows)).toEqual([`/node_modules/keytar/prebuilds/win32-${process.arch}/keytar.node`])
  })

  test('is outside the archive, where the system can load it', () => {
    const [path = ''] = prebuilds(linux)
    expect(statSync(join(linux.resources, 'app.asar.unpacked', path)).size).toBeGreaterThan(10_000)
  })
})

describe('beside the archive', () => {
  test('is the command line, ready to run, which finds the program', () => {
    const dir = folderForTest()
    cpSync(join(linux.resources, 'bin'), join(dir, 'resources/bin'), { recursive: true })
    writeFileSync(join(dir, 'cuelight-desktop'), '#!/bin/sh\necho "called: $*"\n', { mode: 0o755 })
    const { stdout } = spawnSync(join(dir, 'resources/bin/cuelight'), ['status', '--json'], { encoding: 'utf8' })
    expect(stdout).toBe('called: --cli -- status --json\n')
    expect(readdirSync(join(linux.resources, 'bin'))).toEqual(['cuelight'])
    expect(read(windows.resources, 'bin/cuelight.cmd')).toContain('"%~dp0..\\..\\Cuelight.exe" --cli -- %*')
    expect(readdirSync(windows.folder)).toContain('Cuelight.exe')
    expect(readdirSync(join(windows.resources, 'bin'))).toEqual(['cuelight.cmd'])
  })

  test('is the file with the update address, but only if an address was given', () => {
    const feed = read(linux.resources, 'app-update.yml')
    expect(feed).toContain('provider: generic')
    expect(feed).toContain(`url: ${FEED}`)
    expect(existsSync(join(windows.resources, 'app-update.yml'))).toBe(false)
  })

  test('are Chromium’s licences, and of its languages only the supported one', () => {
    expect(existsSync(join(linux.folder, 'LICENSES.chromium.html'))).toBe(true)
    expect(readdirSync(join(linux.folder, 'locales'))).toEqual(['en-US.pak'])
  })

  test('is the program by our name, and not Electron’s own app', () => {
    expect(readdirSync(linux.folder)).toContain('cuelight-desktop')
    expect(readdirSync(linux.folder)).not.toContain('electron')
    expect(existsSync(join(linux.resources, 'default_app.asar'))).toBe(false)
  })
})

test('the fuses of the program are set, whatever they were: here in a stand-in that contains only its fuses', () => {
  expect(fusesOf(join(linux.folder, 'cuelight-desktop'))).toEqual(FUSES)
  expect(fusesOf(join(windows.folder, 'Cuelight.exe'))).toEqual(FUSES)
})
