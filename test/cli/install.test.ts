/** The command on the PATH: its place and content on each system, and files of others that are never touched. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import * as disk from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Refused } from '../../electron/core/commands/ports.ts'
import {
  type CommandPlace,
  commandProgram,
  installCommand,
  installedCommand,
  planInstall,
} from '../../electron/shell/installCommand.ts'
import { INSTALL_WORDS } from '../../shared/words/desktop/updates.ts'
import { newDir } from '../fakes/rig.ts'
import { atEnd } from '../support/atEnd.ts'

const top = join(import.meta.dirname, '../..')

const place = (more: Partial<CommandPlace> = {}): CommandPlace => ({
  platform: 'linux',
  env: { PATH: '/usr/bin:/bin' },
  home: '/home/mia',
  program: ['/opt/Cuelight/cuelight', '--cli'],
  localBinIsOurs: false,
  ...more,
})

test('the plan: Linux: the user’s own bin, with the line for the PATH if it is missing', () => {
  const plan = planInstall(place())
  expect(plan.path).toBe('/home/mia/.local/bin/cuelight')
  expect(plan.about).toContain('export PATH="$HOME/.local/bin:$PATH"')
  expect(planInstall(place({ env: { PATH: '/bin:/home/mia/.local/bin' } })).about).toBeNull()
})

test('the plan: macOS: a folder every terminal searches, if it is writable', () => {
  const ours = planInstall(place({ platform: 'darwin', localBinIsOurs: true }))
  expect(ours).toMatchObject({ path: '/usr/local/bin/cuelight', about: null })
  expect(planInstall(place({ platform: 'darwin' })).path).toBe('/home/mia/.local/bin/cuelight')
  expect(planInstall(place({ localBinIsOurs: true })).path).toBe('/home/mia/.local/bin/cuelight')
})

test('the plan: Windows: a folder on every PATH, a batch file, and an unchanged %', () => {
  const env = { LOCALAPPDATA: 'C:\\Users\\Mia\\AppData\\Local' }
  const program = ['C:\\100% live\\Cuelight.exe', '--cli']
  const plan = planInstall(place({ platform: 'win32', env, program }))
  expect(plan.path).toBe('C:\\Users\\Mia\\AppData\\Local\\Microsoft\\WindowsApps\\cuelight.cmd')
  expect(plan.content).toContain('"C:\\100%% live\\Cuelight.exe" "--cli" %*\r\nexit /b %errorlevel%\r\n')
})

test('the plan: Windows: a name beyond ASCII is not spelled out, or read in the code page of the file', () => {
  const env = { LOCALAPPDATA: 'C:\\Users\\Jürgen\\AppData\\Local' }
  const below = planInstall(
    place({ platform: 'win32', env, program: [`${env.LOCALAPPDATA}\\Cuelight\\Cuelight.exe`] }),
  )
  expect(below.content).toContain('"%LOCALAPPDATA%\\Cuelight\\Cuelight.exe" %*')
  expect(below.content).not.toMatch(/chcp|ü/)
  const beside = planInstall(place({ platform: 'win32', env, program: ['D:\\Größe\\Cuelight.exe'] }))
  expect(beside.content).toMatch(/chcp 65001 >nul\r\n"D:\\Größe/)
})

test('the program: this executable, the image it came in, or the bundle of a checkout', () => {
  const versions = { electron: '45.4.1' } as never
  const packaged = { versions, execPath: '/opt/x/cuelight', env: {}, platform: 'linux' } as const
  expect(commandProgram(packaged, '/m')).toEqual(['/opt/x/cuelight', '--cli', '--'])
  const APPIMAGE = '/home/mia/C.AppImage'
  expect(commandProgram({ ...packaged, env: { APPIMAGE } }, '/m')).toEqual([APPIMAGE, '--cli', '--'])
  const checkout = ['/c/node_modules/node/bin/node', '/c/.dist/main/cli.mjs']
  expect(commandProgram({ ...packaged, defaultApp: true }, '/c/.dist/main')).toEqual(checkout)
  expect(commandProgram({ ...packaged, versions: {} as never }, '/c/.dist/main')).toEqual(checkout)
  // It says why macOS ended the program.
  const execPath = '/Applications/Cuelight.app/Contents/MacOS/Cuelight'
  const launcher = '/Applications/Cuelight.app/Contents/Resources/bin/cuelight'
  expect(commandProgram({ ...packaged, execPath, platform: 'darwin' }, '/m')).toEqual([launcher])
})

function printer(path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '#!/bin/sh\nfor one in "$@"; do echo "<$one>"; done\nexit 4\n')
  chmodSync(path, 0o755)
  return path
}

const ARGS = ['scene', "Mia's  Break", '--json', '$HOME', '']
const PRINTED = `<--cli>\n${ARGS.map((one) => `<${one}>`).join('\n')}\n`

describe('installed', () => {
  test('it runs the program with every argument unchanged, and with its exit code', async () => {
    const home = newDir()
    const program = [printer(join(home, "it's $HERE", 'cuelight')), '--cli']
    const { path } = await installCommand(place({ home, program }), disk)
    expect(statSync(path).mode & 0o777).toBe(0o755)
    const { stdout, status } = spawnSync(path, ARGS, { encoding: 'utf8' })
    expect([stdout, status]).toEqual([PRINTED, 4])
    expect(await disk.readdir(dirname(path))).toEqual(['cuelight'])
  })

  test('again, it replaces our own file or link, and says when another copy is started', async () => {
    const home = newDir()
    const old = place({ home, program: ['/old/cuelight', '--cli'] })
    await installCommand(old, disk)
    const another = { path: planInstall(old).path, about: expect.stringContaining('another copy') }
    expect(await installedCommand(place({ home }), disk)).toMatchObject(another)
    const { path } = await installCommand(place({ home }), disk)
    expect(readFileSync(path, 'utf8')).toContain('/opt/Cuelight/cuelight')
    const target = join(home, 'launcher')
    await disk.rename(path, target)
    symlinkSync(target, path)
    await installCommand(old, disk)
    expect(readFileSync(target, 'utf8')).toContain('/opt/Cuelight/cuelight')
    expect(readFileSync(path, 'utf8')).toContain('/old/cuelight')
  })

  test.each([
    ['a file', (path: string) => writeFileSync(path, '#!/bin/sh\necho mine\n')],
    ['a folder', (path: string) => mkdirSync(path)],
    ['a link to nothing', (path: string) => symlinkSync('/nowhere/at/all', path)],
  ])('%s of another program is left alone', async (_, make) => {
    const home = newDir()
    const { path } = planInstall(place({ home }))
    mkdirSync(dirname(path), { recursive: true })
    make(path)
    const error = await installCommand(place({ home }), disk).catch((one) => one)
    expect(error).toBeInstanceOf(Refused)
    expect(error.refusal).toMatchObject({ reason: 'desktop', message: expect.stringContaining(path) })
    expect(await disk.readdir(dirname(path))).toEqual(['cuelight'])
    expect(await installedCommand(place({ home }), disk)).toMatchObject({ path: null })
  })

  test('if the system refuses, nothing is left behind and the reason is shown', async () => {
    const home = newDir()
    const full = { ...disk, rename: async () => Promise.reject(new Error('EROFS: read-only file system')) }
    const error = await installCommand(place({ home }), full).catch((one) => one)
    expect(error.refusal.message).toContain('read-only')
    expect(await disk.readdir(join(home, '.local/bin'))).toEqual([])
  })

  test('macOS: what the PATH of a terminal may lack is said once, because ours tells nothing about it', async () => {
    const mac = place({ home: newDir(), platform: 'darwin' })
    expect((await installCommand(mac, disk)).about).toMatch(/~\/\.zprofile: export PATH=/)
    expect(await installedCommand(mac, disk)).toEqual({ path: planInstall(mac).path, about: null })
  })

  test('macOS: an app that the system runs from a random place installs nothing, and says what to do', async () => {
    const astray = place({ home: newDir(), platform: 'darwin', isAstray: true })
    expect(await installedCommand(astray, disk)).toEqual({ path: null, about: INSTALL_WORDS.notInApplications })
    const error = await installCommand(astray, disk).catch((one) => one)
    expect(error.refusal).toEqual({ reason: 'desktop', message: INSTALL_WORDS.notInApplications })
    expect(await disk.readdir(astray.home)).toEqual([])
  })

  test('it is found where a terminal finds it; one of another program that comes first is named', async () => {
    const [home, brought] = [newDir(), newDir()]
    expect(await installedCommand(place({ home }), disk)).toEqual({ path: null, about: null })
    const env = { PATH: `${brought}:${join(home, '.local/bin')}` }
    await installCommand(place({ home, env }), disk)
    const found = () => installedCommand(place({ home, env }), disk)
    expect(await found()).toEqual({ path: join(home, '.local/bin/cuelight'), about: null })
    const theirs = join(brought, 'cuelight')
    cpSync(join(top, 'build/launchers/cuelight'), theirs)
    expect(await found()).toEqual({ path: theirs, about: null })
    writeFileSync(theirs, 'other')
    expect(await found()).toEqual({ path: null, about: expect.stringContaining(theirs) })
  })
})

describe('the launcher of a packaged app', () => {
  const packaged = (program: string, bin: string) => {
    const dir = newDir()
    printer(join(dir, program))
    mkdirSync(join(dir, bin), { recursive: true })
    cpSync(join(top, 'build/launchers/cuelight'), join(dir, bin, 'cuelight'))
    return { dir, launcher: join(dir, bin, 'cuelight') }
  }

  test.each([
    ['Linux', 'opt/My Cuelight/cuelight-desktop', 'opt/My Cuelight/resources/bin'],
    ['macOS', 'Cuelight.app/Contents/MacOS/Cuelight', 'Cuelight.app/Contents/Resources/bin'],
  ])('%s: finds its program through links, and passes everything on', (_, program, bin) => {
    const { dir, launcher } = packaged(program, bin)
    mkdirSync(join(dir, 'usr/bin'), { recursive: true })
    symlinkSync(launcher, join(dir, 'usr/bin/first'))
    symlinkSync('first', join(dir, 'usr/bin/cuelight'))
    for (const start of [launcher, join(dir, 'usr/bin/cuelight')]) {
      const { stdout, status } = spawnSync(start, ARGS, { encoding: 'utf8', cwd: '/' })
      expect([stdout, status]).toEqual([PRINTED.replace('<--cli>', '<--cli>\n<-->'), 4])
    }
  })

  const MAC = ['Cuelight.app/Contents/MacOS/Cuelight', 'Cuelight.app/Contents/Resources/bin'] as const
  const onMac = (script: string) => {
    const { dir, launcher } = packaged(...MAC)
    writeFileSync(join(dir, MAC[0]), `#!/bin/sh\n${script}\n`)
    return launcher
  }

  test('macOS: says why the system ended its program, and keeps the exit code', () => {
    const { stderr, status } = spawnSync(onMac('ulimit -c 0; kill -ABRT $$'), ['status'], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([134, expect.stringContaining('desktop session')])
    // A command may have been sent by then.
    expect(stderr).not.toContain('before')
    const other = spawnSync(onMac('exit 3'), ['status'], { encoding: 'utf8' })
    expect([other.status, other.stderr]).toEqual([3, ''])
  })

  test('macOS: its program reads what is piped in', () => {
    const { stdout, status } = spawnSync(onMac('cat; exit 5'), ['status'], { encoding: 'utf8', input: 'piped' })
    expect([status, stdout]).toEqual([5, 'piped'])
  })

  test('macOS: Ctrl+C reaches its program, and the launcher waits for its exit code', async () => {
    // No shell can listen to what the launcher's shell made it ignore; Node can, and so can Electron.
    const listens = "process.on('SIGINT', () => process.exit(7)); setInterval(() => {}, 1e9); console.log('ready')"
    const script = `exec '${process.execPath}' -e "${listens}"`
    const child = spawn(onMac(script), [], { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
    const gone = once(child, 'exit')
    const { pid } = child
    if (pid === undefined) throw new Error('it did not start')
    atEnd(() => {
      try {
        process.kill(-pid, 'SIGKILL')
      } catch {
        // All of it has ended.
      }
    })
    await once(child.stdout, 'data')
    process.kill(-pid, 'SIGINT')
    expect(await gone).toEqual([7, null])
  })

  test.each(['SIGTERM', 'SIGHUP'] as const)(
    'macOS: %s for it ends its program, whose exit code it keeps',
    async (signal) => {
      // Only a signal that the program has received makes it end with this code.
      const script = `trap 'exit 7' ${signal.slice(3)}\necho ready\nwhile :; do sleep 0.05; done`
      const child = spawn(onMac(script), [], { stdio: ['ignore', 'pipe', 'inherit'] })
      const gone = once(child, 'exit')
      await once(child.stdout, 'data')
      child.kill(signal)
      expect(await gone).toEqual([7, null])
    },
  )

  test('says when its app is gone', () => {
    const { dir, launcher } = packaged('elsewhere/cuelight', 'opt/resources/bin')
    const { stderr, status } = spawnSync(launcher, ['status'], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([3, expect.stringContaining('install it again')])
    expect(stderr).toContain(dir)
  })
})
