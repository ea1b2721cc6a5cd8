/**
 * What only Windows needs: the right to the foreground, a folder for data that can be loaded again, and ids for
 * notifications.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { handForeground } from '../../electron/shell/system/foreground.ts'
import { sessionFolder } from '../../electron/shell/system/sessionFolder.ts'
import { identifyOnWindows } from '../../electron/shell/system/windowsIdentity.ts'
import { APP_ID, TOAST_IDS } from '../../shared/settings/appIds.ts'
import { folderForTest } from '../support/atEnd.ts'

test('the right to the foreground is requested only on Windows', () => {
  const asked = (platform: string) => {
    let times = 0
    handForeground({ requestSingleInstanceLock: () => Boolean(++times) }, platform)
    return times
  }
  expect(['win32', 'darwin', 'linux'].map(asked)).toEqual([1, 0, 0])
})

test.each([
  ['C:\\R\\cuelight', 'win32', 'C:\\L\\cuelight\\chromium'],
  ['c:\\r\\shows\\one', 'win32', 'C:\\L\\shows\\one\\chromium'],
  ['D:\\shows', 'win32', null],
  ['C:\\R', 'win32', null],
  ['C:\\Rest\\cuelight', 'win32', null],
  ['/home/me/cuelight', 'linux', null],
] as const)("Chromium's data beside %s (%s) goes to %s", (dataDir, platform, folder) => {
  expect(sessionFolder(dataDir, { platform, env: { APPDATA: 'C:\\R', LOCALAPPDATA: 'C:\\L' } })).toBe(folder)
})

test.each([
  ['installed', true, {}, 'Cuelight', APP_ID],
  ['portable', true, { PORTABLE_EXECUTABLE_FILE: 'D:\\C.exe' }, 'Cuelight (portable)', `${APP_ID}.portable`],
  ['checkout', false, {}, 'Cuelight (from source)', 'C:\\electron.exe'],
] as const)(
  'an %s program has ids of its own, and leaves no shortcut that starts nothing',
  (kind, isPackaged, ...of) => {
    const [env, name, id] = of
    const APPDATA = folderForTest()
    const programs = join(APPDATA, 'Microsoft/Windows/Start Menu/Programs')
    mkdirSync(programs, { recursive: true })
    const did: string[] = []
    const note = (one: string) => void did.push(one)
    const app = { setName: note, setAppUserModelId: note, setToastActivatorCLSID: note }
    const program = { execPath: 'C:\\electron.exe', env: { ...(env as object), APPDATA }, isPackaged }
    const shortcut = identifyOnWindows(app, program)
    expect(did).toEqual([id, TOAST_IDS[kind], ...(kind === 'installed' ? [] : [name])])
    for (const one of new Set([name, 'Cuelight'])) writeFileSync(join(programs, `${one}.lnk`), '')
    shortcut?.remove(note, 'keepNone')
    expect(existsSync(join(programs, 'Cuelight.lnk'))).toBe(true)
    expect(existsSync(join(programs, `${name}.lnk`))).toBe(kind === 'installed')
  },
)

/** The shortcut of a checkout, and the folder it is in. @param isThere is there one from before? */
function ofCheckout(isThere: boolean) {
  const APPDATA = folderForTest()
  const programs = join(APPDATA, 'Microsoft/Windows/Start Menu/Programs')
  mkdirSync(programs, { recursive: true })
  const path = join(programs, 'Cuelight (from source).lnk')
  if (isThere) writeFileSync(path, '')
  const app = { setName() {}, setAppUserModelId() {}, setToastActivatorCLSID() {} }
  const shortcut = identifyOnWindows(app, { execPath: 'C:\\electron.exe', env: { APPDATA }, isPackaged: false })
  if (shortcut === null) throw new Error('a checkout has none')
  return { path, shortcut }
}

test('a shortcut that cannot be removed stays behind, and that is logged: the process ends all the same', () => {
  const { path, shortcut } = ofCheckout(false)
  // As one that another program has open.
  mkdirSync(path)
  const log: string[] = []
  shortcut.remove((line) => void log.push(line), 'keepNone')
  expect(log).toEqual([expect.stringContaining(path)])
})

test.each([true, false])('the doctor leaves a shortcut only if there was one before: %s', (isThere) => {
  const { path, shortcut } = ofCheckout(isThere)
  writeFileSync(path, '')
  shortcut.remove(() => {}, 'keepFormer')
  expect(existsSync(path)).toBe(isThere)
})
