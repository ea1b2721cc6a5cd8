import { describe, expect, test } from 'vitest'
import { entryAsked, ownArguments } from '../../electron/app/arguments.ts'
import { readOptions, withoutChromiumSwitches } from '../../electron/app/options.ts'

const node = (...args: string[]) => ({ argv: ['node', 'script.mjs', ...args], versions: process.versions })
const electron = { ...process.versions, electron: '45.4.1' }
const unpackaged = (...args: string[]) => ({
  argv: ['electron', 'app', ...args],
  versions: electron,
  defaultApp: true,
})
const packaged = (...args: string[]) => ({ argv: ['/opt/Cuelight/cuelight-desktop', ...args], versions: electron })

describe.each([
  ['plain Node', node],
  ['an Electron that was given the app', unpackaged],
  ['a packaged app', packaged],
])('%s', (_, started) => {
  test('is the app unless its first switch names an entry', () => {
    expect(entryAsked(started('--port', '0'))).toBeNull()
    expect(entryAsked(started('--studio', '--port', '0'))).toBe('studio')
    expect(entryAsked(started('--port', '--studio'))).toBeNull()
  })

  test('hands over what is meant for the entry, and nothing before it', () => {
    expect(ownArguments(started('--studio', '--port', '0'))).toEqual(['--port', '0'])
    expect(ownArguments(started('--data-dir', '/d'))).toEqual(['--data-dir', '/d'])
  })

  test('is found behind what an AppImage puts first', () => {
    expect(entryAsked(started('--no-sandbox', '--cli', 'status'))).toBe('cli')
    expect(ownArguments(started('--no-sandbox', '--cli', 'status'))).toEqual(['status'])
  })
})

test('switches of Chromium’s own stand in nobody’s way, and a word that means nothing is still told', () => {
  const args = ['--no-sandbox', '--ozone-platform-hint=auto', '--hidden', '--data-dir=/d', 'cuelight://show']
  expect(readOptions(withoutChromiumSwitches(args))).toMatchObject({
    hidden: true,
    dataDir: '/d',
    link: 'cuelight://show',
  })
  expect(readOptions(withoutChromiumSwitches(['stray']))).toMatchObject({ exitCode: 2 })
})

test('the help says which service is used where none is named: that of the profile used last', () => {
  expect(readOptions(['--help'])).toMatchObject({
    print: expect.stringMatching(/--base-url .*left out: the profile used last\n/),
    exitCode: 0,
  })
})
