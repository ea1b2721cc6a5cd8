/** Windows return to where they were, and never open where the user cannot find them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, it, test } from 'vitest'
import {
  againArguments,
  forgetOthers,
  lastingProgram,
  ownArguments,
  requestedEntry,
} from '../../electron/app/arguments.ts'
import { readOptions, withoutChromiumSwitches } from '../../electron/app/options.ts'
import type { Display, Place } from '../../electron/shell/windows/geometry.ts'
import { besideTray, displayKey, openPlaces, overlayPlace, placeFor } from '../../electron/shell/windows/places.ts'
import { leastOf, SIZES } from '../../electron/shell/windows/policy.ts'
import { systemEnvironment } from '../../electron/util/sessionBus.ts'
import { folderForTest } from '../support/atEnd.ts'

const at = (x: number, y: number, width: number, height: number): Place => ({ x, y, width, height })
const display = (bounds: Place, workArea = bounds): Display => ({ bounds, workArea })

/** Two screens: a bar of 40 px at the bottom of the first; the second to the left, above, smaller. */
const first = display(at(0, 0, 1920, 1080), at(0, 0, 1920, 1040))
const second = display(at(-1280, -200, 1280, 800))
const both = [first, second] as const

const isWhole = (place: Place, { workArea: area }: Display) =>
  place.x >= area.x &&
  place.y >= area.y &&
  place.x + place.width <= area.x + area.width &&
  place.y + place.height <= area.y + area.height

describe('a window', () => {
  const place = (kept: Place | null, displays: readonly [Display, ...Display[]] = both) =>
    placeFor(kept, displays, SIZES.main, leastOf('main'))

  it('opens in the middle of the primary display the first time', () =>
    expect(place(null)).toEqual(at(370, 90, 1180, 860)))

  it('opens where it was', () => {
    expect(place(at(100, 50, 900, 700))).toEqual(at(100, 50, 900, 700))
    expect(place(at(-1200, -100, 800, 600))).toEqual(at(-1200, -100, 800, 600))
  })

  it('moves to an existing display when its own is gone', () => {
    expect(place(at(-1200, -100, 800, 600), [first])).toEqual(at(0, 0, 800, 600))
    expect(place(at(5_000, 3_000, 800, 600), [first])).toEqual(at(1120, 440, 800, 600))
  })

  it('moves completely onto its display if it was over the edge', () =>
    expect(place(at(1_700, 900, 800, 600))).toEqual(at(1120, 440, 800, 600)))

  it('is no larger than its display, and no smaller than the minimum of its page', () => {
    expect(place(at(0, 0, 9_000, 9_000), [first])).toEqual(at(0, 0, 1920, 1040))
    expect(place(at(10, 10, 20, 20), [first])).toEqual(at(10, 10, 380, 480))
    const tiny = display(at(0, 0, 320, 240))
    expect(place(null, [tiny])).toEqual(at(0, 0, 320, 240))
    expect(place(at(10, 10, 20, 20), [tiny])).toEqual(at(0, 0, 320, 240))
  })

  it('is placed by whole numbers, whatever was stored', () =>
    expect(place(at(10.4, 20.6, 900.5, 700.2))).toEqual(at(10, 21, 901, 700)))
})

describe('the quick panel', () => {
  const beside = (icon: Place | null, displays: readonly [Display, ...Display[]]) =>
    besideTray(icon, displays, SIZES.quick)
  const { width, height } = SIZES.quick

  it('opens above a bar at the bottom, over the icon', () => {
    const icon = at(1500, 1048, 24, 24)
    expect(beside(icon, both)).toEqual(at(1512 - width / 2, 1040 - height - 8, width, height))
  })

  it('opens below a bar at the top', () => {
    const mac = display(at(0, 0, 1440, 900), at(0, 25, 1440, 875))
    expect(beside(at(900, 0, 24, 24), [mac])).toEqual(at(912 - width / 2, 33, width, height))
    // And from an icon that is somewhat lower.
    expect(beside(at(900, 100, 24, 24), [mac])).toEqual(at(912 - width / 2, 132, width, height))
  })

  it('stays completely in the work area near a corner', () => {
    const place = beside(at(1890, 1048, 24, 24), both)
    expect(place.x + place.width).toBe(1920 - 8)
    expect(isWhole(place, first)).toBe(true)
  })

  it('opens beside a vertical bar, and not on it', () => {
    const leftBar = display(at(0, 0, 1920, 1080), at(62, 0, 1858, 1080))
    const place = beside(at(10, 900, 40, 40), [leftBar])
    expect(place.x).toBe(62 + 8)
    expect(isWhole(place, leftBar)).toBe(true)
  })

  it('opens on the display where the icon is', () => {
    const place = beside(at(-400, -190, 24, 24), both)
    expect(isWhole(place, second)).toBe(true)
    expect(place.y).toBe(-190 + 24 + 8)
  })

  const bare = { top: at(0, 30, 1920, 1050), bottom: at(0, 0, 1920, 1040), nowhere: at(0, 0, 1920, 1080) }
  for (const icon of [null, at(0, 0, 0, 0)])
    it(`goes to the corner of trays where the system tells ${icon ? 'an empty place' : 'none'}`, () => {
      const corner = (workArea: Place) => beside(icon, [display(at(0, 0, 1920, 1080), workArea), second])
      expect(corner(bare.top)).toEqual(at(1920 - width - 8, 38, width, height))
      expect(corner(bare.nowhere)).toEqual(at(1920 - width - 8, 8, width, height))
      expect(corner(bare.bottom)).toEqual(at(1920 - width - 8, 1040 - height - 8, width, height))
    })

  it('is made smaller on a display that is smaller than it', () => {
    const place = beside(null, [display(at(0, 0, 360, 400))])
    expect(place).toEqual(at(8, 8, 344, 384))
  })
})

it('the overlay is centred near the lower edge, and completely visible', () => {
  const place = overlayPlace(first, SIZES.overlay)
  expect(place.x + place.width / 2).toBe(960)
  expect(place.y).toBeGreaterThan(1040 / 2)
  for (const one of both) expect(isWhole(overlayPlace(one, SIZES.overlay), one)).toBe(true)
})

describe('the stored place', () => {
  let dir: string
  let log: string[]
  beforeEach(() => {
    dir = folderForTest()
    log = []
  })
  const open = () => openPlaces(dir, (line) => log.push(line))
  const home = displayKey(both)
  const away = displayKey([first])

  it('belongs to a set of displays, in whichever order the system lists them', async () => {
    const places = open()
    places.set(home, 'main', at(1, 2, 800, 600))
    places.set(away, 'main', at(3, 4, 800, 600))
    await places.written()
    const again = open()
    expect(again.get(displayKey([second, first]), 'main')).toEqual(at(1, 2, 800, 600))
    expect(again.get(away, 'main')).toEqual(at(3, 4, 800, 600))
    expect(again.get(away, 'quick')).toBeNull()
    expect(log).toEqual([])
  })

  it('of the newest entry serves displays that were never seen together', async () => {
    const places = open()
    places.set(away, 'main', at(3, 4, 800, 600))
    places.set(home, 'main', at(1, 2, 800, 600))
    places.set(away, 'main', at(5, 6, 800, 600))
    expect(places.get('other displays', 'main')).toEqual(at(5, 6, 800, 600))
    await places.written()
  })

  it('list does not grow without end', async () => {
    const places = open()
    for (let nr = 0; nr < 50; nr++) places.set(`room ${nr}`, 'main', at(nr, 0, 800, 600))
    await places.written()
    const { rooms } = JSON.parse(readFileSync(join(dir, 'windows.json'), 'utf8'))
    expect(rooms).toHaveLength(20)
    expect(open().get('room 49', 'main')).toEqual(at(49, 0, 800, 600))
  })

  const damaged: Record<string, string> = {
    'no JSON': '{',
    'another shape': '{"version":1,"rooms":{}}',
    'a newer version': '{"version":2,"rooms":[]}',
    'a window without a size': '{"version":1,"rooms":[{"name":"a","windows":{"main":{"x":0,"y":0}}}]}',
    'a window of no size':
      '{"version":1,"rooms":[{"name":"a","windows":{"main":{"x":0,"y":0,"width":0,"height":5}}}]}',
  }
  for (const [name, text] of Object.entries(damaged))
    it(`is not believed when it is ${name}, and that is said`, () => {
      writeFileSync(join(dir, 'windows.json'), text)
      expect(open().get('a', 'main')).toBeNull()
      expect(log).toHaveLength(1)
    })

  it('is optional: a file that can be neither read nor written stops nothing', async () => {
    mkdirSync(join(dir, 'windows.json'))
    const places = open()
    places.set(home, 'main', at(1, 2, 800, 600))
    await places.written()
    expect(places.get(home, 'main')).toEqual(at(1, 2, 800, 600))
    expect(log).toHaveLength(2)
  })

  it('leaves no file of a killed write behind', () => {
    writeFileSync(join(dir, 'windows.json.1234567'), '{')
    open()
    expect(readdirSync(dir)).toEqual([])
  })
})

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
    expect(requestedEntry(started('--port', '0'))).toBeNull()
    expect(requestedEntry(started('--studio', '--port', '0'))).toBe('studio')
    expect(requestedEntry(started('--port', '--studio'))).toBeNull()
  })

  test("passes on the entry's arguments, and nothing before them", () => {
    expect(ownArguments(started('--studio', '--port', '0'))).toEqual(['--port', '0'])
    expect(ownArguments(started('--data-dir', '/d'))).toEqual(['--data-dir', '/d'])
  })

  test('is found behind what an AppImage puts first', () => {
    expect(requestedEntry(started('--no-sandbox', '--cli', 'status'))).toBe('cli')
    expect(ownArguments(started('--no-sandbox', '--cli', 'status'))).toEqual(['status'])
  })

  test('gets what the launchers put after --, as it was typed', () => {
    const typed = ['edit', 'importFile', '--url', 'https://h/f.mp4', '--type=video', '--', '-x']
    expect(ownArguments(started('--cli', '--', ...typed))).toEqual(typed)
  })
})

test('with switches before the app, Electron still finds the app’s own arguments', () => {
  const argv = ['electron', '--inspect=0', '--remote-debugging-port=0', '--no-sandbox', '-r', 'probe.cjs', 'main.mjs']
  const started = { argv: [...argv, '--port', '0'], versions: electron, defaultApp: true }
  expect(ownArguments(started)).toEqual(['--port', '0'])
  expect(againArguments(started)).toEqual([resolve('main.mjs'), '--no-sandbox'])
  expect(requestedEntry({ ...started, argv: [...argv, '--studio'] })).toBe('studio')
  // As `npm start -- --no-sandbox` has it: Chromium reads switches behind the app, too.
  const behind = (...args: string[]) => againArguments({ ...started, argv: ['electron', 'main.mjs', ...args] })
  expect(behind('--hidden', '--no-sandbox')).toEqual([resolve('main.mjs'), '--no-sandbox'])
  expect(behind('--cli', '--', '--no-sandbox')).toEqual([resolve('main.mjs')])
})

test('Chromium’s own switches are ignored, and a meaningless word is still reported', () => {
  const args = ['--no-sandbox', '--ozone-platform-hint=auto', '--hidden', '--data-dir=/d', 'cuelight://show']
  const ours = { hidden: true, dataDir: '/d', link: 'cuelight://show' }
  expect(readOptions(withoutChromiumSwitches(args).ours)).toMatchObject(ours)
  expect(readOptions(withoutChromiumSwitches(['stray']).ours)).toMatchObject({ exitCode: 2 })
})

test('after -- nothing of a link is an option; an argument that Windows adds for notifications does no harm', () => {
  const link = ['--', 'cuelight://go-live']
  const read = (...args: string[]) => readOptions(withoutChromiumSwitches(args).ours)
  expect(read('--hidden', ...link)).toMatchObject({ hidden: true, link: 'cuelight://go-live' })
  for (const more of ['--base-url=https://elsewhere.example', '--data-dir=/elsewhere', '--hidden'])
    expect(read(...link, more)).toMatchObject({ exitCode: 2 })
  expect(read('-Embedding')).toMatchObject({ hidden: false, link: null })
  expect(withoutChromiumSwitches(['-Embedding', ...link, '--no-sandbox']).foreign).toEqual(['-Embedding'])
  expect(read('--key-file', '-')).toMatchObject({ keyFile: '-' })
})

test.each([
  [
    'its own AppImage',
    { APPIMAGE: '/home/me/C.AppImage', APPDIR: '/tmp/.mount_C' },
    '/tmp/.mount_C/cuelight-desktop',
    '/home/me/C.AppImage',
  ],
  [
    'in the terminal of an editor that is one',
    { APPIMAGE: '/home/me/Editor.AppImage', APPDIR: '/tmp/.mount_E' },
    '/opt/Cuelight/cuelight-desktop',
    '/opt/Cuelight/cuelight-desktop',
  ],
  [
    'where nothing is mounted any more',
    { APPIMAGE: '/home/me/Editor.AppImage' },
    '/opt/Cuelight/cuelight-desktop',
    '/opt/Cuelight/cuelight-desktop',
  ],
  [
    'by another portable program',
    { PORTABLE_EXECUTABLE_FILE: 'D:\\E.exe', PORTABLE_EXECUTABLE_APP_FILENAME: 'Editor' },
    'C:\\C.exe',
    'C:\\C.exe',
  ],
  [
    'its own portable program',
    { PORTABLE_EXECUTABLE_FILE: 'D:\\C.exe', PORTABLE_EXECUTABLE_APP_FILENAME: 'Cuelight' },
    'T:\\C.exe',
    'D:\\C.exe',
  ],
])('started by %s, the program that remains is ours', (_, env: NodeJS.ProcessEnv, execPath, lasts) => {
  forgetOthers({ env, execPath }, (path) => path)
  expect(lastingProgram({ env, execPath })).toBe(lasts)
})

test('system programs get none of the libraries that an AppImage puts before theirs', () => {
  expect(systemEnvironment({ APPIMAGE: '/C.AppImage', LD_LIBRARY_PATH: '/tmp/.mount/lib' })).toEqual({
    APPIMAGE: '/C.AppImage',
  })
  expect(systemEnvironment({ LD_LIBRARY_PATH: '/mine' })).toEqual({ LD_LIBRARY_PATH: '/mine' })
})

test('the help says which service is the default: that of the profile used last', () => {
  const print = expect.stringMatching(/--base-url .*left out: the profile used last\n/)
  expect(readOptions(['--help'])).toMatchObject({ print, exitCode: 0 })
})
