/** Where Electron is searched for, and what happens if it is missing. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { electronProgram, type Place, sandboxHelp, whyNoWindow } from '../../build/setup/electron.mjs'
import { fetchElectron } from '../../build/setup/fetchElectron.mjs'
import { folderForTest } from '../support/atEnd.ts'
import { put } from './kit.ts'

const DAY = 24 * 60 * 60_000
const UNREACHABLE = 'the place it comes from cannot be reached'

/** Electron's package without its program, and an installer that follows the test and counts its calls. */
function place(part: Partial<Place> = {}) {
  const dir = folderForTest()
  const tries: string[] = []
  const stage = {
    ...{ env: {}, platform: 'linux', now: () => 5 * DAY },
    ...{ package: join(dir, 'electron'), failure: join(dir, 'cache/failed.json') },
    ...{ userns: join(dir, 'none'), profiles: join(dir, 'none') },
    async fetch(folder: string) {
      tries.push(folder)
      return UNREACHABLE as string | null
    },
    ...part,
  } satisfies Place
  put(join(stage.package, 'package.json'), '{"version":"45.4.1"}')
  return { ...stage, dir, tries }
}

function install({ package: folder }: Place, version = '45.4.1'): string {
  put(join(folder, 'path.txt'), 'electron')
  put(join(folder, 'dist/version'), version)
  return put(join(folder, 'dist/electron'), 'program')
}

test('a window needs a display on Linux only', () => {
  expect(whyNoWindow({ platform: 'linux', env: {} })).toContain('no display')
  expect(whyNoWindow({ platform: 'linux', env: { DISPLAY: ':0' } })).toBeNull()
  expect(whyNoWindow({ platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBeNull()
  expect(whyNoWindow({ platform: 'darwin', env: {} })).toBeNull()
})

describe("Electron's program", () => {
  test('is the installed one, of the right version only', async () => {
    const at = place()
    const program = install(at)
    expect(await electronProgram(at)).toEqual({ program })
    install(at, '44.0.0')
    expect(await electronProgram(at)).toHaveProperty('why')
  })

  test('is downloaded once if it is missing', async () => {
    const at = place()
    at.fetch = async (folder) => {
      at.tries.push(folder)
      install(at)
      return null
    }
    const program = join(at.package, 'dist/electron')
    expect(await electronProgram(at)).toEqual({ program })
    expect(await electronProgram(at)).toEqual({ program })
    expect(at.tries).toHaveLength(1)
    expect(existsSync(at.failure)).toBe(false)
  })

  test('is not downloaded again for a day after that failed', async () => {
    const at = place()
    expect(await electronProgram(at)).toEqual({ why: `Electron could not be fetched: ${UNREACHABLE}` })
    const later = (ms: number) => electronProgram({ ...at, now: () => 5 * DAY + ms })
    expect(await later(DAY - 1)).toHaveProperty('why', expect.stringContaining(at.failure))
    expect(at.tries).toHaveLength(1)
    await later(DAY)
    expect(at.tries).toHaveLength(2)
  })

  test('is downloaded again at once for another version, after a clock was set back, and after a half-written note', async () => {
    const at = place()
    await electronProgram(at)
    put(join(at.package, 'package.json'), '{"version":"46.0.0"}')
    await electronProgram(at)
    expect(at.tries).toHaveLength(2)
    await electronProgram({ ...at, now: () => 4 * DAY })
    expect(at.tries).toHaveLength(3)
    writeFileSync(at.failure, readFileSync(at.failure, 'utf8').slice(0, 9))
    await electronProgram(at)
    expect(at.tries).toHaveLength(4)
  })

  test('is the one that the environment names, and then nothing is downloaded', async () => {
    const dist = folderForTest()
    const at = place({ env: { ELECTRON_OVERRIDE_DIST_PATH: dist } })
    expect(await electronProgram(at)).toHaveProperty('why', expect.stringContaining('ELECTRON_OVERRIDE_DIST_PATH'))
    const program = put(join(dist, 'electron'), 'program')
    expect(await electronProgram(at)).toEqual({ program })
    const mac = put(join(dist, 'Electron.app/Contents/MacOS/Electron'), 'program')
    expect(await electronProgram({ ...at, platform: 'darwin' })).toEqual({ program: mac })
    const own = put(join(dist, 'own'), 'program')
    expect(await electronProgram({ ...at, env: { ...at.env, ELECTRON_BIN: own } })).toEqual({ program: own })
    expect(at.tries).toEqual([])
  })
})

describe('downloading', () => {
  const installer = (script: string) => {
    const folder = folderForTest()
    put(join(folder, 'install.js'), script)
    return folder
  }

  test('returns null once the installer succeeds', async () => expect(await fetchElectron(installer(''))).toBeNull())

  test.each([
    ['wrong sum', 'wrong sum'],
    ['TypeError: fetch failed', UNREACHABLE],
  ])('returns the first line of "%s", in words a user understands', async (complaint, says) => {
    const folder = installer(`console.error('${complaint}\\n    at somewhere'); process.exit(1)`)
    expect(await fetchElectron(folder)).toBe(says)
  })

  test('gives up if no more data arrives, however slow it may be', async () => {
    // Ends on its own in case it is never killed; by then this test has long failed.
    const folder = installer('setTimeout(() => {}, 60_000)')
    expect(await fetchElectron(folder, { stallMs: 200, lookMs: 20 })).toContain('nothing came')
  })

  test('leaves nothing half-downloaded behind', async () => {
    const folder = installer(`
      const fs = require('fs'), os = require('os'), path = require('path')
      fs.writeFileSync(path.join(os.tmpdir(), 'part'), 'half')
      fs.writeFileSync(path.join(__dirname, 'where'), os.tmpdir())
      console.error('lost'); process.exit(1)`)
    expect(await fetchElectron(folder)).toBe('lost')
    expect(existsSync(readFileSync(join(folder, 'where'), 'utf8'))).toBe(false)
  })
})

test('if Ubuntu allows no sandbox, the one command that helps is named, until it has been run', () => {
  const at = place()
  const program = install(at)
  const userns = put(join(at.dir, 'userns'), '1\n')
  const { profiles } = at
  const help = sandboxHelp(program, { platform: 'linux', userns, profiles })
  expect(help).toMatch(/^sudo chown root:root '.+\/chrome-sandbox' && sudo chmod 4755 '.+\/chrome-sandbox'$/)
  expect(sandboxHelp(program, { platform: 'darwin', userns, profiles })).toBeNull()
  expect(sandboxHelp(program, { platform: 'linux', userns: join(at.dir, 'none'), profiles })).toBeNull()
  // An AppArmor profile of its own is required, not one of another program.
  put(
    join(at.dir, 'profiles/slack'),
    '# built on /electron\nprofile slack /usr/lib/slack/slack flags=(unconfined) {}\n',
  )
  expect(sandboxHelp(program, { platform: 'linux', userns, profiles: join(at.dir, 'profiles') })).not.toBeNull()
  put(
    join(at.dir, 'profiles/own'),
    'profile own /home/*/cuelight/node_modules/electron/dist/electron {\n  userns,\n}\n',
  )
  expect(sandboxHelp(program, { platform: 'linux', userns, profiles: join(at.dir, 'profiles') })).toBeNull()
  const helper = put(join(at.package, 'dist/chrome-sandbox'), '')
  expect(sandboxHelp(program, { platform: 'linux', userns, profiles })).not.toBeNull()
  chmodSync(helper, 0o4755)
  expect(sandboxHelp(program, { platform: 'linux', userns, profiles })).toBeNull()
})
