/** What is known and what happened: the journal and its filters, the show report, and what viewers do not see yet. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gone } from '../support/gone.ts'
import { pageKeys } from '../support/keys.ts'
import { expectText, type Panel, panels, WAIT } from './panel.ts'
import { pictured, REPORTS } from './reports.ts'
import { appState, liveProject, NOW, offProject, preparingProject, unsyncedProject } from './states.ts'

const open = panels()

const journal = ({ page }: Panel) => page.getByRole('region', { name: 'Journal' })
const entries = (panel: Panel) => journal(panel).getByRole('listitem')
const find = ({ page }: Panel) => page.getByRole('searchbox', { name: 'Find in the journal' })

const expectEntries = (panel: Panel, count: number) => expect.poll(() => entries(panel).count(), WAIT).toBe(count)

describe('the journal', () => {
  it('shows the entries that match a filter, and says which filter is on', async () => {
    const panel = await open(appState(offProject()))
    await expectEntries(panel, 5)
    await panel.button('Problems').click()
    await expectEntries(panel, 2)
    await expect.poll(() => panel.button('Problems').getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => panel.button('All').getAttribute('aria-pressed')).toBe('false')
    await panel.button('On air').click()
    await expectEntries(panel, 4)
    await panel.button('All').click()
    await expectEntries(panel, 5)
  })

  it('finds words, and says so if there are none, with the way back', async () => {
    const panel = await open(appState(offProject()))
    await find(panel).fill('morning')
    await expectEntries(panel, 1)
    await find(panel).fill('choir')
    await expectText(journal(panel).locator('.journal-nothing'), 'No entry contains “choir”.')
    await panel.button('Show all entries').click()
    await expectEntries(panel, 5)
    await expect.poll(() => find(panel).inputValue()).toBe('')
  })

  it('marks a lost response as done only if the command was carried out', async () => {
    const panel = await open(appState(offProject()))
    const sign = entries(panel).filter({ hasText: 'Go live:' }).locator('.entry-sign')
    const look = (wanted: string) => expect.poll(() => sign.getAttribute('data-look'), WAIT).toBe(wanted)
    await look('done')
    panel.core.change((draft) => {
      const settled = draft.journal[1]
      if (settled && 'event' in settled.what && settled.what.event === 'settled') settled.what.as = 'notStarted'
    })
    await look('failed')
  })

  it('switches no scene while digits are typed into its search, and does so afterwards', async () => {
    const panel = await open(appState(liveProject()))
    await find(panel).press('3')
    await panel.expectOnly()
    await expect.poll(() => find(panel).inputValue()).toBe('3')
    await panel.button('Problems').focus()
    await pageKeys(panel.page, '3')
    await panel.expectCommands('switchScene')
  })

  it('keeps its filter over a visit to the settings', async () => {
    const panel = await open(appState(offProject()))
    await panel.button('Problems').click()
    await panel.page.getByRole('link', { name: 'Settings' }).click()
    await panel.page.getByRole('link', { name: 'Back to the show' }).click()
    await expectEntries(panel, 2)
    await expect.poll(() => panel.button('Problems').getAttribute('aria-pressed')).toBe('true')
  })

  it('shows the outcome of a lost response once it is known', async () => {
    const state = appState(offProject())
    const panel = await open({ ...state, journal: state.journal.slice(0, 1) })
    await expectText(entries(panel), /Checking whether it worked/)
    panel.core.set({ journal: state.journal.slice(0, 2) })
    await expectText(entries(panel).last(), /Checked: it was started\. It was sent once\./)
    expect(await entries(panel).last().innerText()).not.toContain('checking')
  })

  it('shows the day of entries that are not from today', async () => {
    const state = appState(offProject())
    const [first, ...rest] = state.journal
    const old = { ...first, at: NOW - 3 * 86_400_000 } as (typeof rest)[number]
    const panel = await open({ ...state, journal: [old, ...rest] })
    const names = journal(panel).locator('.journal-date')
    await expectText(names, 'Tuesday')
    await expect.poll(() => names.count()).toBe(1)
  })
})

describe('the show report', () => {
  const openReport = async (report: Panel['core']['report'] = pictured, state = appState(offProject())) => {
    const panel = await open(state, { core: { report } })
    await panel.button('Show report').click()
    const dialog = panel.page.getByRole('dialog', { name: 'Show report' })
    await dialog.waitFor()
    return { ...panel, dialog }
  }

  it('shows the last show, and any other that is chosen', async () => {
    const { dialog } = await openReport()
    await expectText(dialog, /Start[\s\S]*asked for from the panel[\s\S]*Most viewers\s*1,501/)
    await expectText(dialog, /Problems[\s\S]*The padlock is closed/)
    await dialog.getByRole('button', { name: /^Demo project/ }).click()
    await expectText(dialog, 'REHEARSAL: nothing of this show was broadcast.')
    await expect
      .poll(() => dialog.getByRole('button', { name: /^Demo project/ }).getAttribute('aria-current'))
      .toBe('true')
  })

  it('is saved as a page and as a table, for the show on screen', async () => {
    const { dialog, core, page, button } = await openReport()
    const path = (name: string) => `/download/${name}`
    core.downloads[path('report')] = 'the page'
    core.downloads[path('reportCsv')] = 'the,table'
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await dialog.getByRole('button', { name: /^Demo project/ }).click()
    await expectText(dialog, 'REHEARSAL: nothing')
    const [html] = await Promise.all([page.waitForEvent('download'), button('Save as HTML').click()])
    expect(html.suggestedFilename()).toBe('cuelight-show.html')
    expect(readFileSync(await html.path(), 'utf8')).toBe('the page')
    const [csv] = await Promise.all([page.waitForEvent('download'), button('Save as CSV').click()])
    expect(csv.suggestedFilename()).toBe('cuelight-show.csv')
    const id = pictured(null).shows.find(({ rehearsal }) => rehearsal)?.id ?? ''
    expect(asked.filter((url) => url.includes(`?show=${encodeURIComponent(id)}`)).length).toBe(2)
    await dialog.getByText('was handed to the browser').waitFor()
  })

  it('prints the report and nothing else', async () => {
    const { page, dialog } = await openReport()
    await expectText(dialog, 'Scenes on air')
    await page.emulateMedia({ media: 'print' })
    const shown = async (name: string) => page.locator(name).first().isVisible()
    const parts = ['.report', '.report-head', '.report-shows', '[data-tally]']
    await expect.poll(() => Promise.all(parts.map(shown))).toEqual([true, false, false, false])
    // The whole report, not only the part that fits on a screen.
    const whole = await page.locator('.report').evaluate((one) => one.scrollHeight - one.clientHeight)
    expect(whole).toBe(0)
  })

  it('says so if there is no show, or if it cannot be read', async () => {
    const none = await openReport(REPORTS.reportNone)
    await expectText(none.dialog, 'No show in the journal yet.')
    expect(await none.button('Print').count()).toBe(0)
    const broken = await openReport(() => 'EIO: disk gone')
    await expectText(broken.dialog, 'The journal could not be read: EIO: disk gone.')
  })

  it('leaves scene keys and controls unchanged after it is closed', async () => {
    const panel = await openReport(undefined, appState(liveProject()))
    await pageKeys(panel.page, '3')
    await panel.expectOnly()
    await pageKeys(panel.page, 'Escape')
    await gone(panel.page.locator('dialog'))
    await pageKeys(panel.page, '3')
    await panel.expectCommands('switchScene')
  })

  it('loads only when the user opens it', async () => {
    const asked: string[] = []
    const panel = await open(appState(offProject()), {
      prepare: async (page) => void page.on('request', (request) => asked.push(request.url())),
    })
    await entries(panel).first().waitFor()
    expect(asked.filter((url) => url.includes('Report'))).toEqual([])
    await panel.button('Show report').click()
    await panel.page.getByRole('dialog').waitFor()
    expect(asked.some((url) => url.includes('Report'))).toBe(true)
  })
})

describe('what viewers do not see yet', () => {
  const card = ({ page }: Panel) => page.getByRole('region', { name: 'Not on air yet' })

  it('lists the known changes, and nothing once viewers see them', async () => {
    const panel = await open(appState(unsyncedProject()))
    await expectText(card(panel), /Break instead of Main show[\s\S]*switched \d\d:\d\d by hotkey/)
    panel.core.set({
      projects: { p1: { ...unsyncedProject(), unsynced: { some: true, edits: 3, basis: 'service' } } },
    })
    await expectText(card(panel), '2 more changes: see Build.')
    panel.core.set({ projects: { p1: liveProject() } })
    await expectText(card(panel), 'Nothing: viewers see every change.')
    panel.core.become(appState(preparingProject()))
    await expectText(card(panel), 'Nothing is on air.')
  })

  it('claims nothing while what is on air is unknown', async () => {
    const panel = await open(appState(unsyncedProject()))
    await expectText(card(panel), 'Break instead of Main show')
    panel.core.goDown()
    await expectText(card(panel), 'Not known: no contact.')
  })
})

describe('the request budget', () => {
  const card = ({ page }: Panel) => page.getByRole('region', { name: 'Request budget', includeHidden: true })

  it('is in the show only while it is running out', async () => {
    const panel = await open(appState(offProject()))
    await panel.page.locator('.target').waitFor()
    expect(await card(panel).count()).toBe(0)
    panel.core.set({ budget: { remaining: 8 } })
    await card(panel).waitFor()
    panel.core.set({ budget: { remaining: 107 } })
    await gone(card(panel))
  })

  it('shows what was used by whom, and warns before it runs out', async () => {
    const state = appState(offProject())
    const panel = await open(state, { at: '#set-up/interface' })
    await expectText(card(panel), /Cuelight\s*41\s*other apps\s*48\s*free\s*51\s*kept for you\s*10/)
    panel.core.set({ budget: { remaining: 8 } })
    await expectText(card(panel), /Low: background reading pauses for 24 s\. Your presses still go at once\./)
    panel.core.set({ budget: { remaining: 0, blockedUntil: NOW + 18_000 } })
    // The text below the bar must not contradict what the bar shows of other apps.
    panel.core.set({ budget: { remaining: 107, ours: 41, othersPerMinute: 0.3, blockedUntil: null } })
    await expectText(card(panel), /other apps\s*2\s/)
    expect(await card(panel).getByText('No other apps').count()).toBe(0)
    panel.core.set({ budget: { remaining: 109 } })
    await expectText(card(panel), 'No other apps are using this account')
    panel.core.set({ budget: { remaining: 0, blockedUntil: NOW + 18_000 } })
    await expectText(card(panel), /Used up\. More in 18 s\. A show command waits 3 s at most/)
  })
})

it('destinations beyond the first few are folded, and those with a fault come first', async () => {
  const project = liveProject()
  const [one] = project.live?.destinations ?? []
  if (!project.live || !one) throw new Error('no destination')
  project.live.destinations = Array.from({ length: 30 }, (_, index) => ({
    ...one,
    id: `d${index}`,
    name: `Parish ${index + 1}`,
    error: index === 25 ? 'CONNECTION_ERROR' : null,
  }))
  const panel = await open(appState(project))
  const region = panel.page.getByRole('region', { name: 'Destinations' })
  await expectText(region, '1 of 30 has a fault')
  await expect.poll(() => region.getByRole('listitem').count()).toBe(6)
  await expectText(region.getByRole('listitem').last(), 'Parish 26')
  await panel.button('Show all 30').click()
  await expect.poll(() => region.getByRole('listitem').count()).toBe(30)
  await panel.button('Show fewer').click()
  await expect.poll(() => region.getByRole('listitem').count()).toBe(6)
})
