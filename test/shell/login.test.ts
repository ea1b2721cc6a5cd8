/** Starting at login, in each platform's own way; the shown state is what the system reports. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { tryLogin } from '../../electron/shell/doctor/tryLogin.ts'
import {
  autostartPath,
  createLogin,
  execLine,
  startCommand,
  startsHidden,
} from '../../electron/shell/system/login.ts'
import { INSTALL_WORDS } from '../../shared/words/desktop/updates.ts'
import { loginItems } from '../fakes/electron/main/loginItems.ts'
import { folderForTest } from '../support/atEnd.ts'

let dir: string
beforeEach(() => {
  dir = folderForTest()
})

const COMMAND = ['/opt/Cue light/cuelight', '--hidden']

/** The login items of macOS and Windows. */
function items(obeys = true, status?: string) {
  const asked: object[] = []
  let kept = false
  return {
    asked,
    getLoginItemSettings: (which?: object) => {
      asked.push({ read: which })
      return { openAtLogin: kept, ...(status ? { status } : {}) }
    },
    setLoginItemSettings(settings: { openAtLogin: boolean }) {
      asked.push(settings)
      if (obeys) kept = settings.openAtLogin
    },
  }
}

const login = (platform: string, app = items()) =>
  createLogin({ platform, app, command: COMMAND, autostart: join(dir, 'config', 'autostart', 'cuelight.desktop') })
const file = () => join(dir, 'config', 'autostart', 'cuelight.desktop')

describe('on Linux', () => {
  it('is a file that desktops read, written whole, and removed', async () => {
    const here = login('linux')
    expect(here.read()).toEqual({ enabled: false, about: null })
    await here.set(true)
    expect(here.read()).toEqual({ enabled: true, about: null })
    expect(readFileSync(file(), 'utf8')).toBe(
      [
        ...['[Desktop Entry]', 'Type=Application', 'Name=Cuelight'],
        ...['Exec="/opt/Cue light/cuelight" "--hidden"', 'Terminal=false', ''],
      ].join('\n'),
    )
    await here.set(true)
    await here.set(false)
    expect(here.read()).toEqual({ enabled: false, about: null })
    await here.set(false)
    expect(readdirSync(join(dir, 'config', 'autostart'))).toEqual([])
  })

  it('reports what the desktop has changed since', async () => {
    const here = login('linux')
    await here.set(true)
    const text = readFileSync(file(), 'utf8')
    for (const line of ['Hidden=true', 'X-GNOME-Autostart-enabled=false']) {
      writeFileSync(file(), `${text}${line}\n`)
      expect(here.read(), line).toEqual({ enabled: false, about: null })
    }
    writeFileSync(file(), text.replace('/opt/Cue light/cuelight', '/old/cuelight'))
    expect(here.read()).toEqual({ enabled: false, about: expect.stringContaining('/old/cuelight') })
    writeFileSync(file(), 'nonsense')
    expect(here.read()).toEqual({ enabled: false, about: null })
  })

  it('is refused in words if it cannot be written, and is not shown as on', async () => {
    writeFileSync(join(dir, 'config'), 'a file where a folder must be')
    const here = login('linux')
    const refusal = { reason: 'desktop', message: expect.any(String) }
    await expect(here.set(true)).rejects.toMatchObject({ refusal })
    expect(here.read().enabled).not.toBe(true)
  })

  it('is unknown if the file cannot be read', () => {
    mkdirSync(file(), { recursive: true })
    expect(login('linux').read()).toEqual({ enabled: null, about: expect.stringContaining('is no file') })
  })

  it("is in the user's autostart folder", () => {
    expect(autostartPath({ XDG_CONFIG_HOME: '/c' })).toBe('/c/autostart/cuelight.desktop')
    expect(autostartPath({ XDG_CONFIG_HOME: '' })).toMatch(/\/\.config\/autostart\/cuelight\.desktop$/)
  })

  it('quotes what a desktop would read differently', () => {
    expect(execLine(['/a b/c', '--x=1'])).toBe('"/a b/c" "--x=1"')
    expect(execLine(['100%'])).toBe('"100%%"')
    expect(execLine(['a"b', '$HOME'])).toBe(String.raw`"a\\"b" "\\$HOME"`)
    expect(execLine(['`id`'])).toBe('"\\\\`id\\\\`"')
    expect(execLine([String.raw`C:\x`])).toBe(String.raw`"C:\\\\x"`)
  })
})

it('on Windows program and arguments are named for setting and reading, quoted if necessary', async () => {
  const app = items()
  const here = createLogin({
    ...{ platform: 'win32', app, autostart: '' },
    command: ['C:\\Cuelight.exe', '--hidden', '--data-dir', 'C:\\My Data'],
  })
  await here.set(true)
  const what = { path: 'C:\\Cuelight.exe', args: ['--hidden', '--data-dir', '"C:\\My Data"'] }
  expect(app.asked).toEqual([{ openAtLogin: true, ...what }, { read: what }])
  expect(here.read()).toEqual({ enabled: true, about: null })
})

describe('as Electron keeps it', () => {
  const kept = (system: 'windows' | 'macos', platform: string, program: string) => {
    const items = loginItems(system)
    const app = { getLoginItemSettings: items.get, setLoginItemSettings: items.set }
    return { items, here: createLogin({ platform, app, autostart: '', command: [program, '--hidden'] }) }
  }

  // The doctor tries it out only where nothing else is there.
  it('windows: a line with other options is another Cuelight’s', () => {
    const { items, here } = kept('windows', 'win32', 'C:\\Cuelight.exe')
    items.set({ openAtLogin: true, path: 'C:\\Cuelight.exe', args: ['--hidden', '--data-dir', 'D:\\show'] })
    expect(here.read()).toEqual({ enabled: false, about: expect.stringContaining('Another program') })
  })

  it.each([
    ['windows', 'win32', 'C:\\Cuelight.exe', 'Startup'],
    ['windows', 'win32', 'C:\\Users\\A Person\\Cuelight.exe', 'Startup'],
    ['macos', 'darwin', '/Applications/Cuelight.app', 'Login Items'],
  ] as const)(
    '%s: turned off by the user elsewhere it is off, and turned on again it is on (%s, %s)',
    async (...of) => {
      const [system, platform, program, place] = of
      const { items, here } = kept(system, platform, program)
      await here.set(true)
      expect(here.read()).toEqual({ enabled: true, about: null })
      items.turnOff()
      expect(here.read()).toEqual({ enabled: false, about: expect.stringContaining(place) })
      await here.set(true)
      expect(here.read()).toEqual({ enabled: true, about: null })
      await here.set(false)
      expect(here.read()).toEqual({ enabled: false, about: null })
    },
  )
})

describe('on macOS', () => {
  it('is refused for an app that the system runs from a random place, and says what to do', async () => {
    const app = items()
    const here = createLogin({ platform: 'darwin', app, command: COMMAND, autostart: '', isAstray: true })
    const message = expect.stringContaining('Applications folder')
    expect(here.read()).toEqual({ enabled: null, about: message })
    await expect(here.set(true)).rejects.toMatchObject({ refusal: { reason: 'desktop', message } })
    expect(app.asked).toEqual([{ read: {} }])
    expect(await tryLogin(here)).toEqual({ state: 'cannotTell', detail: message })
  })

  it('can be turned off by such an app, if it was turned on before', async () => {
    const app = items()
    await login('darwin', app).set(true)
    const here = createLogin({ platform: 'darwin', app, command: COMMAND, autostart: '', isAstray: true })
    expect(here.read()).toEqual({ enabled: true, about: INSTALL_WORDS.notInApplications })
    await here.set(false)
    expect(login('darwin', app).read()).toEqual({ enabled: false, about: null })
    expect(here.read()).toEqual({ enabled: null, about: INSTALL_WORDS.notInApplications })
  })

  it('leaves the program to the system', async () => {
    const app = items()
    await login('darwin', app).set(true)
    expect(app.asked[0]).toEqual({ openAtLogin: true })
    await login('darwin', app).set(false)
    expect(login('darwin', app).read()).toEqual({ enabled: false, about: null })
  })

  it('reports that the system waits for an approval', async () => {
    const here = login('darwin', items(false, 'requires-approval'))
    const refusal = { reason: 'desktop', message: expect.stringContaining('approval') }
    await expect(here.set(true)).rejects.toMatchObject({ refusal })
    expect(here.read()).toEqual({ enabled: false, about: expect.stringContaining('Login Items') })
  })
})

it('a system that does not apply it is not trusted to have done so', async () => {
  for (const platform of ['win32', 'darwin'])
    await expect(login(platform, items(false)).set(true)).rejects.toMatchObject({ refusal: { reason: 'desktop' } })
})

it('an unknown system reports that, and refuses', async () => {
  expect(login('freebsd').read()).toEqual({ enabled: null, about: expect.any(String) })
  await expect(login('freebsd').set(true)).rejects.toMatchObject({ refusal: { reason: 'desktop' } })
})

describe('the started program', () => {
  const versions = { ...process.versions, electron: '45.4.1' }
  const program = { execPath: '/opt/cuelight', argv: ['/opt/cuelight', '--port', '0'], env: {}, versions }

  it('is this one, hidden, with its data', () =>
    expect(startCommand(program, ['--data-dir', '/d'])).toEqual(['/opt/cuelight', '--hidden', '--data-dir', '/d']))

  it('is the original file of a program that unpacks itself', () => {
    const from = (env: NodeJS.ProcessEnv) => startCommand({ ...program, env }, [])
    expect(from({ APPIMAGE: '/home/me/Cuelight.AppImage' })[0]).toBe('/home/me/Cuelight.AppImage')
    expect(from({ PORTABLE_EXECUTABLE_FILE: 'D:\\Cuelight.exe' })[0]).toBe('D:\\Cuelight.exe')
  })

  it('from a checkout is Electron with the path of the app', () => {
    const argv = ['/e/electron', '/src/main.mjs', '--port', '0']
    const command = ['/opt/cuelight', '/src/main.mjs', '--hidden']
    expect(startCommand({ ...program, argv, defaultApp: true }, [])).toEqual(command)
  })

  it('from a checkout gets its absolute folder, and keeps the switches that Chromium needs to run here', () => {
    const argv = ['/e/electron', '--inspect=0', '--no-sandbox', '-r', '/probe.cjs', '.', '--port', '0']
    const command = ['/opt/cuelight', process.cwd(), '--no-sandbox', '--hidden']
    expect(startCommand({ ...program, argv, defaultApp: true }, [])).toEqual(command)
    const inImage = ['/opt/cuelight', '--no-sandbox', '--port', '0']
    expect(startCommand({ ...program, argv: inImage }, [])).toEqual(['/opt/cuelight', '--no-sandbox', '--hidden'])
  })

  it('does not exist on macOS from a checkout: the system would start a bare Electron', async () => {
    const bare = createLogin({ platform: 'darwin', app: items(), isPackaged: false, command: [], autostart: '' })
    expect(bare.read().enabled).toBeNull()
    await expect(bare.set(true)).rejects.toMatchObject({ refusal: { reason: 'desktop' } })
  })

  it('opens no window if the system or the user wants it so', () => {
    const no = { hidden: false, startHidden: false, openedAtLogin: false }
    expect(startsHidden(no)).toBe(false)
    for (const one of ['hidden', 'startHidden', 'openedAtLogin'])
      expect(startsHidden({ ...no, [one]: true })).toBe(true)
  })
})
