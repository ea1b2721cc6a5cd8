/** The desktop file of a Cuelight that no package installed, and its icon. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { desktopFiles, putDesktopFile } from '../../electron/shell/system/desktopFile.ts'
import { folderForTest } from '../support/atEnd.ts'

test('a package that is installed later replaces the file, and its icon', async () => {
  const [XDG_DATA_HOME, XDG_DATA_DIRS] = [folderForTest(), folderForTest()]
  const env = { XDG_DATA_HOME, XDG_DATA_DIRS, APPIMAGE: '/home/me/Cuelight.AppImage' }
  const started = { argv: ['cuelight'], versions: process.versions, execPath: '/tmp/.mount/cuelight', env }
  const picture = join(XDG_DATA_HOME, 'app.png')
  writeFileSync(picture, 'a picture')
  const icon = join(XDG_DATA_HOME, 'icons/hicolor/512x512/apps/app.cuelight.Cuelight.png')
  const [own = '', installed = ''] = desktopFiles(env)
  expect(await putDesktopFile(started, picture, true)).toBe(true)
  expect(readFileSync(own, 'utf8')).toContain(`Icon=${icon}\n`)
  expect(readFileSync(icon, 'utf8')).toBe('a picture')
  mkdirSync(dirname(installed), { recursive: true })
  writeFileSync(installed, '')
  expect(await putDesktopFile(started, picture, true)).toBe(false)
  expect([own, icon].filter((path) => existsSync(path))).toEqual([])
})
