/** The small panel beside the tray shows the show, and runs it. */
import { describe, expect, it } from 'vitest'
import { pageOf } from '../../renderer/app/page.ts'
import { worstNews } from '../../renderer/app/quick/news.ts'
import type { AppState } from '../../shared/state.ts'
import { pageKeys } from '../support/keys.ts'
import { desktopState } from './desktopSheet.ts'
import { expectText, type Panel, panels, WAIT } from './panel.ts'
import {
  appState,
  arm,
  done,
  errorProject,
  liveProject,
  NOW,
  offline,
  offProject,
  padlocked,
  refused,
  unsyncedProject,
} from './states.ts'

const open = panels()
const QUICK = { at: '?page=quick', viewport: { width: 380, height: 520 } }
const inApp = (state: AppState): AppState => ({ ...state, desktop: desktopState() })

async function openQuick(state = appState(liveProject()), more = {}): Promise<Panel> {
  const panel = await open(inApp(state), { ...QUICK, ...more })
  await panel.tally.waitFor()
  return panel
}

it('the page to show is chosen by the desktop app, else by the address, else it is the main one', () => {
  expect(pageOf({ page: 'quick' }, '?page=main')).toBe('quick')
  expect(pageOf(null, '?page=quick')).toBe('quick')
  expect(pageOf(null, '?token=x&page=overlay')).toBe('overlay')
  for (const other of ['', '?page=', '?page=settings', '?page=toString', '?quick'])
    expect(pageOf(null, other), other).toBe('main')
})

describe('the quick panel', () => {
  it('says what is on air, since when, how many watch, and what waits for Sync', async () => {
    const { tally, page, button } = await openQuick(appState(unsyncedProject()))
    await expect.poll(() => tally.getAttribute('data-tally')).toBe('unsynced')
    await expect.poll(() => tally.getAttribute('role')).toBe('status')
    await expectText(tally, /On air: Main show/)
    await expectText(tally, /2 changes not on air yet/)
    await expectText(page.getByRole('timer'), '1:42:07')
    await page.getByText('1,284 watching').waitFor()
    await expectText(button('Sync'), /2 changes/)
    await expect.poll(() => page.title(), WAIT).toBe('LIVE · Cuelight')
  })

  it('sends show commands for the broadcast it shows', async () => {
    const panel = await openQuick(appState(unsyncedProject()))
    for (const name of ['Sync', 'Break']) await panel.button(name).click()
    for (const name of ['Auto-sync', 'Padlock']) await panel.page.getByRole('switch', { name }).click()
    const seen = { projectId: 'p1', liveId: 'live1' }
    const [sync, scene] = [
      { type: 'sync', ...seen },
      { type: 'switchScene', ...seen, sceneId: 's3' },
    ] as const
    const autoSync = { type: 'setAutoSync', ...seen, on: true } as const
    await panel.expectCommands(sync, scene, autoSync, { type: 'setPadlock', locked: true })
  })

  it('goes live with the project it shows, and uses the number keys for scenes', async () => {
    const panel = await openQuick(appState(offProject()))
    await panel.presses('Go live', { type: 'goLive', projectId: 'p1' })
    await pageKeys(panel.page, '4')
    const fourth = { type: 'switchScene', projectId: 'p1', liveId: null, sceneId: 's4' } as const
    await panel.expectCommands('goLive', fourth)
  })

  it('stops only when Stop is held', async () => {
    const panel = await openQuick()
    panel.core.reply = ({ command }) =>
      command.type === 'armStop' ? { result: 'armed', arm: arm() } : done({ what: 'stopped', liveId: 'live1' })
    await panel.button('Stop').hover()
    await panel.page.mouse.down()
    await panel.page.getByText('Keep holding to stop…').waitFor()
    // The hold is timed from the moment the core has armed it.
    await panel.page.locator('.stop[data-phase=armed]').waitFor()
    await panel.page.clock.runFor(1_400)
    await panel.expectOnly('armStop')
    await panel.page.clock.runFor(200)
    await panel.expectCommands('armStop', 'commitStop')
  })

  it('shows the outcome of a scene press in its single line, in the words of the core', async () => {
    const panel = await openQuick()
    panel.core.reply = () => padlocked
    await panel.button('Break').click()
    const answer = panel.page.locator('.controls-answer .answer')
    await expectText(answer, 'The padlock is closed. Open it first.')
    await expect.poll(() => panel.page.getByText('The padlock is closed. Open it first.').count()).toBe(1)
  })

  it('lets the user confirm or cancel what was armed elsewhere', async () => {
    const panel = await openQuick(appState(liveProject(), { arm: arm({ mode: 'press', expires: NOW + 3_000 }) }))
    await panel.page.getByText('Stop Friday Night?').waitFor()
    await panel.presses('Confirm', { type: 'commitStop', armId: 'arm1' })
  })

  for (const height of [520, 760]) {
    it(`keeps all acts in reach at the end of 300 scenes, and gives these all that is left of ${height} pixels`, async () => {
      const scenes = Array.from({ length: 300 }, (_, nr) => ({ id: `s${nr}`, name: `S ${nr}`, isActive: false }))
      const viewport = { width: 380, height }
      const { page } = await openQuick(appState({ ...liveProject(), scenes }), { viewport })
      await page.getByRole('button', { name: 'S 299', exact: true }).scrollIntoViewIfNeeded()
      const seen = await page.evaluate(() => {
        const all = ['.act', '.switch', '.tally > .button'].flatMap((one) => [...document.querySelectorAll(one)])
        const out = all.filter((one) => {
          const { left, top, width, height } = one.getBoundingClientRect()
          return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
        })
        const end = document.querySelector('.scenes')?.getBoundingClientRect().bottom ?? 0
        return { acts: all.length, out: out.length, unused: innerHeight - end > 24 }
      })
      expect(seen).toEqual({ acts: 6, out: 0, unused: false })
    })
  }
})

describe('leaving the quick panel', () => {
  it('opens the main window of the app', async () => {
    const panel = await openQuick()
    await panel.presses('Open Cuelight', { type: 'showWindow', window: 'main' })
  })

  it('opens the whole panel if there is no app', async () => {
    const panel = await open(appState(liveProject()), QUICK)
    await panel.page.getByRole('link', { name: 'Open Cuelight', exact: true }).click()
    await panel.page.getByRole('heading', { name: 'Journal' }).waitFor()
    expect(panel.page.url()).toBe(panel.address)
  })

  /** Counts requests to close the window, which a browser may refuse. */
  const countCloses = ({ page }: Panel) =>
    page.evaluate(() => Object.assign(window, { closes: 0, close: () => void Object(window).closes++ }))
  const closes = ({ page }: Panel) => page.evaluate(() => Object(window).closes)

  it('is done by Escape, which asks to close it, but not by the Escape that cancels a stop', async () => {
    const panel = await openQuick()
    await countCloses(panel)
    panel.core.reply = () => ({ result: 'armed', arm: arm({ mode: 'cancelWindow', notBefore: NOW + 3_000 }) })
    await panel.button('Stop').press('Enter')
    await panel.button('Cancel').waitFor()
    await pageKeys(panel.page, 'Escape')
    await panel.expectCommands('armStop', 'cancelArm')
    expect(await closes(panel)).toBe(0)
    await pageKeys(panel.page, 'Escape')
    await expect.poll(() => closes(panel)).toBe(1)
  })

  it('Escape cancels a stop instead, even if the page was drawn before anything was known', async () => {
    const panel = await openQuick(appState(liveProject()), { timersRun: true, core: { down: true } })
    await panel.page.getByText('Start it (from a checkout: npm start).').waitFor()
    panel.core.down = false
    await panel.button('Break').waitFor()
    await countCloses(panel)
    panel.core.reply = () => ({ result: 'armed', arm: arm({ mode: 'cancelWindow', notBefore: NOW + 60_000 }) })
    await panel.button('Stop').press('Enter')
    await panel.button('Cancel').waitFor()
    await pageKeys(panel.page, 'Escape')
    await panel.expectCommands('armStop', 'cancelArm')
    expect(await closes(panel)).toBe(0)
  })
})

describe('a quick panel without a show to run', () => {
  const service = appState().service
  const cases: Record<string, [AppState, RegExp]> = {
    'no key': [appState(null, { service: { ...service, keyPresent: false } }), /Add it in the main window/],
    'no project': [appState(null), /Choose the project to show in the main window/],
    'a core that starts': [appState(null, { service: { ...service, baseUrl: '' } }), /starting the local studio/],
  }
  for (const [name, [state, words]] of Object.entries(cases)) {
    it(`says so and leads to the main window: ${name}`, async () => {
      const panel = await openQuick(state)
      await panel.page.getByText(words).waitFor()
      panel.core.reply = () => refused({ reason: 'notHere' })
      await panel.presses('Open Cuelight', 'showWindow')
      await panel.page.getByText('That is not available here.').waitFor()
    })
  }

  it('says that the link is lost, and treats no press as done', async () => {
    const panel = await openQuick(appState(liveProject()), { timersRun: true })
    await panel.button('Break').waitFor()
    panel.core.goDown()
    await expect.poll(() => panel.tally.getAttribute('data-tally'), WAIT).toBe('stale')
    await panel.page.getByText('Any live broadcast continues.').waitFor()
    await panel.button('Break').click({ force: true })
    await expectText(panel.page.locator('.controls-answer .answer'), 'No link to Cuelight.')
    expect(panel.core.commands).toEqual([])
  })

  it('reports the worst problem in one sentence', () => {
    const rest = { link: 'up', presses: {}, stop: { phase: 'idle', ours: null }, ended: null, phone: null } as const
    const mirror = (state: AppState) => ({ ...rest, state })
    const told = (state: AppState) => worstNews(mirror(state), NOW)
    expect(told(appState(liveProject()))).toBeNull()
    expect(told(appState(errorProject()))).toMatch(/An error ended the last broadcast/)
    expect(told(appState({ ...errorProject(), failure: offline }))).toBe('The service cannot be reached.')
    const locked = appState(null, { keychain: { state: 'locked', about: null } })
    expect(told(locked)).toMatch(/keychain/)
    expect(worstNews({ ...mirror(locked), link: 'lost' }, NOW)).toMatch(/Any live broadcast continues/)
  })
})
