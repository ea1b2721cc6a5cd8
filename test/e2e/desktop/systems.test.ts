/** The desktop app on different systems, as the stand-in simulates them (`test/fakes/electron/facts.ts`). */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { socketPath } from '../../../electron/core/bridge/socket.ts'
import { PORTAL_HOTKEYS } from '../../../shared/hotkeys/hotkeys.ts'
import { KEY_FILE_WORDS } from '../../../shared/words/cli/programs.ts'
import { newDir } from '../../fakes/rig.ts'
import { keychainIn } from '../../profiles/desk.ts'
import { type SecretService, startBus, startSecretService } from '../../profiles/secretService.ts'
import { childrenOf, eventually, ofProcess, processesOn } from '../../studio/processes.ts'
import { atEnd, closing } from '../../support/atEnd.ts'
import { collect } from '../app.ts'
import { tally } from '../stagehand.ts'
import { type DesktopApp, pressHotkey, probed } from './driver.ts'
import { ON } from './launch.ts'
import { apart, cuelight, goLive, openShow, shows, until } from './stage.ts'

const top = join(import.meta.dirname, '../../..')

/**
 * The journal of what reached the air and how the system ended; or the local one, of what never left this computer,
 * such as arms.
 */
const journalOf = (app: DesktopApp, name: 'journal' | 'journal-local' = 'journal') =>
  readFileSync(join(app.dataDir, `${name}.jsonl`), 'utf8')

/** Sends a command to the core as a page does. */
async function ask(app: DesktopApp, command: object): Promise<void> {
  const main = await app.page('main')
  await tally(main, 'off')
  await main.evaluate(
    (text) => (globalThis as unknown as { cuelight: { post(text: string): void } }).cuelight.post(text),
    JSON.stringify({ type: 'command', id: crypto.randomUUID(), command }),
  )
}

describe(`${ON}: the keychain`, () => {
  let secrets: SecretService
  beforeAll(async () => {
    secrets = await startSecretService()
  })
  afterAll(() => secrets.close())

  // On Windows an Electron process reads nothing from its standard input.
  test.each(['x11', 'windows'])('%s: a separate Electron process stores the key', async (system) => {
    const { app, service } = await openShow({}, { env: { ...secrets.env, STAND_IN: system } })
    const { baseUrl, key } = service
    const name = `Kept on ${system}`
    await ask(app, { type: 'createProfile', name, baseUrl, key })
    const profile = await until(() => {
      const { profiles } = JSON.parse(readFileSync(join(app.dataDir, 'settings.json'), 'utf8'))
      const found = profiles.find((one: { name: string }) => one.name === name)
      expect(found).toBeDefined()
      return found.id as string
    })
    await until(async () =>
      expect(await keychainIn(secrets.env).get(profile, 'quietly')).toEqual({ is: 'found', key }),
    )
    expect(app.stderr()).toBe('')
    if (system === 'windows') return
    // A crash of native code in that process ends no other process.
    secrets.pause()
    await ask(app, { type: 'createProfile', name: 'One more', baseUrl, key: `${key}2` })
    const pid = await app.evaluate(() => process.pid, null)
    const keychain = () => childrenOf(pid).find((one) => ofProcess(one, 'cmdline').includes('keychain.mjs')) ?? null
    process.kill(await eventually(keychain), 'SIGABRT')
    secrets.goOn()
    await until(async () => expect((await cuelight(app, 'status')).code).toBe(0))
    expect(app.stderr()).toBe('')
  })
})

describe.each(['gnome', 'kde'])(`${ON}: keys on Wayland (%s)`, (system) => {
  const wayland = { args: ['--hidden'], env: { STAND_IN: system, XDG_DATA_HOME: newDir() } }

  test('each key performs its own action and no other', async () => {
    const { app, counted } = await openShow({}, wayland)
    const { hotkeys } = await probed(app)
    // Each requested key must be distinct: otherwise every key would perform the last one's action.
    expect(hotkeys).toEqual(Object.values(PORTAL_HOTKEYS).filter((key) => key !== null))
    await pressHotkey(app, PORTAL_HOTKEYS.goLive ?? '')
    await apart()
    await pressHotkey(app, PORTAL_HOTKEYS.goLive ?? '')
    await shows(app, /On air: /)
    expect(counted()).toEqual([1, 0])
  })

  test('a press is confirmed by a notification, and no window takes the keyboard', async () => {
    const { app } = await openShow({}, wayland)
    await app.page('overlay')
    await pressHotkey(app, PORTAL_HOTKEYS.goLive ?? '')
    await until(async () => expect((await probed(app)).notifications.at(-1)?.title).toContain('ARMED: Press again'))
    const shown = () =>
      app.evaluate(
        ({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => [one.isVisible(), one.isFocused()]),
        null,
      )
    expect(await shown()).toEqual([[false, false]])
  })

  test('a request for the quick panel opens the main window, because no other can be placed', async () => {
    const { app } = await openShow({}, wayland)
    await cuelight(app, 'show')
    await app.page('main')
    // Hidden first, so that it can be seen to open.
    await app.evaluate(({ BrowserWindow }) => {
      for (const one of BrowserWindow.getAllWindows()) one.hide()
    }, null)
    await ask(app, { type: 'showWindow', window: 'quick' })
    const visible = () =>
      app.evaluate(({ BrowserWindow }) => {
        const shown = BrowserWindow.getAllWindows().filter((one) => one.isVisible())
        return shown.map((one) => URL.parse(one.webContents.getURL())?.searchParams.get('page'))
      }, null)
    await until(async () => expect(await visible()).toEqual(['main']))
  })
})

describe(`${ON}: staying up`, () => {
  test.each([
    ['fault', false],
    ['rejection', true],
  ])('after an uncaught %s on air, Cuelight restarts automatically and finds the show', async (_, isRejection) => {
    const { app, counted } = await openShow()
    const isAwake = () =>
      app.evaluate(({ powerSaveBlocker }) => [1, 2, 3, 4].some((id) => powerSaveBlocker.isStarted(id)), null)
    expect(await isAwake()).toBe(false)
    await goLive(app)
    expect(await isAwake()).toBe(true)
    await app.evaluate((_electron, rejects) => {
      setTimeout(() => {
        if (rejects) void Promise.reject(new Error('planted'))
        else throw new Error('planted')
      })
    }, isRejection)
    expect(await app.ended).toBe(1)
    expect(app.stderr()).toContain('Error: planted')
    await until(async () => {
      const { stdout } = await cuelight(app, 'status', '--json')
      expect(JSON.parse(stdout)).toMatchObject({ status: { tally: 'live' } })
    })
    expect(counted()).toEqual([1, 0])
    // Without that right no AppImage could be mounted, and no setuid-root sandbox would work.
    const [again = 0] = processesOn(app.dataDir).filter((pid) => ofProcess(pid, 'cmdline').includes('main.mjs'))
    expect(ofProcess(again, 'status')).toContain('NoNewPrivs:\t0')
  })

  // On Windows a signal of ours is no signal, and the session ends as below.
  test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGHUP'] as const)(
    'a session on Linux ends the app by %s, and the journal has its line',
    async (signal) => {
      const { app, counted } = await openShow()
      await goLive(app)
      expect(await app.end(signal)).toBe(0)
      expect(journalOf(app)).toMatch(/"event":"systemEnds","onAir":\["[^"]+"\]/)
      expect(counted()).toEqual([1, 0])
    },
  )

  test('what fails while Cuelight ends is logged, and Cuelight ends: it is no fault to restart after', async () => {
    const { app } = await openShow()
    await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      if (!window) throw new Error('no window yet')
      const destroy = window.destroy
      window.destroy = () => {
        window.destroy = destroy
        throw new Error('planted')
      }
    }, null)
    expect(await app.end()).toBe(0)
    expect(app.stderr()).toContain('closing: Error: planted')
    expect(app.stderr()).not.toContain('starts again')
  })

  test('the end of a session on Windows kills the app right after the notice, yet the journal has its line', async () => {
    const { app } = await openShow()
    await goLive(app)
    const killed = app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.emit('session-end', { reasons: ['shutdown'] })
      process.kill(process.pid, 'SIGKILL')
    }, null)
    await killed.catch(() => {})
    await app.ended
    expect(journalOf(app).trim().split('\n').at(-1)).toMatch(/"event":"systemEnds","onAir":\["[^"]+"\]/)
  })
})

test(`${ON}: macOS: the link that starts Cuelight is followed, and arms no more than any other`, async () => {
  const { app, counted } = await openShow({}, { env: { STAND_IN: 'macos', STAND_IN_LINK: 'cuelight://go-live' } })
  // The arm may have expired by now.
  await until(() => expect(journalOf(app, 'journal-local')).toMatch(/"source":"link".*"result":"armed"/))
  expect(counted()).toEqual([0, 0])
})

test(`${ON}: where no tray is shown it is said, and the window that is closed stays within reach`, async () => {
  const bus = closing(await startBus())
  const { app } = await openShow({}, { args: ['--hidden'], env: { ...bus.env, STAND_IN: 'gnome' } })
  const main = await app.page('main')
  await main.getByText('shows no tray icons', { exact: false }).first().waitFor()
  await app.evaluate(({ BrowserWindow }) => {
    for (const one of BrowserWindow.getAllWindows()) if (one.webContents.getURL().includes('page=main')) one.close()
  }, null)
  const minimized = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().filter((one) => one.isMinimized()).length, null)
  await until(async () => expect(await minimized()).toBe(1))
  expect(main.isClosed()).toBe(false)
})

test(`${ON}: whatever comes with an unlocked screen, the tray keeps its icon: a new one would be another to the system`, async () => {
  const { app } = await openShow({}, { args: ['--hidden'] })
  const isSame = await app.evaluate(async ({ powerMonitor, screen }) => {
    const probe = (globalThis as unknown as Record<symbol, { tray: object; draws: number }>)[
      Symbol.for('cuelight.probe')
    ]
    const tray = probe?.tray
    // The tray is redrawn for other reasons as well; after this many rounds, a delayed panel has replied.
    for (let times = 0; times < 20; times += 1) {
      const draws = probe?.draws ?? 0
      powerMonitor.emit('resume')
      powerMonitor.emit('unlock-screen')
      screen.emit('display-metrics-changed', {}, {}, ['workArea'])
      while ((probe?.draws ?? 0) === draws) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return probe?.tray === tray
  }, null)
  expect(isSame).toBe(true)
})

const [MAIN = '', REGISTER = ''] = ['.dist/main/main.mjs', 'test/fakes/electron/register.ts'].map((path) =>
  join(import.meta.dirname, '../../..', path),
)

/** Runs the program on the stand-in until it exits. @param input what is piped into it */
async function runProgram(system: string, words: readonly string[], input = '') {
  const child = spawn(process.execPath, ['-r', REGISTER, MAIN, ...words], {
    env: { ...process.env, STAND_IN: system },
  })
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  // It may have exited before it reads anything.
  child.stdin.on('error', () => {}).end(input)
  await once(child, 'close')
  return { code: child.exitCode, stdout: stdout(), stderr: stderr() }
}

test.runIf(ON.includes('stand-in')).each(['x11', 'windows'])(
  '%s, on the stand-in: the program as command line reads what is piped into it',
  async (system) => {
    const { app } = await openShow()
    const words = ['--cli', '--', 'query', 'listProjects', '--input', '-', '--json', '--data-dir', app.dataDir]
    const { code, stdout, stderr } = await runProgram(system, words, '{"limit":1}')
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, exitCode: 0 })
  },
)

test.runIf(ON.includes('stand-in')).each(['x11', 'windows'])(
  '%s, on the stand-in: a piped key is read, and an invalid one is reported',
  async (system) => {
    const words = ['--hidden', '--key-file', '-', '--data-dir', newDir()]
    const { code, stderr } = await runProgram(system, words, 'two words')
    expect([code, stderr]).toEqual([1, expect.stringContaining(KEY_FILE_WORDS.notOneKey(KEY_FILE_WORDS.stdin))])
  },
)

test(`${ON}: what is started at login is this Cuelight, on its own data, wherever the session starts it`, async () => {
  const config = newDir()
  const { app } = await openShow({}, { env: { XDG_CONFIG_HOME: config } })
  await ask(app, { type: 'setDesktop', launchAtLogin: true })
  const file = join(config, 'autostart', 'cuelight.desktop')
  const started = await until(() => /^Exec=(.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '')
  const [program = '', ...args] = [...started.matchAll(/"([^"]*)"/g)].map(([, argument = '']) => argument)
  expect([isAbsolute(program), existsSync(program)]).toEqual([true, true])
  expect(args.slice(-2)).toEqual(['--data-dir', app.dataDir])
  const [ours = ''] = args.filter((argument) => argument.endsWith('.dist/main/main.mjs') || argument === top)
  expect([isAbsolute(ours), existsSync(ours)]).toEqual([true, true])
})

describe.runIf(ON.includes('stand-in'))('macOS, on the stand-in: a process beside the app', () => {
  /** A folder with an `open` that writes down its arguments, and their file. */
  function fakeOpen() {
    const dir = newDir()
    const asked = join(dir, 'asked')
    writeFileSync(
      join(dir, 'open'),
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${asked}.new'\nmv '${asked}.new' '${asked}'\n`,
    )
    chmodSync(join(dir, 'open'), 0o755)
    return { PATH: `${dir}:${process.env.PATH}`, asked }
  }

  /** Runs an entry as on macOS, in a session with a screen. @param env what differs from that */
  function besideTheApp(words: readonly string[], env: NodeJS.ProcessEnv) {
    const child = spawn(process.execPath, ['-r', REGISTER, MAIN, ...words], {
      env: {
        ...{ ...process.env, SSH_CONNECTION: undefined },
        ...{ STAND_IN: 'macos', STAND_IN_PLATFORM: 'darwin', ...env },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    atEnd(() => void child.kill('SIGKILL'))
    return { child, gone: once(child, 'exit'), stdout: collect(child.stdout), stderr: collect(child.stderr) }
  }

  /** Resolves once it has answered a click on the app's icon. */
  const answered = (child: ChildProcess, asked: string) =>
    // Nothing answers at first, and macOS repeats nothing: but the user clicks again.
    until(() => {
      child.kill('SIGUSR2')
      expect(readFileSync(asked, 'utf8').split('\n')).toEqual([
        ...['-n', resolve(process.execPath, '../../..'), '--args', MAIN, ''],
      ])
    })

  test('a studio on air goes on where no temporary folder can be made, and answers no click', async () => {
    const [dir, TMPDIR] = [newDir(), join(newDir(), 'gone')]
    const { child, gone, stderr } = besideTheApp(['--studio', '--data-dir', dir, '--port', '0'], { TMPDIR })
    await until(() => expect(stderr()).toContain('ENOENT'))
    expect(stderr()).toMatch(/^a click on .* may not be answered/)
    child.kill('SIGTERM')
    expect(await gone).toEqual([0, null])
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s for a command that waits ends it, and a script does not go on',
    async (signal) => {
      const [dir, TMPDIR] = [newDir(), newDir()]
      const silent = createServer().listen(socketPath(dir))
      closing({ close: () => void silent.close() })
      const { PATH, asked } = fakeOpen()
      const { child, gone } = besideTheApp(['--cli', '--', 'status', '--data-dir', dir], { PATH, TMPDIR })
      await until(() => expect(readdirSync(TMPDIR)).toHaveLength(1))
      await answered(child, asked)
      child.kill(signal)
      expect(await gone).toEqual([130, null])
      expect(readdirSync(TMPDIR)).toEqual([])
    },
  )

  test.each(['--studio', '--cli'])(
    '%s opens the app when it is asked to open again, and ends when asked to',
    async (entry) => {
      const { app } = await openShow({}, { args: ['--hidden'] })
      const { PATH, asked } = fakeOpen()
      const [dir, TMPDIR] = [newDir(), newDir()]
      const words = {
        '--studio': ['--studio', '--data-dir', dir, '--port', '0'],
        '--cli': ['--cli', '--', 'watch', '--data-dir', app.dataDir],
      }[entry]
      const { child, gone } = besideTheApp(words ?? [], { PATH, TMPDIR })
      await once(child.stdout, 'data')
      await answered(child, asked)
      child.kill('SIGTERM')
      expect(await gone).toEqual([0, null])
      expect(readdirSync(TMPDIR)).toEqual([])
    },
  )
})

/** Exit code of a command line that was parsed as typed but found no Cuelight running on the folder. */
const NOBODY_RUNS = 3

test.runIf(ON.includes('stand-in'))(
  'on the stand-in: after -- the command line is read as typed; without it Chromium consumes its own switches',
  async () => {
    const codeOf = async (system: string, args: readonly string[]) =>
      (await runProgram(system, ['--cli', ...args, '--data-dir', newDir()])).code
    const url = ['edit', 'importFile', '--url', 'https://example.com/v.mp4', '--json']
    const type = ['query', 'listFiles', '--type=VIDEO', '--json']
    expect(await codeOf('windows', ['--', ...url, '--type=video'])).toBe(NOBODY_RUNS)
    expect(await codeOf('x11', ['--', ...type])).toBe(NOBODY_RUNS)
    expect(await codeOf('windows', url)).toBe(255)
    expect(await codeOf('x11', type)).toBe(1)
  },
)
