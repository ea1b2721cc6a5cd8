/** The check sheet shows what goes live where, and every known fault, before anything is sent. */
import { describe, expect, it } from 'vitest'
import { type AppState, targetOf } from '../../shared/state.ts'
import { pageKeys } from '../support/keys.ts'
import { checkReads, faulty, ready } from './checkSheet.ts'
import { files } from './filesSheet.ts'
import { expectText, type Panel, panels, settle } from './panel.ts'
import { appState, done, liveProject, offProject, refused, unknownProject } from './states.ts'

const open = panels()
const at = (state: AppState = appState(ready), read = checkReads()) =>
  open(state, { at: '#show?check', core: { read } })
const rows = ({ page }: Panel) => page.locator('.sheet-row')
const goLive = { type: 'goLive', projectId: 'p1' } as const

describe('the check sheet', () => {
  it('shows the destinations, what plays first and when it ends, with one green button', async () => {
    const panel = await at()
    await panel.page.getByText('All 12 can be used').waitFor()
    await panel.page.getByText('Cable head-end, channel 31').first().waitFor()
    await panel.page.getByText('RTMP, no login to check').waitFor()
    await panel.page.getByText('No other broadcast goes to these destinations meanwhile').waitFor()
    await panel.page.getByText('Then Fireplace, crackling, and round again.').waitFor()
    await expect.poll(() => panel.page.locator('.ready').count()).toBe(1)
    expect(await rows(panel).locator('[data-bad]').count()).toBe(0)
    await panel.button('Go live').click()
    await settle(panel)
    await panel.expectCommands({ ...goLive, despiteFaults: false, confirmed: true })
  })

  it('lists faults first, each with its remedy, and nothing green', async () => {
    const panel = await at(appState(faulty), checkReads({ library: files(12), clash: true }))
    await panel.page.getByText('6 of 12 can be used').waitFor()
    const terms = await rows(panel).locator('h3').allTextContents()
    expect(terms.slice(0, 4).sort()).toEqual(['Clashes', 'Destinations', 'Earlier Stop', 'Files'])
    expect(await panel.page.locator('.ready').count()).toBe(0)
    await expect
      .poll(() => panel.page.getByRole('link', { name: 'Renew login' }).getAttribute('href'))
      .toBe('https://live.example/')
    await panel.page.getByText('Both would go to Main Channel.').waitFor()
    await panel.button('Encode 2 files').click()
    await settle(panel)
    const input = { fileIds: ['f3', 'f9'] }
    await panel.expectCommands({ type: 'edit', operation: 'encodeFiles', input })
    await panel.button('Go live anyway').click()
    await settle(panel)
    expect(panel.core.commands.at(-1)).toMatchObject({ ...goLive, despiteFaults: true, confirmed: true })
  })

  it('reads no more than it needs, however large the account, and says what it did not check', async () => {
    const panel = await at(appState(ready), (name, input) => {
      const whole = checkReads()
      if (name !== 'listFiles') return whole?.(name, input) ?? null
      return {
        files: files(100).map((file) => ({ ...file, id: `${input.offset} ${file.id}` })),
        total: 7_000,
        offset: 0,
      }
    })
    await panel.page.getByText('0 of 12 checked').waitFor()
    await panel.page.getByText('12 files not checked').waitFor()
    expect(panel.core.reads.length).toBeLessThanOrEqual(12)
  })

  it('chooses the opening scene', async () => {
    const panel = await at()
    await panel.page.getByLabel('Shows begin with').selectOption('Fireplace, crackling')
    await settle(panel)
    await panel.expectCommands({ type: 'setOpeningScene', projectId: 'p1', sceneId: 's3' })
  })

  it('opens by its link, closes by Escape and by the start, and Back works with it', async () => {
    const panel = await open(appState(ready), { core: { read: checkReads() } })
    await panel.page.getByRole('link', { name: 'All checks' }).click()
    await panel.page.locator('.sheet').waitFor()
    await pageKeys(panel.page, '2')
    await pageKeys(panel.page, 'Escape')
    await panel.page.locator('.scenes').waitFor()
    await panel.expectCommands()
    await panel.page.getByRole('link', { name: 'All checks' }).click()
    await panel.page.locator('.sheet').waitFor()
    panel.core.change((draft) => {
      draft.projects.p1 = liveProject()
    })
    await panel.page.locator('.scenes').waitFor()
    await expectText(panel.tally, 'On air')
  })

  it('for a project with a date it shows the time before the press, and links to its dates before and after', async () => {
    const now = Date.now()
    const live = ready.live && { ...ready.live, readAt: now, status: 'SCHEDULED' as const }
    const dated = { ...ready, live, nextScheduleAt: now + 3_600_000 }
    const panel = await open(appState(dated), { core: { read: checkReads() } })
    await panel.page.getByText(/Friday Night is scheduled for .+ Cancel its dates to go live now/).waitFor()
    expect(await panel.page.locator('.ready').count()).toBe(0)
    const way = '#schedule?project=p1'
    panel.core.reply = () => refused({ reason: 'scheduled', projectName: 'Friday Night', at: dated.nextScheduleAt })
    await panel.button('Go live').click()
    const link = panel.page.locator('.controls-answer').getByRole('link', { name: 'See its dates' })
    await expect.poll(() => link.getAttribute('href')).toBe(way)

    await panel.page.getByRole('link', { name: 'All checks' }).click()
    const row = rows(panel).first()
    await row.getByText('It cannot go live before.').waitFor()
    await expect.poll(() => row.getByRole('link', { name: 'Schedule' }).getAttribute('href')).toBe(way)
    await panel.button('Go live').waitFor()
    expect(await panel.page.locator('.ready').count()).toBe(0)
  })

  it('opens automatically for the first broadcast of an account, and confirms it there', async () => {
    const first = {
      reason: 'first',
      projectName: 'Friday Night',
      destinations: ['Main Channel'],
      scene: null,
    } as const
    const panel = await open(appState(ready), { core: { read: checkReads() } })
    panel.core.reply = () => refused({ ...first, destinations: ['Main Channel'] })
    await panel.button('Go live').click()
    await panel.page.getByText('This account has never gone live from here.').waitFor()
    panel.core.reply = () => done({ what: 'started', liveId: 'l', projectName: 'Friday Night' })
    await panel.button('Go live').click()
    await settle(panel)
    expect(panel.core.commands.at(-1)).toMatchObject({ ...goLive, confirmed: true })
  })

  it('keeps Go live blocked while a start is being checked', async () => {
    const panel = await at(appState(unknownProject()))
    await panel.button('I checked, unlock').waitFor()
    await panel.button('Go live').click({ force: true })
    await settle(panel)
    await panel.expectCommands()
  })
})

it('the question about known faults checks again without starting anything', async () => {
  const panel = await open(appState(offProject()))
  const asks = refused({
    reason: 'faults',
    faults: [{ fault: 'destination', name: 'The Page', error: 'AUTH_ERROR' }],
  })
  panel.core.reply = () => asks
  await panel.button('Go live').click()
  const question = panel.page.locator('.ask')
  await question.getByRole('button', { name: 'Check again' }).click()
  await settle(panel)
  expect(panel.core.commands.at(-1)).toMatchObject({ type: 'armGoLive', projectId: 'p1', mode: 'menu' })
  await question.getByText('reconnect The Page').waitFor()
  expect(targetOf(panel.core.state)?.pending).toBe(null)
})
