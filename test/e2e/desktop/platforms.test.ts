/** What the desktop app does only on Windows and on macOS, run on the stand-in, which sets `process.platform`. */
import type { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultHotkeys } from '../../../shared/hotkeys/hotkeys.ts'
import { TOAST_IDS } from '../../../shared/settings/appIds.ts'
import { INSTALL_NAMES } from '../../../shared/words/desktop/updates.ts'
import { startIndependentServer } from '../../fakes/independent/server.ts'
import { newDir } from '../../fakes/rig.ts'
import { atEnd, closing } from '../../support/atEnd.ts'
import { gone } from '../../support/gone.ts'
import { wentLiveBefore } from '../app.ts'
import { tally } from '../stagehand.ts'
import { clickTrayIcon, type DesktopApp, pressHotkey, probed, requested } from './driver.ts'
import { launchDesktop, ON } from './launch.ts'
import { apart, sweep, until } from './stage.ts'

async function open(platform: 'win32' | 'darwin', args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const service = closing(await startIndependentServer({ preparingMs: 1 }))
  // Below APPDATA, as by default.
  const dataDir = join(newDir(), 'cuelight')
  mkdirSync(dataDir)
  wentLiveBefore(dataDir, service.baseUrl)
  const app = await launchDesktop({
    ...{ dataDir, args: [`--base-url=${service.baseUrl}`, ...args] },
    env: {
      ...{ STAND_IN: platform === 'win32' ? 'windows' : 'macos', STAND_IN_PLATFORM: platform },
      ...{ CUELIGHT_API_KEY: service.key, APPDATA: dirname(dataDir), LOCALAPPDATA: newDir() },
      ...env,
    },
  })
  atEnd(() => sweep(app))
  return { app, counted: () => [service.count('POST', /\/live$/), service.count('POST', /\/live\/stop$/)] }
}

async function goLiveByKeys(app: DesktopApp, platform: string): Promise<void> {
  const key = defaultHotkeys(platform).goLive ?? ''
  await pressHotkey(app, key)
  await apart()
  await pressHotkey(app, key)
}

describe.runIf(ON.includes('stand-in'))('on the stand-in', () => {
  test.each(['win32', 'darwin'] as const)(
    '%s: it starts, registers its keys, and asks before it quits while on air',
    async (platform) => {
      const { app, counted } = await open(platform)
      const main = await app.page('main')
      await tally(main, 'off')
      expect((await probed(app)).hotkeys).toEqual(
        Object.values(defaultHotkeys(platform)).filter((key) => key !== null),
      )
      await goLiveByKeys(app, platform)
      await tally(main, 'live')
      expect(counted()).toEqual([1, 0])
      await app.evaluate(({ app }) => app.quit(), null)
      await main.getByRole('dialog').waitFor()
      expect(counted()).toEqual([1, 0])
      expect(app.stderr()).toBe('')
    },
  )

  test('macOS: it is in the Dock while it has a window, and not for the tray alone', async () => {
    const { app } = await open('darwin', ['--hidden'])
    const isInDock = () => app.evaluate(({ app }) => app.dock?.isVisible() ?? null, null)
    await app.page('overlay')
    expect(await isInDock()).toBe(false)
    await app.evaluate(({ app }) => app.emit('activate'), null)
    await app.page('main')
    await until(async () => expect(await isInDock()).toBe(true))
  })

  test('macOS: started at login, it opens no window', async () => {
    const { app } = await open('darwin', [], { STAND_IN_AT_LOGIN: '1' })
    await until(async () => expect((await probed(app)).tooltip).toContain('Nothing is on air'))
    const pages = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length, null)
    expect(pages).toBe(1)
    await app.evaluate(({ app }) => app.emit('activate'), null)
    await app.page('main')
  })

  test.each([
    ['astray', 2],
    ['Applications', 0],
  ])('macOS: an app in %s says what to do before it installs anything', async (place, said) => {
    const { app } = await open('darwin', [], { STAND_IN_APP: place, PATH: newDir(), HOME: newDir() })
    const main = await app.page('main')
    await tally(main, 'off')
    await main.evaluate(() => {
      location.hash = '#set-up/desktop'
    })
    await main.getByText('The command is not installed').waitFor()
    // For the command, and for starting at login.
    const hints = main.getByText('Move Cuelight to the Applications folder')
    await expect.poll(() => hints.count()).toBe(said)
  })

  test('macOS: a window that is open is brought to the front, and the Dock is left alone', async () => {
    const { app } = await open('darwin')
    await app.page('main')
    await app.evaluate(({ app }) => app.emit('activate'), null)
    // From a checkout it is there from the start.
    expect(await requested(app, 'dock.show')).toEqual([])
  })

  test('macOS: the tray’s icon has an id, by which its place is remembered', async () => {
    const { app } = await open('darwin', ['--hidden'])
    await app.page('overlay')
    const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(await requested(app, 'Tray')).toEqual([{ arg: uuid, early: false }])
  })

  test('Windows: before Electron is ready it has its id, and its caches are in the local folder', async () => {
    const { app } = await open('win32', ['--hidden'])
    await app.page('overlay')
    expect(await requested(app, 'setAppUserModelId')).toEqual([{ arg: process.execPath, early: true }])
    expect(await requested(app, 'setToastActivatorCLSID')).toEqual([{ arg: TOAST_IDS.checkout, early: true }])
    // Its notifications leave the installed app's shortcut alone.
    expect(await requested(app, 'setName')).toEqual([{ arg: INSTALL_NAMES.checkout, early: true }])
    const caches = expect.stringMatching(new RegExp(`${basename(app.dataDir)}.chromium$`))
    expect(await requested(app, 'setPath sessionData')).toEqual([{ arg: caches, early: true }])
  })

  test('Windows: a second start hands the running one the right to the foreground', async () => {
    const { app } = await open('win32', ['--hidden'])
    await app.page('overlay')
    const named = join(app.dataDir, 'chromium/stand-in-may-come-to-front')
    expect(existsSync(named)).toBe(false)
    const programs = join(dirname(app.dataDir), 'Microsoft/Windows/Start Menu/Programs')
    // Written at the start: a notification that comes right after its shortcut is dropped.
    await until(() => expect(readdirSync(programs)).toEqual([`${INSTALL_NAMES.checkout}.lnk`]))
    expect((await app.startAgain()).code).toBe(0)
    // Without its shortcut the running one could show no notification any more.
    expect(readdirSync(programs)).toEqual([`${INSTALL_NAMES.checkout}.lnk`])
    expect(readFileSync(named, 'utf8')).toBe(String(await app.evaluate(() => process.pid, null)))
    await app.end()
    expect(readdirSync(programs)).toEqual([])
  })

  test('Windows at 150 %: the tray’s picture has the size at which it is drawn', async () => {
    const { app } = await open('win32', ['--hidden'], { STAND_IN_SCALE: '1.5' })
    const width = async () => Buffer.from((await probed(app)).icon, 'base64').readUInt32BE(16)
    await until(async () => expect(await width()).toBe(24))
  })

  test('macOS: the quick panel appears over another program’s full screen', async () => {
    const { app } = await open('darwin', ['--hidden'])
    await until(() => clickTrayIcon(app))
    await app.page('quick')
    const isEverywhere = await app.evaluate(({ BrowserWindow }) => {
      const quick = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().includes('page=quick'))
      return quick?.isVisibleOnAllWorkspaces()
    }, null)
    expect(isEverywhere).toBe(true)
  })

  test('a notification that the system does not show is logged, and said in the settings', async () => {
    const { app } = await open('darwin', [], { STAND_IN_BROKEN: 'notifications' })
    const main = await app.page('main')
    await tally(main, 'off')
    await goLiveByKeys(app, 'darwin')
    await until(() => expect(app.stderr()).toContain('a notification could not be shown: not allowed'))
    await main.evaluate(() => {
      location.hash = '#set-up/desktop'
    })
    await main.getByText('did not show Cuelight’s last notification').waitFor()
    // Until the next one is shown.
    await app.evaluate(() => {
      const probe = (globalThis as unknown as Record<symbol, { notifications: EventEmitter[] }>)[
        Symbol.for('cuelight.probe')
      ]
      probe?.notifications.at(-1)?.emit('show', {})
    }, null)
    await gone(main.getByText('did not show Cuelight’s last notification'))
  })
})
