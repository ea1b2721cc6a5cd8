/**
 * The program that replaces Electron in the specs of this folder, tested on a small app: pages obey what the app says
 * about them, and each precaution that the app leaves out is noticed. The same on real Electron, where it exists.
 */

import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { WHOLE_BROWSER } from '../../fakes/electron/chromium/cdp.ts'
import { newDir } from '../../fakes/rig.ts'
import { atEnd } from '../../support/atEnd.ts'
import {
  clickNotification,
  clickTray,
  clickTrayIcon,
  type DesktopApp,
  type ElectronThere,
  pressHotkey,
  wake,
} from './driver.ts'
import { launchDesktop, ON } from './launch.ts'
import { sweep, until } from './stage.ts'

interface SampleFault {
  file?: 'main.mjs' | 'preload.cjs'
  from: string
  to: string
}

const sources = join(import.meta.dirname, '../../fakes/electron/sample')

async function openSample(fault?: SampleFault, env: NodeJS.ProcessEnv = {}): Promise<DesktopApp> {
  const dir = newDir()
  cpSync(sources, dir, { recursive: true })
  if (fault) plant(join(dir, fault.file ?? 'main.mjs'), fault)
  const app = await launchDesktop({ main: join(dir, 'main.mjs'), args: [join(dir, 'data')], dataDir: dir, env })
  atEnd(() => sweep(app))
  return app
}

function plant(path: string, { from, to }: SampleFault): void {
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`the fault does not fit: not exactly one "${from}"`)
  const faulty = text.replace(from, () => to)
  writeFileSync(path, faulty)
}

function prints(app: DesktopApp, ...lines: string[]): Promise<void> {
  return until(() => {
    const said = app.stdout().split('\n')
    let from = 0
    for (const line of lines) {
      from = said.indexOf(line, from) + 1
      if (from === 0) throw new Error(`"${line}" was not printed, but: ${said.join(' | ')} ${app.stderr()}`)
    }
  })
}

interface Sample {
  say(...words: unknown[]): void
  ask(question: string): Promise<unknown>
  listen(hear: (words: unknown) => void): void
  node(): string
  pageHas(name: string): boolean
  fail(): void
}
declare const sample: Sample

const pageOf = (app: DesktopApp): Promise<Page> => app.page('main')

const PROMISES = {
  async 'ready comes after the main module was read, with all it awaits'(app) {
    await prints(app, 'read', 'ready', 'loaded')
  },
  async 'a page runs under the policy that came with it'(app) {
    const ran = await (await pageOf(app)).evaluate(() => {
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.ran = true' }))
      return 'ran' in globalThis
    })
    expect(ran).toBe(false)
  },
  async 'a preload script has no Node'(app) {
    const page = await pageOf(app)
    expect(await page.evaluate(() => sample.node())).toContain('module not found: node:fs')
    expect(
      await page.evaluate(() => ['require', 'process', 'ipcRenderer', 'kept'].filter((one) => one in globalThis)),
    ).toEqual([])
  },
  async 'only the page of the app is heard'(app) {
    const page = await pageOf(app)
    await page.evaluate(() => history.pushState(null, '', '/elsewhere?page=main'))
    await page.evaluate(() => sample.say('from elsewhere'))
    await page.evaluate(() => history.pushState(null, '', '/index.html?page=main'))
    await page.evaluate(() => sample.say('from the page'))
    await prints(app, 'heard ["from the page"]')
    expect(app.stdout()).not.toContain('from elsewhere')
  },
  async 'a page goes nowhere by itself'(app) {
    const page = await pageOf(app)
    const before = page.url()
    await page.evaluate(() => {
      location.href = 'https://elsewhere.example/'
    })
    await prints(app, 'will-navigate https://elsewhere.example/')
    await page.evaluate(() => sample.say('still here'))
    await prints(app, 'heard ["still here"]')
    expect(page.url()).toBe(before)
  },
  async 'a page opens nothing'(app) {
    const page = await pageOf(app)
    await page.evaluate(() => Object.assign(globalThis, { opened: window.open('https://elsewhere.example/') }))
    // Electron returns null; the stand-in returns a closed window.
    const none = () => (globalThis as unknown as { opened: Window | null }).opened?.closed ?? true
    let isNone = false
    await until(async () => {
      isNone = await page.evaluate(none)
      const created = app.stdout().split('contents created').length - 1
      if (!isNone && created < 2) throw new Error('the window is neither refused nor open yet')
    })
    expect(isNone).toBe(true)
    await prints(app, 'window.open https://elsewhere.example/')
  },
  async 'a page gets no microphone'(app) {
    const listening = (await pageOf(app)).evaluate(() =>
      navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'a microphone'),
    )
    await expect(listening).rejects.toThrow('NotAllowedError')
  },
} satisfies Record<string, (app: DesktopApp) => Promise<void>>

type Kept = keyof typeof PROMISES

const MICROPHONE: Kept = 'a page gets no microphone'
/** The browser's shell refuses a microphone whatever the app says. */
const envOf = (promise: string) => (promise === MICROPHONE ? { [WHOLE_BROWSER]: '1' } : {})

const POLICY: Kept = 'a page runs under the policy that came with it'
const HEARD: Kept = 'only the page of the app is heard'
const WANTS_FILES = { from: "globalThis.kept = 'in", to: "require('node:fs'); globalThis.kept = 'in" }

/** Precautions an app might leave out, and the promise that breaks without each. */
const FAULTS: [string, Kept, SampleFault][] = [
  ['a policy that lets all run', POLICY, { from: "script-src 'self'", to: "script-src 'unsafe-inline'" }],
  ['a preload script that wants files', HEARD, { file: 'preload.cjs', ...WANTS_FILES }],
  ['no question who speaks', HEARD, { from: 'event.senderFrame?.url !== PAGE ||', to: '' }],
  ['navigation let be', 'a page goes nowhere by itself', { from: 'event.preventDefault()', to: '' }],
  ['windows let be', 'a page opens nothing', { from: "action: 'deny'", to: "action: 'allow'" }],
  ['no handler of windows', 'a page opens nothing', { from: 'contents.setWindowOpenHandler(', to: 'void (' }],
  ['permission given', MICROPHONE, { from: 'answer(false)', to: 'answer(true)' }],
]

test.each(Object.entries(PROMISES))(`${ON}: %s`, async (name, holds) => {
  const app = await openSample(undefined, envOf(name))
  await prints(app, 'loaded')
  await holds(app)
  expect(app.stderr()).toBe('')
})

test.each(FAULTS)(`${ON}: what an app forgets is missed: %s`, { timeout: 120_000 }, async (_name, promise, fault) => {
  const app = await openSample(fault, envOf(promise))
  await until(() => expect(app.stdout()).toContain('ready'))
  await expect(PROMISES[promise](app)).rejects.toThrow()
})

test(`${ON}: a member there is not stops the app with a box, as Electron's own does`, async () => {
  const app = await openSample({ from: 'tray()\n', to: 'setTimeout(() => app.setBadgeCount(1))\n' })
  await until(() => expect(app.stderr()).toContain('a box stands in the way: Error: electron.app.setBadgeCount'))
})

describe(`${ON}: between the worlds`, () => {
  test('values pass in both directions, faults as messages and functions as functions', async () => {
    const page = await pageOf(await openSample())
    await page.waitForFunction(() => 'sample' in globalThis)
    expect(await page.evaluate(() => sample.ask('well?'))).toEqual({ question: 'well?', nothing: undefined })
    const failed = page.evaluate(() => sample.ask('fail'))
    await expect(failed).rejects.toThrow("Error invoking remote method 'ask': Error: no answer")
    await expect(page.evaluate(() => sample.fail())).rejects.toThrow('as it should')
    const told = page.evaluate(
      () => new Promise((resolve) => [sample.listen(resolve), sample.say('there', [1, null])]),
    )
    expect(await told).toEqual(['there', [1, null]])
  })

  test('neither world sees the other’s globals', async () => {
    const page = await pageOf(await openSample())
    await page.waitForFunction(() => 'sample' in globalThis)
    await page.evaluate(() => {
      Object.assign(globalThis, { secret: 1 })
      JSON.stringify = () => 'taken'
    })
    expect(await page.evaluate(() => [sample.pageHas('secret'), sample.pageHas('kept')])).toEqual([false, true])
    const told = page.evaluate(() => new Promise((resolve) => [sample.listen(resolve), sample.say('whole')]))
    expect(await told).toEqual(['whole'])
  })

  test('a sender is gone once its document is gone', async () => {
    const app = await openSample()
    await prints(app, 'loaded')
    const page = await pageOf(app)
    await page.evaluate(() => sample.say('first'))
    await prints(app, 'heard ["first"]')
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload(), null)
    const speaker = () =>
      app.evaluate(() => (globalThis as unknown as { last: Electron.IpcMainEvent }).last.senderFrame === null, null)
    await until(async () => expect(await speaker()).toBe(true))
  })
})

describe(`${ON}: the desktop`, () => {
  test('the app receives events of tray, menu, key, notification and sleep', async () => {
    const app = await openSample()
    await prints(app, 'loaded')
    await clickTray(app, 'More', 'Tick')
    await expect(clickTray(app, 'Off')).rejects.toThrow('disabled')
    await clickTrayIcon(app)
    await pressHotkey(app, 'Control+Alt+S')
    await expect(pressHotkey(app, 'Control+Alt+T')).rejects.toThrow('nobody has grabbed')
    await clickNotification(app, 'Something')
    await wake(app)
    await prints(app, 'true', 'icon', 'key', 'note', 'awake')
  })

  test('a process of the same executable is Electron too, and needs no browser', async () => {
    const app = await openSample()
    await prints(app, 'loaded', 'child of Electron 45.4.1')
    expect((await app.startAgain(['--child'])).stdout).toBe('child of Electron 45.4.1\n')
  })

  test('a page’s crash is reported, and the page returns', async () => {
    const app = await openSample()
    await prints(app, 'loaded')
    await app.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
      null,
    )
    await prints(app, 'gone crashed')
    const address = ({ BrowserWindow }: ElectronThere) => BrowserWindow.getAllWindows()[0]?.webContents.mainFrame.url
    await until(async () => expect(await app.evaluate(address, null)).toContain('index.html'))
  })

  test('it quits in the documented order, unless a listener prevents it', async () => {
    const app = await openSample()
    await prints(app, 'loaded')
    await app.evaluate(({ app, BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.once('close', (event) => event.preventDefault())
      app.quit()
    }, null)
    await prints(app, 'before-quit')
    expect(app.stdout()).not.toContain('will-quit')
    void app.evaluate(({ app }) => app.quit(), null).catch(() => {})
    expect(await app.ended).toBe(0)
    await prints(app, 'before-quit', 'before-quit', 'will-quit', 'quit')
  })
})

test.runIf(ON.includes('stand-in')).each([
  ['electron.app.getLocale', ({ app }: ElectronThere) => app.getLocale()],
  ['electron.autoUpdater', ({ autoUpdater }: ElectronThere) => autoUpdater.checkForUpdates()],
  [
    'electron.BrowserWindow.flashFrame',
    ({ BrowserWindow }: ElectronThere) => BrowserWindow.getAllWindows()[0]?.flashFrame(true),
  ],
  ["no event 'resumed' of PowerMonitor", ({ powerMonitor }: ElectronThere) => powerMonitor.emit('resumed')],
] as const)('the stand-in matches what Electron declares: %s', async (what, use) => {
  const app = await openSample()
  await prints(app, 'loaded')
  await expect(app.evaluate(use as never, null)).rejects.toThrow(what)
})
