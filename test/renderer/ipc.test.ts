/** The panel in the desktop app: the same page over the app's own channel, which sends nothing until it is asked. */
import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { QUIT_PLACE, type SaveAnswer } from '../../shared/bridge/shellBridge.ts'
import { gone } from '../support/gone.ts'
import { contentOf, scenes } from './buildSheet.ts'
import { files, filesOf } from './filesSheet.ts'
import { expectText, type Panel, panels, settle, WAIT } from './panel.ts'
import { rehearsing } from './setupStates.ts'
import { appState, done, liveProject, offProject, unsyncedProject } from './states.ts'

const open = panels()

/**
 * What the preload script gives a page, over a socket to the scripted core: like the app, it sends nothing to a page
 * that has not asked yet.
 */
async function shell(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const socket = new WebSocket(`ws://${location.host}/bridge?token=app`)
    const opened = new Promise((resolve) => {
      socket.onopen = resolve
    })
    let asked = false
    const saves: string[] = []
    const bridge = {
      page: 'main',
      post(text: string) {
        asked ||= JSON.parse(text).type === 'resync'
        void opened.then(() => socket.send(text))
      },
      listen(onText: (text: string) => void) {
        const hear = ({ data }: MessageEvent) => asked && onText(data)
        socket.addEventListener('message', hear)
        return () => socket.removeEventListener('message', hear)
      },
      pathOf: (file: File) => `/home/ana/Videos/${file.name}`,
      async save(download: string) {
        saves.push(download)
        const { answer } = globalThis as { answer?: SaveAnswer }
        if (answer === undefined) throw new Error('An error occurred in the main process')
        return answer
      },
    }
    Object.assign(globalThis, { cuelight: bridge, saves })
  })
}

async function drop(at: Locator, name: string): Promise<void> {
  const dataTransfer = await at.page().evaluateHandle((called) => {
    const files = new DataTransfer()
    files.items.add(new File(['.'], called))
    return files
  }, name)
  for (const event of ['dragover', 'drop']) await at.dispatchEvent(event, { dataTransfer })
}

const inApp = (state = appState(offProject()), core = {}) => open(state, { prepare: shell, core })

describe('in the desktop app', () => {
  it('the page follows the core over the app’s channel, and opens no other', async () => {
    const panel = await inApp()
    await panel.expectTally('off')
    panel.core.set({ projects: { p1: liveProject() } })
    await panel.expectTally('live')
    expect(panel.core.messages).toContainEqual({ type: 'resync' })
    // The one connection is that of the stand-in for the channel; the page opens none.
    expect(panel.core.tries).toBe(1)
  })

  it('follows it before the page is visible, too, because a window is created before it is shown', async () => {
    const panel = await open(appState(offProject()), {
      async prepare(page) {
        await shell(page)
        await page.addInitScript(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }))
      },
    })
    await panel.expectTally('off')
    expect(panel.core.messages).toContainEqual({ type: 'visible', visible: false })
  })

  it('dropped files are imported from their places', async () => {
    const panel = await open(rehearsing({}), { prepare: shell, at: '#files', core: { read: filesOf(files(3)) } })
    await drop(panel.page.locator('.files-screen'), 'one.mp4')
    const dialog = panel.page.getByRole('dialog')
    await drop(dialog.getByLabel('Links or files of this computer, one a line'), 'two.mp4')
    await dialog.getByRole('checkbox', { name: /Leave files where they are/ }).check()
    await panel.button('Import 2 files').click()
    const links = ['one.mp4', 'two.mp4'].map((name) => `/home/ana/Videos/${name}`)
    const input = { links, inPlace: true } as const
    await panel.expectCommands({ type: 'edit', operation: 'importFiles', input })
  })

  it('files dropped on a playlist are imported, and appended to it once they arrive', async () => {
    const content = contentOf(scenes(4))
    const entry = { type: 'video', progress: null, error: null, isOtherKind: false }
    let imports: object[] = []
    const read = (name: string, input: Record<string, unknown>) =>
      name === 'imports' ? { imports } : content(name, input)
    const panel = await open(rehearsing({}), {
      prepare: shell,
      at: '#build?project=p1&scene=s2&layer=l2',
      core: { read },
    })
    const answer = { ids: ['i1', 'i2'] }
    panel.core.reply = () =>
      done({ what: 'edited', operation: 'importFiles', about: '', id: null, synced: null, answer })
    await drop(panel.page.locator('.build-list'), 'one.mp4')
    await panel.expectCommands({
      type: 'edit',
      operation: 'importFiles',
      input: { links: ['/home/ana/Videos/one.mp4'] },
    })
    const become = (first: object, second: object) => {
      imports = [
        { ...entry, id: 'i1', name: 'one.mp4', fileId: null, state: 'running', ...first },
        { ...entry, id: 'i2', name: 'two.mp3', fileId: null, state: 'running', ...second },
      ]
      panel.core.say({ type: 'touched', names: ['imports'], projectId: null })
    }
    become({}, {})
    await panel.page.getByText('2 dropped files importing.').waitFor()
    // Meanwhile the list is changed, and the page leaves it and comes back.
    await panel.page.locator('.build-list input').first().press('Delete')
    await panel.page.evaluate(() => Object.assign(location, { hash: '#files' }))
    await panel.page.locator('.files-screen').waitFor()
    become({ state: 'done', fileId: 'f1' }, { state: 'done', fileId: 'f2', type: 'audio' })
    await panel.page.goBack()
    await panel.page.getByText('1 dropped file not added.').waitFor()
    // Rows out of sight are not rendered, and have no inner text.
    const names = () => panel.page.locator('.build-list .clip').allTextContents()
    await expect.poll(() => names().then((all) => [all.length, all.at(-1)]), WAIT).toEqual([4, files(1)[0]?.name])
    await gone(panel.page.getByText('importing.'))
  })

  it('reports whether the user can see it', async () => {
    const panel = await inApp()
    await settle(panel)
    expect(panel.core.messages).toContainEqual({ type: 'visible', visible: true })
  })

  it('asks for a snapshot after an invalid message', async () => {
    const panel = await inApp()
    await panel.expectTally('off')
    panel.core.state = appState(liveProject())
    panel.core.say('<html>')
    await panel.expectTally('live')
  })
})

it('an app that hangs: is detected by a command without a reply, which is sent again with the same id once the app responds', async () => {
  const panel = await inApp(appState(unsyncedProject()))
  await panel.expectTally('unsynced')
  panel.core.hangs = true
  await panel.button('Sync').click()
  await panel.page.clock.runFor(8_000)
  await panel.expectTally('unsynced')
  await panel.page.clock.runFor(1_100)
  await panel.expectTally('stale')
  await expectText(panel.tally, 'The link to Cuelight is lost')
  panel.core.hangs = false
  panel.core.reply = () => done({ what: 'synced', edits: 2 })
  await panel.page.clock.runFor(4_100)
  await panel.expectTally('unsynced')
  await panel.page.getByText('Viewers now see 2 changes.').waitFor()
  await panel.expectCommands('sync')
})

it('an app that hangs: is waited for if it has sent nothing yet, without advice to start it, because the app runs', async () => {
  const panel = await inApp(appState(offProject()), { hangs: true })
  // The page's clock starts once it has loaded.
  const goOn = async () => {
    await panel.page.clock.runFor(1_000)
    return panel.tally.allInnerTexts()
  }
  await expect.poll(goOn).toEqual([expect.stringContaining('Connecting to Cuelight')])
  await panel.page.clock.runFor(60_000)
  await expectText(panel.tally, 'Connecting to Cuelight')
  expect(await panel.page.getByText('npm start').count()).toBe(0)
  panel.core.hangs = false
  await panel.page.clock.runFor(4_100)
  await panel.expectTally('off')
})

describe('a file to save', () => {
  async function save(answer: SaveAnswer | undefined): Promise<Panel> {
    const panel = await inApp()
    await panel.expectTally('off')
    await panel.page.evaluate((value) => Object.assign(globalThis, { answer: value }), answer)
    await panel.page.evaluate(() => {
      location.hash = '#set-up/support'
    })
    await panel.button('Export settings').click()
    await expect
      .poll(() => panel.page.evaluate(() => (globalThis as { saves?: string[] }).saves), WAIT)
      .toEqual(['settings'])
    return panel
  }

  it('is saved by the app, which asks where to', async () => {
    const panel = await save({ result: 'saved' })
    await panel.page.getByText('Saved where you chose.').waitFor()
  })

  it('is not shown as saved after the user cancelled', async () => {
    const panel = await save({ result: 'left' })
    await settle(panel)
    expect(await panel.page.getByText(/Saving|Saved|downloads|was saved/).count()).toBe(0)
  })

  it('that was not saved shows the reason in the app’s words', async () => {
    const panel = await save({ result: 'failed', why: 'Nothing was saved: the disk is full.' })
    await panel.page.getByText('Nothing was saved: the disk is full.').waitFor()
  })

  it('is not shown as saved when the app fails', async () => {
    const panel = await save(undefined)
    await panel.page.getByText('nothing was saved').waitFor()
  })
})

describe('the page that asks about quitting', () => {
  const dialogOf = (panel: Panel) => panel.page.getByRole('dialog', { name: 'Quit Cuelight?' })
  const lead = (panel: Panel) =>
    panel.page.evaluate((hash) => {
      location.hash = hash
    }, QUIT_PLACE)

  it('asks at once, and can be opened again', async () => {
    const panel = await inApp(appState(liveProject()))
    await panel.expectTally('live')
    for (const _ of [1, 2]) {
      await lead(panel)
      await dialogOf(panel).waitFor()
      await panel.expectCommands()
      await panel.button('Stay').click()
      await expect.poll(() => panel.page.evaluate(() => location.hash), WAIT).toBe('#set-up/support')
    }
    await gone(panel.page.locator('.quit-dialog'))
  })

  // Messages sent in one batch reach the page before the browser reports that the first dialog closed.
  it.each(['led to', 'pressed'] as const)(
    'asks again at the very moment when the first dialog closes: %s',
    async (how) => {
      const panel = await inApp(appState(liveProject()))
      await panel.expectTally('live')
      await lead(panel)
      await dialogOf(panel).waitFor()
      await panel.page.evaluate(
        ([hash, again]) => {
          const button = (name: string) =>
            [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
          const closed = new Promise((resolve) =>
            document.querySelector('.quit-dialog')?.addEventListener('close', resolve),
          )
          button('Stay')?.click()
          if (again === 'pressed') button('Quit Cuelight')?.click()
          else location.hash = hash
          return closed.then(() => {})
        },
        [QUIT_PLACE, how] as const,
      )
      await dialogOf(panel).waitFor()
      await panel.button('Stay').click()
      await gone(panel.page.locator('.quit-dialog'))
    },
  )
})
