/** The settings open and close without hiding the tally or stopping the show. */
import { describe, expect, it } from 'vitest'
import { pageKeys } from '../support/keys.ts'
import { expectFocus, expectText, type Panel, panels, WAIT } from './panel.ts'
import { SETUP_SHEET } from './setupSheet.ts'
import { activeFault, OPERATIONS, rehearsing } from './setupStates.ts'
import { appState, arm, done, liveProject, NOW, offProject } from './states.ts'

const open = panels()
const link = ({ page }: Panel, name: string) => page.getByRole('link', { name, exact: true })
const title = ({ page }: Panel) => page.locator('.setup-title')
const AT_ACCOUNTS = { at: '#set-up/accounts' }

describe('opening and leaving the settings', () => {
  it('opens the settings and returns, with the tally on top and the focus where it is needed', async () => {
    const panel = await open(appState(liveProject()))
    await link(panel, 'Settings').click()
    await expectText(title(panel), 'Accounts')
    await expectFocus(title(panel))
    await expectText(panel.tally, 'On air: Main show')
    expect(await panel.button('Go live').count()).toBe(0)
    await link(panel, 'Back to the show').click()
    await panel.button('Go live').waitFor()
    // The pressed link does not move.
    await expectFocus(panel.page.locator('.place[href="#show"]'))
  })

  it('ends the rail of places at the lower edge of the window, however high the tally is', async () => {
    const panel = await open(rehearsing({}))
    await panel.page.setViewportSize({ width: 1280, height: 800 })
    const rail = panel.page.locator('.places > ul')
    const end = () => rail.evaluate((one) => Math.round(one.getBoundingClientRect().bottom))
    await expect.poll(end, WAIT).toBe(800)
    await link(panel, 'Settings').click()
    await expect.poll(end, WAIT).toBe(800)
  })

  it('goes back by Escape, from the nearest thing first', async () => {
    const panel = await open(appState(offProject()), AT_ACCOUNTS)
    await panel.button('Add account').click()
    await panel.page.getByLabel('Name', { exact: true }).fill('abc')
    await pageKeys(panel.page, 'Escape')
    await expect.poll(() => panel.page.getByLabel('API key').count(), WAIT).toBe(0)
    await expectText(title(panel), 'Accounts')
    await pageKeys(panel.page, 'Escape')
    await panel.button('Go live').waitFor()
    await expectFocus(panel.page.locator('[data-id=setUp] > a'))
  })

  it('empties a search field by Escape before it goes back', async () => {
    const panel = await open(appState(offProject(), { operations: OPERATIONS }), { at: '#set-up/interface' })
    const sought = panel.page.getByRole('searchbox')
    await sought.fill('live')
    await sought.press('Escape')
    await expect.poll(() => sought.inputValue(), WAIT).toBe('')
    await expectText(title(panel), 'API')
    await sought.press('Escape')
    await panel.button('Go live').waitFor()
  })

  it('stays in place after a reload', async () => {
    const panel = await open(appState(offProject()), AT_ACCOUNTS)
    await link(panel, 'Support').click()
    await expectText(title(panel), 'Support')
    await panel.page.reload()
    await expectText(title(panel), 'Support')
    expect(panel.page.url()).toMatch(/#set-up\/support$/)
    await panel.page.goBack()
    await expectText(title(panel), 'Accounts')
  })

  it('ignores scene keys in the settings, and accepts them again afterwards', async () => {
    const panel = await open(appState(offProject()), AT_ACCOUNTS)
    await expectText(title(panel), 'Accounts')
    await pageKeys(panel.page, '3')
    await panel.button('Add account').click()
    await panel.page.getByLabel('Name', { exact: true }).press('2')
    await panel.expectOnly()
    await pageKeys(panel.page, 'Escape', 'Escape')
    await panel.button('Go live').waitFor()
    await pageKeys(panel.page, '3')
    await panel.expectCommands('switchScene')
  })

  it('shows a stop that is being armed there too, and Escape cancels it instead of leaving', async () => {
    const panel = await open(appState(liveProject()))
    panel.core.reply = ({ command }) =>
      command.type === 'armStop'
        ? { result: 'armed', arm: arm({ mode: 'cancelWindow', notBefore: NOW + 3_000, expires: NOW + 6_000 }) }
        : done({ what: 'armCancelled' })
    await panel.button('Stop').press('Enter')
    await panel.page.getByText('Stopping in 3 s').waitFor()
    await link(panel, 'Settings').click()
    await expectText(title(panel), 'Accounts')
    await panel.page.getByText('Stopping in 3 s').waitFor()
    await pageKeys(panel.page, 'Escape')
    await panel.expectCommands('armStop', 'cancelArm')
    await expectText(title(panel), 'Accounts')
    await panel.page.clock.runFor(10_000)
    await panel.expectOnly('armStop', 'cancelArm')
  })

  it('are absent until Cuelight has sent a state', async () => {
    const panel = await open(appState(offProject()), {
      core: { down: true },
    })
    await expectText(panel.tally, 'Cuelight is not running')
    expect(await panel.page.getByRole('link').count()).toBe(0)
  })

  it('shows a message if the settings cannot be loaded', async () => {
    const panel = await open(appState(offProject()), { forgives: 'Failed to load resource' })
    await panel.page.route('**/SetupScreen-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }))
    await link(panel, 'Settings').click()
    await panel.page.getByText('This screen could not be loaded').waitFor()
    await expectText(panel.tally, 'Nothing is on air')
  })
})

it('rehearsed faults on the show screen: are named with what is left, and can all be ended there', async () => {
  const faults = [activeFault('latency', { until: NOW + 61_000 }), activeFault('cutAfter', { timesLeft: 1 })]
  const panel = await open(rehearsing({ faults }, liveProject()))
  const notices = panel.page.getByRole('region', { name: 'Notices' })
  await expectText(notices, /REHEARSAL[\s\S]*Slow replies \(1:01 left\) and Replies lost \(1 time left\)/)
  await expectText(notices, 'nothing real is wrong')
  await panel.page.clock.runFor(2_000)
  await expectText(notices, 'Slow replies (0:59 left)')
  await panel.presses('End all', 'clearFaults')
  panel.core.set({ rehearsal: { faults: [] } })
  await expect.poll(() => notices.innerText(), WAIT).not.toContain('Slow replies')
})

it('rehearsed faults on the show screen: end with the scenario that brings them', async () => {
  const panel = await open(SETUP_SHEET.showPlaying?.state ?? appState())
  panel.core.reply = () => done({ what: 'scenarioStopped' })
  await expectText(
    panel.page.getByRole('region', { name: 'Notices' }),
    'Scenario Platform down, 1:15 left: Nobody there (0:55 left)',
  )
  await panel.presses('End all', 'stopScenario')
})

it('dismissed notices are removed by the core, for every surface', async () => {
  const notices = [{ id: 'n1', kind: 'portTaken' as const, about: '43121' }]
  const panel = await open(appState(offProject(), { notices }))
  await panel.presses('Dismiss', { type: 'putAwayNotice', noticeId: 'n1' })
  await panel.page.getByText('port 43121').waitFor()
  panel.core.set({ notices: [] })
  await expect.poll(() => panel.page.getByText('port 43121').count(), WAIT).toBe(0)
})
