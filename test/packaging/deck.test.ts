/** The Stream Deck plugin as it is packed: as the vendor's schema wants it, whole, and nothing of this machine in it. */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { manifestFaults } from '../../build/deck/checkManifest.ts'
import { pluginFilesIn } from '../../build/deck/pack.ts'
import { pixelsOf } from '../../build/icons/png.ts'
import { manifestOf, PLUGIN_FOLDER } from '../../electron/decks/streamdeck/manifest.ts'
import { actionId } from '../../electron/decks/streamdeck/settings.ts'
import { ACTIONS } from '../../shared/decks/keys.ts'
import { newDir } from '../support/folders.ts'

const top = join(import.meta.dirname, '../..')
const built = join(top, '.dist/deck')
const text = (name: string) => readFileSync(join(built, PLUGIN_FOLDER, name), 'utf8')

test('the manifest fits the schema, and every file it names is there; one that is not is named', () => {
  if (!existsSync(built)) throw new Error('The plugin is not built: run the tests by `npm test`, which builds it')
  expect(manifestFaults(join(built, PLUGIN_FOLDER))).toEqual([])
  const copy = join(newDir(), PLUGIN_FOLDER)
  cpSync(join(built, PLUGIN_FOLDER), copy, { recursive: true })
  rmSync(join(copy, 'icons/stop.svg'))
  expect(manifestFaults(copy)).toEqual(['icons/stop.svg is missing'])
})

test('every action is in it under its own id, which never changes', () => {
  const { Actions } = manifestOf({ version: '1.2.3-beta.1', author: 'A' }) as { Actions: { UUID: string }[] }
  expect(Actions.map(({ UUID }) => UUID)).toEqual(ACTIONS.map(actionId))
  expect(Actions.map(({ UUID }) => UUID.replace('app.cuelight.deck.', ''))).toEqual(
    'tally golive stop scene next previous back take sync autosync padlock macro'.split(' '),
  )
  expect(manifestOf({ version: '1.2.3-beta.1', author: 'A' })).toMatchObject({ Version: '1.2.3.0' })
})

test('the package is the folder, zipped: the same each time, with licences and without maps or paths of this machine', () => {
  const files = pluginFilesIn(built)
  const zip = () => zipSync(files, { level: 9, mtime: Date.UTC(2026, 0, 1) })
  expect(zip()).toEqual(zip())
  const names = Object.keys(unzipSync(zip()))
  expect(names).toEqual(Object.keys(files))
  expect(names.filter((name) => !name.startsWith(`${PLUGIN_FOLDER}/`) || /\.map$|\/logs\//.test(name))).toEqual([])
  for (const name of ['bin/plugin.js', 'ui/inspector.js', 'ui/inspector.html', 'manifest.json', 'licences.txt'])
    expect(text(name)).not.toContain(top)
  for (const name of ['cuelight', '@elgato/streamdeck', '@elgato/utils', 'ws', 'zod'])
    expect(text('licences.txt')).toMatch(new RegExp(`^${name} \\d`, 'm'))
})

test.each([
  ['plugin.png', 256],
  ['plugin@2x.png', 512],
])('%s has the size that the vendor asks for, and is not empty', (name, size) => {
  const picture = pixelsOf(readFileSync(join(built, PLUGIN_FOLDER, 'icons', name)))
  expect(picture.size).toBe(size)
  const middle = (size / 2) * size * 4 + (size / 2) * 4
  expect([picture.pixels[3], picture.pixels[middle + 3]]).toEqual([0, 255])
})
