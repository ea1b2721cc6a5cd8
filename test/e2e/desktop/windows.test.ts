/**
 * The windows of the built app, on real Electron where its binary exists, else on the stand-in: what a page can do, and
 * what it cannot do even when it runs hostile code.
 */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type Electron from 'electron'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WAIT } from '../../../build/suite/patience.ts'
import type { SaveAnswer } from '../../../shared/bridge/shellBridge.ts'
import { SAVE_WORDS } from '../../../shared/words/panel/setup.ts'
import { eventually, processesOn } from '../../studio/processes.ts'
import { answerSaveDialog, type DesktopApp, probed } from './driver.ts'
import { launchDesktop, ON } from './launch.ts'

let app: DesktopApp
let main: Page

beforeAll(async () => {
  app = await launchDesktop()
  main = await app.page('main')
  await tallyOf(main, 'off')
})
afterAll(async () => {
  await app.end()
  for (const pid of processesOn(app.dataDir)) process.kill(pid, 'SIGKILL')
  // One that was killed may still write what it had begun.
  await eventually(() => processesOn(app.dataDir).length === 0 || null)
  rmSync(app.dataDir, { recursive: true, force: true })
})

const NOT_OFFERED = { result: 'failed', why: SAVE_WORDS.notOffered }
const tallyOf = (page: Page, tally: string) => page.locator(`#root:has(main) [data-tally="${tally}"]`).waitFor(WAIT)
const told = (text: string) => expect.poll(() => app.stderr(), WAIT).toContain(text)

async function padlock(closed: boolean): Promise<void> {
  await main.getByRole('switch', { name: 'Padlock' }).click(WAIT)
  await main
    .getByRole('switch', { name: 'Padlock', checked: closed })
    .and(main.locator(':not([aria-busy])'))
    .waitFor(WAIT)
}

interface Given {
  cuelight: {
    page: string
    post(text: unknown): void
    listen(onText: (text: string) => void): () => void
    save(name: unknown): Promise<SaveAnswer>
  }
}

async function unlock(id: string): Promise<void> {
  const outcome = await asked(main, id, { type: 'command', command: { type: 'setPadlock', locked: false } })
  expect(outcome).toMatchObject({ type: 'outcome', outcome: { result: 'done' } })
}

function asked(page: Page, id: string, message: object): Promise<unknown> {
  return page.evaluate(
    ([id, text]) =>
      new Promise<unknown>((resolve) => {
        const { cuelight } = globalThis as unknown as Given
        const stop = cuelight.listen((down) => {
          const said = JSON.parse(down)
          if (said.id !== id) return
          stop()
          resolve(said)
        })
        cuelight.post(text)
      }),
    [id, JSON.stringify({ ...message, id })] as const,
  )
}

describe(`${ON}: a page of the app`, () => {
  it('follows the core and sends commands through the app alone', async () => {
    await padlock(true)
    await unlock('by-hand')
    expect(lastJournalLine()).toMatchObject({ source: 'window' })
  })

  it('is given five things, and nothing of Node or Electron', async () => {
    const found = await main.evaluate(() => {
      const there = globalThis as Record<string, unknown>
      const names = ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer', 'global']
      return {
        given: Object.keys(there.cuelight as object).sort(),
        foreign: names.filter((name) => there[name] !== undefined),
        page: (there.cuelight as { page: string }).page,
      }
    })
    expect(found).toEqual({ given: ['listen', 'page', 'pathOf', 'post', 'save'], foreign: [], page: 'main' })
  })

  it('runs no script but our own, and reaches nothing outside', async () => {
    const tried = await main.evaluate(async () => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.hacked = true'
      document.head.append(script)
      // Delayed, so that the page's own script runs it: code that the debugger runs directly is exempt.
      const evaluated = await new Promise((resolve) => {
        setTimeout(() => {
          try {
            resolve(new Function('return 1')())
          } catch {
            resolve('refused')
          }
        })
      })
      const reached = await fetch('https://evil.example/').then(
        () => 'reached',
        () => 'refused',
      )
      const frame = document.createElement('iframe')
      frame.src = 'https://evil.example/'
      document.body.append(frame)
      const { hacked } = globalThis as { hacked?: boolean }
      frame.remove()
      return { hacked, evaluated, reached }
    })
    expect(tried).toEqual({ hacked: undefined, evaluated: 'refused', reached: 'refused' })
  })
})

describe(`${ON}: whatever a page asks for`, () => {
  it('it navigates nowhere else', async () => {
    const before = main.url()
    await main.evaluate(() => {
      location.href = 'https://evil.example/'
    })
    await told('a page wanted to go elsewhere: refused')
    expect(main.url()).toBe(before)
    // The page is still served: the refused messages did not close its link.
    await unlock('after')
    await padlock(true)
    await padlock(false)
  })

  it('it opens no window, and no address that the service did not return', async () => {
    const addresses = ['https://evil.example/watch', 'http://127.0.0.1:1/', 'app://cuelight/index.html?page=quick']
    for (const address of addresses)
      await main.evaluate((url) => void window.open(url, '_blank', 'noopener'), address)
    await told('not opened, for no answer of the service named it: https://evil.example/watch')
    const { opened } = await probed(app)
    expect(opened).toEqual([])
    const windows = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length, null)
    expect(windows).toBe(2)
  })

  it('it gets no permission but that for MIDI pads', async () => {
    const asked = ['microphone', 'camera', 'geolocation', 'notifications', 'midi', 'clipboard-read']
    const states = await main.evaluate(
      (names) =>
        Promise.all(names.map(async (name) => (await navigator.permissions.query({ name: name as never })).state)),
      asked,
    )
    expect(states).toEqual(asked.map((name) => (name === 'midi' ? 'granted' : 'denied')))
  })

  it('it downloads nothing, and embeds no other page', async () => {
    const prevented = await app.evaluate(({ session, BrowserWindow }) => {
      const events: string[] = []
      const event = (name: string) => ({ preventDefault: () => events.push(name) })
      session.defaultSession.emit('will-download', event('download'))
      const [{ webContents }] = BrowserWindow.getAllWindows() as [Electron.BrowserWindow]
      for (const name of ['will-attach-webview', 'will-redirect', 'will-frame-navigate'])
        webContents.emit(name, event(name))
      return events
    }, null)
    expect(prevented).toEqual(['download', 'will-attach-webview', 'will-redirect', 'will-frame-navigate'])
  })

  it('an invalid message is refused with a line in the log, and nothing ends', async () => {
    await main.evaluate(() => {
      const { cuelight } = globalThis as unknown as Given
      cuelight.post({ type: 'resync' })
      cuelight.post('<html>')
      cuelight.post(JSON.stringify({ type: 'panelAddress' }))
      cuelight.post(JSON.stringify({ type: 'command', id: 'x'.repeat(70_000), command: {} }))
    })
    await told('refused a message of the page main: it is not text')
    await told('refused a message of the page main: type: not offered here')
    await expect.poll(() => app.stderr().match(/refused a message of the page main/g), WAIT).toHaveLength(4)
    await unlock('still')
  })

  it('the overlay only listens', async () => {
    const overlay = await app.page('overlay')
    const answer = await asked(overlay, 'pressed', { type: 'command', command: { type: 'setPadlock', locked: true } })
    expect(answer).toEqual({ type: 'invalid', id: 'pressed', field: 'type', message: 'not offered here' })
    const saved = await overlay.evaluate(() => (globalThis as unknown as Given).cuelight.save('settings'))
    expect(saved).toEqual(NOT_OFFERED)
  })
})

describe(`${ON}: the main process hears nobody but the pages of our windows`, () => {
  it('not even our own page with our own preload script can act in a window that the app did not open', async () => {
    const preload = join(import.meta.dirname, '../../../.dist/preload/preload.cjs')
    await app.evaluate(({ BrowserWindow }, path) => {
      const stray = new BrowserWindow({ show: false, webPreferences: { preload: path, sandbox: true } })
      void stray.loadURL('app://cuelight/index.html?page=main&stray')
    }, preload)
    await told('refused a beginning: it is no window of ours')
    await told('refused a message: it is no window of ours')
    await app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows())
        if (window.webContents.getURL().includes('stray')) window.destroy()
    }, null)
  })

  it('our own window cannot act while it shows another page', async () => {
    await app.evaluate(({ BrowserWindow }) => {
      const own = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().includes('page=main'))
      return own?.loadURL('app://cuelight/elsewhere.html?page=main')
    }, null)
    await told('refused a beginning: it shows app://cuelight/elsewhere.html?page=main')
    await app.evaluate(({ BrowserWindow }) => {
      const own = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().includes('elsewhere'))
      return own?.loadURL('app://cuelight/index.html?page=main')
    }, null)
    await tallyOf(main, 'off')
  })
})

describe(`${ON}: saving a file`, () => {
  it('asks where to save, and writes it for this user only; cancelling is no error', async () => {
    const path = join(app.dataDir, 'saved.json')
    const save = (name: string) => main.evaluate((one) => (globalThis as unknown as Given).cuelight.save(one), name)
    await answerSaveDialog(app, null)
    expect([await save('settings'), existsSync(path)]).toEqual([{ result: 'left' }, false])
    await answerSaveDialog(app, path)
    expect(await save('settings')).toEqual({ result: 'saved' })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveProperty('version')
    expect(await save('toString')).toEqual(NOT_OFFERED)
    expect(await save('../settings')).toEqual(NOT_OFFERED)
  })
})

describe(`${ON}: a page that comes anew`, () => {
  it('has its own link, which does not receive replies to the previous page', async () => {
    await main.reload()
    await tallyOf(main, 'off')
    await unlock('anew')
  })
})

describe(`${ON}: the system wants the app to quit while something is on air`, () => {
  it('quitting is asked about in the main window, which opens for that, and the user can leave the show on air', async () => {
    await main.getByRole('button', { name: 'Go live', exact: true }).click(WAIT)
    await main.locator('[data-tally="preparing"], [data-tally="live"]').waitFor(WAIT)
    await app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows())
        if (window.webContents.getURL().includes('page=main')) window.close()
    }, null)
    await expect.poll(() => main.isClosed(), WAIT).toBe(true)
    await app.evaluate(({ app: there }) => there.quit(), null)
    const asking = await app.page('main')
    await asking.getByRole('dialog', { name: 'Quit Cuelight?' }).waitFor(WAIT)
    await asking.getByRole('button', { name: 'Leave on air' }).click(WAIT)
    expect(await app.ended).toBe(0)
    const done = { what: 'quitting', leftOnAir: [expect.any(String)] }
    expect(lastJournalLine()).toMatchObject({ what: { command: 'quit' }, outcome: { done } })
  })

  it('the position of the main window is saved for the next start', () => {
    const { rooms } = JSON.parse(readFileSync(join(app.dataDir, 'windows.json'), 'utf8'))
    expect(rooms.at(-1).windows.main).toMatchObject({ width: 1180, height: 860 })
  })
})

function lastJournalLine(): object {
  const text = readFileSync(join(app.dataDir, 'journal-local.jsonl'), 'utf8').trim()
  return JSON.parse(text.split('\n').at(-1) ?? '{}')
}
