/** The desktop app from its start to its end: windows, links, notifications, and its processes. */
import { describe, expect, test } from 'vitest'
import { DEFAULT_HOTKEYS } from '../../../shared/hotkeys/hotkeys.ts'
import { newDir } from '../../fakes/rig.ts'
import { childrenOf, lives, processesOn } from '../../studio/processes.ts'
import { atEnd } from '../../support/atEnd.ts'
import { button, press, tally } from '../stagehand.ts'
import { clickNotification, clickTray, type DesktopApp, pressHotkey, probed } from './driver.ts'
import { launchDesktop, ON } from './launch.ts'
import { apart, click, cuelight, goLive, openDesktop, openShow, shows, sweep, until } from './stage.ts'

const ask = (command: object) => JSON.stringify({ type: 'command', id: crypto.randomUUID(), command })

describe('windows', () => {
  test('the quick panel works like the main one, and hides when it loses the focus', async () => {
    const { app, counted } = await openShow()
    const main = await app.page('main')
    await tally(main, 'off')
    await main.evaluate(
      (text) => (globalThis as unknown as { cuelight: { post(text: string): void } }).cuelight.post(text),
      ask({ type: 'showWindow', window: 'quick' }),
    )
    const quick = await app.page('quick')
    await tally(quick, 'off')
    await press(quick, 'Go live', 'live')
    await tally(main, 'live')
    expect(counted()).toEqual([1, 0])
    const visible = () =>
      app.evaluate(({ BrowserWindow }) => {
        const shown = BrowserWindow.getAllWindows().filter((one) => one.isVisible())
        return shown.map((one) => one.webContents.getURL()).join()
      }, null)
    expect(await visible()).toContain('page=quick')
    await clickTray(app, 'Open the panel')
    await until(async () => expect(await visible()).not.toContain('page=quick'))
  })

  test('closing the last window leaves the tray, and the tray opens a window again', async () => {
    const { app } = await openShow()
    const before = await app.page('main')
    await tally(before, 'off')
    await app.evaluate(({ BrowserWindow }) => {
      for (const one of BrowserWindow.getAllWindows()) if (one.webContents.getURL().includes('page=main')) one.close()
    }, null)
    await until(() => expect(before.isClosed()).toBe(true))
    await click(app, 'Open the panel')
    await tally(await app.page('main'), 'off')
    expect(app.stderr()).toBe('')
  })

  test('started hidden, only the overlay window opens', async () => {
    const { app } = await openShow({}, { args: ['--hidden'] })
    await app.page('overlay')
    const pages = await app.pages()
    expect(pages.map((page) => URL.parse(page.url())?.searchParams.get('page'))).toEqual(['overlay'])
  })

  test('a crashed page reloads and shows what is on air', async () => {
    const { app } = await openShow()
    // Connected only afterwards: a client that saw a page crash never sees that page again.
    await goLive(app)
    const crashAndComeBack = () =>
      app.evaluate(({ BrowserWindow }) => {
        // Electron, too, can identify a page by its address only after it has loaded.
        const main = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().includes('page=main'))
        if (!main) throw new Error('no main window yet')
        return new Promise<void>((resolve) => {
          main.webContents.once('did-finish-load', resolve)
          main.webContents.forcefullyCrashRenderer()
        })
      }, null)
    await until(crashAndComeBack)
    expect(app.stderr()).toMatch(/the page main crashed/)
    await tally(await app.page('main'), 'live')
  })
})

test(`${ON}: a process of Chromium’s that ends is written down, but for one that is done`, async () => {
  const { app } = await openShow({}, { args: ['--hidden'] })
  await app.evaluate(({ app }) => {
    const gone = (reason: 'clean-exit' | 'crashed') =>
      app.emit('child-process-gone', {}, { type: 'GPU', serviceName: 'GPU', reason, exitCode: 11 })
    gone('clean-exit')
    gone('crashed')
  }, null)
  await until(() => expect(app.stderr()).toContain("a process of Chromium's ended: GPU, crashed (11)"))
  expect(app.stderr()).not.toContain('clean-exit')
})

describe('a second start', () => {
  test('shows the first one’s window, and exits', async () => {
    const { app } = await openShow({}, { args: ['--hidden'] })
    const second = await app.startAgain()
    expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining('its window is in front') })
    expect(second.stderr).not.toContain('another Electron has this folder open')
    await tally(await app.page('main'), 'off')
  })

  test('two started at once: one runs', async () => {
    const dataDir = newDir()
    const [one, other] = await Promise.all([launchDesktop({ dataDir }), launchDesktop({ dataDir })])
    for (const app of [one, other]) atEnd(() => sweep(app))
    const first = await Promise.race([one.ended.then(() => other), other.ended.then(() => one)])
    await shows(first, 'Nothing is on air')
  })

  test('with a link that cannot be followed shows the reason on the screen', async () => {
    const { app, counted } = await openShow({}, { args: ['--hidden'] })
    await cuelight(app, 'padlock', 'close')
    const overlay = await app.page('overlay')
    // Wait from the beginning: the message may have disappeared by the time the second start has ended.
    const told = overlay.getByText('The padlock is closed', { exact: false }).waitFor()
    await Promise.all([told, app.startAgain(['cuelight://go-live'])])
    expect(counted()).toEqual([0, 0])
  })

  test('with a link arms and does no more; a hostile link does nothing', async () => {
    const { app, counted } = await openShow()
    const hostile = ['scene/2', 'go-live?project=%2e%2e/x', 'x'.repeat(5_000)]
    for (const link of hostile) await app.startAgain([`cuelight://${link}`])
    expect(await clickTray(app, 'Go live now').catch((error) => String(error))).toContain('no item')
    await app.startAgain(['cuelight://go-live'])
    await shows(app, 'Go live now')
    expect(counted()).toEqual([0, 0])
    await apart()
    await click(app, 'Go live now')
    await shows(app, /On air: /)
    expect(counted()).toEqual([1, 0])
  })
})

test('a notification appears when the show goes on air and when it goes off; a click opens the panel', async () => {
  const { app } = await openShow({}, { args: ['--hidden'] })
  await pressHotkey(app, DEFAULT_HOTKEYS.goLive ?? '')
  await apart()
  await pressHotkey(app, DEFAULT_HOTKEYS.goLive ?? '')
  await until(async () => expect((await probed(app)).notifications).toHaveLength(1))
  const [told] = (await probed(app)).notifications
  await clickNotification(app, told?.title ?? '')
  await tally(await app.page('main'), 'live')
})

test('the overlay responds to each press, and the program on screen keeps the keyboard', async () => {
  const { app } = await openShow({}, { args: ['--hidden'] })
  const overlay = await app.page('overlay')
  await pressHotkey(app, DEFAULT_HOTKEYS.goLive ?? '')
  await overlay.getByRole('status').filter({ hasText: /again/i }).waitFor()
  const how = () =>
    app.evaluate(({ BrowserWindow }) => {
      return BrowserWindow.getAllWindows().map((one) => [one.isVisible(), one.isFocused()])
    }, null)
  expect(await how()).toEqual([[true, false]])
  await until(async () => expect(await how()).toEqual([[false, false]]))
})

test('quitting with something on air asks first, and the user can stay', async () => {
  const { app, counted } = await openShow({}, { args: ['--hidden'] })
  await goLive(app)
  await click(app, 'Quit Cuelight')
  const page = await app.page('main')
  await page.getByRole('dialog').getByText('on air', { exact: false }).first().waitFor()
  await press(page, 'Stay', 'live')
  await click(app, 'Quit Cuelight')
  await button(page, 'Leave on air').click()
  expect(await app.ended).toBe(0)
  expect(counted()).toEqual([1, 0])
})

test('a shutdown of the system is not delayed, and nothing is sent', async () => {
  const { app, counted } = await openShow()
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('shutdown'), null)
  expect(await app.ended).toBe(0)
  expect(counted()).toEqual([0, 0])
})

/** The app and its studio, without the processes that draw its windows. */
const own = ({ dataDir }: DesktopApp): number[] => processesOn(dataDir)

describe(`${ON}: processes`, () => {
  test('quitting leaves neither the app nor its studio running', async () => {
    const app = await openDesktop()
    await tally(await app.page('main'), 'off')
    expect(own(app)).toHaveLength(2)
    await clickTray(app, 'Quit Cuelight')
    expect(await app.ended).toBe(0)
    await until(() => expect(own(app)).toEqual([]))
  })

  test('a killed app takes its windows with it and leaves the studio running', async () => {
    const app = await openDesktop()
    await goLive(app)
    const pid = await app.evaluate(() => process.pid, null)
    const children = childrenOf(pid)
    const studio = own(app).filter((one) => one !== pid)
    await app.end('SIGKILL')
    expect(studio).toHaveLength(1)
    await until(() => expect(children.filter(lives)).toEqual(studio))
    const again = await openDesktop({ dataDir: app.dataDir })
    await shows(again, /On air: /)
    expect(own(again)).toEqual(expect.arrayContaining(studio))
  })
})
