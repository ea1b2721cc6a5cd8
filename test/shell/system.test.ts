/** What only Windows needs: the right to the foreground, and a folder for data that can be loaded again. */
import { expect, test } from 'vitest'
import { handForeground } from '../../electron/shell/system/foreground.ts'
import { sessionFolder } from '../../electron/shell/system/sessionFolder.ts'

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
