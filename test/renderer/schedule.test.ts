import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../shared/outcome.ts'
import { tellRefusal } from '../../shared/words/outcomes.ts'
import { pageKeys } from '../support/keys.ts'
import { expectFocus, type Panel, panels, WAIT } from './panel.ts'
import { CLASHING, DATES, date, lostDates, plansOf } from './scheduleSheet.ts'
import { appState, done, padlocked } from './states.ts'

const open = panels()
const at = (place: string, parts: Parameters<typeof plansOf>[0] = {}, state = appState(), timezoneId = 'UTC') =>
  open(state, { at: `#schedule${place}`, core: { read: plansOf(parts) }, timezoneId })
const hash = ({ page }: Panel) => page.evaluate(() => decodeURIComponent(location.hash))
const reaches = (panel: Panel, address: string) => expect.poll(() => hash(panel)).toBe(address)
const text = (panel: Panel, words: string | RegExp) => panel.page.getByText(words).first()
const type = (panel: Panel, label: string, what: string) => panel.page.getByLabel(label, { exact: true }).fill(what)
const edited = (answer?: unknown): Outcome =>
  done({ what: 'edited', operation: 'scheduleLive', about: 'Scheduled.', id: null, synced: null, answer })
const edit = (operation: string, input: object) => ({ type: 'edit', operation, input }) as never

describe('what is ahead', () => {
  it('stands at its day in the time of this computer, with its zone, length and destinations', async () => {
    const panel = await at(
      '',
      { dates: [date(2, Date.UTC(2026, 10, 22, 23, 30))] },
      appState(),
      'Australia/Lord_Howe',
    )
    await text(panel, 'Lord Howe Daylight Time (UTC+11)').waitFor()
    const monday = panel.page.getByRole('listitem').filter({ hasText: 'Mon 23 Nov' })
    const run = monday.getByRole('link', { name: 'Sunday Service' })
    await expect.poll(() => run.textContent()).toContain('10:30')
    await expect.poll(() => run.textContent()).toContain('2 h, Main Channel')
    await text(panel, 'to 08:42').waitFor()
  })

  it('says at both that two projects use one destination at the same time, and at no other', async () => {
    const panel = await at('?view=list')
    const clashes = panel.page.locator('[data-clash]')
    await clashes.first().waitFor()
    const told = (await clashes.allTextContents()).join('\n')
    await expect.poll(() => clashes.count()).toBe(2)
    expect(told).toContain('Clash, same destination: Quiet Classics until 13:00.')
    expect(told).toMatch(/Clash, same destination: Sunday Service.* until 12:30\./)
  })

  it('keeps view and project in the address: Back closes, reload keeps, Escape closes', async () => {
    const panel = await at('')
    await panel.page.getByRole('radio', { name: 'List' }).check({ force: true })
    await reaches(panel, '#schedule?view=list')
    const run = panel.page.getByRole('link', { name: 'Harbour News 24' }).first()
    await run.click()
    await expectFocus(panel.page.getByRole('heading', { name: 'Harbour News 24' }))
    await pageKeys(panel.page, 'Escape')
    await expectFocus(run)
    await run.click()
    await reaches(panel, '#schedule?view=list&project=p1')
    await panel.page.reload()
    await expectFocus(panel.page.getByRole('heading', { name: 'Harbour News 24' }))
    await panel.page.goBack()
    await reaches(panel, '#schedule?view=list')
    await panel.page.goForward()
    await panel.page.getByRole('heading', { name: 'Harbour News 24' }).waitFor()
    await pageKeys(panel.page, 'Escape')
    await reaches(panel, '#schedule?view=list')
  })

  it('says how much is read and why not more, and reads again when asked', async () => {
    const panel = await at('', {
      dates: DATES.slice(0, 5),
      progress: { read: 2, of: 17, problem: 'Too many requests' },
    })
    await text(panel, '5 dates so far: 2 of 17 projects read, Too many requests').waitFor()
    panel.core.read = plansOf({ dates: [], running: [] })
    await panel.button('Read the schedule again').click()
    await text(panel, 'Nothing is scheduled').waitFor()
  })

  it('asks the same few reads for any number of projects', async () => {
    const dates = Array.from({ length: 300 }, (_, nr) => ({
      ...date(1, Date.UTC(2026, 10, 21, nr)),
      projectId: `x${nr}`,
    }))
    const panel = await at('?view=list', { dates })
    await text(panel, '300 dates in 300 projects').waitFor()
    const names = panel.core.reads.map(({ name }) => name)
    expect(names.toSorted()).toEqual(['allSchedules', 'listProjects', 'runningBroadcasts'])
  })
})

describe('the next 24 hours', () => {
  it('tells each run with its end, and of what runs without one that none is known', async () => {
    const panel = await at('?view=hours')
    const rows = panel.page.getByRole('row')
    await rows.nth(1).waitFor({ state: 'attached' })
    await expect.poll(() => rows.nth(1).textContent()).toBe('Rain on the windowon air nowno end known')
    await expect.poll(() => rows.nth(2).textContent()).toBe('Harbour News 24Fri 20 Nov, 22:00Sat 21 Nov, 00:00')
    expect(panel.core.reads.some(({ name }) => name === 'whatPlays')).toBe(false)
  })

  it('says at both that two projects need one channel at the same time', async () => {
    const panel = await at('?view=hours', { dates: CLASHING })
    const lines = panel.page.locator('.hours-line')
    await lines.filter({ hasText: 'Clash, same destination: Quiet Classics' }).waitFor()
    await lines.filter({ hasText: 'Clash, same destination: Sunday Service' }).waitFor()
    await expect.poll(() => panel.page.locator('.hours-bar[data-clash]').count()).toBe(2)
  })

  it('tells what plays of the project that is opened: known and estimated, seams, and what ends it', async () => {
    const panel = await at('?view=hours&project=p1')
    const rows = panel.page.locator('.plays tbody tr')
    await rows.first().waitFor()
    const told = await rows.allTextContents()
    expect(told[0]).toMatch(/^21:38.*known/)
    expect(told[1]).toMatch(/^≈ 21:47.*estimated/)
    expect(told[2]).toMatch(/estimated · starts over/)
    expect(told[3]).toMatch(/Shuffled, order not known.*length not known/)
    await text(panel, '1 of 2 scenes read.').waitFor()
    await text(panel, 'Dead air from Sat 21 Nov, 02:42: the last list ends and nothing follows.').waitFor()
    await panel.page.getByRole('link', { name: 'Its dates' }).click()
    await reaches(panel, '#schedule?project=p1')
  })
})

describe('adding dates', () => {
  it('finds the project, counts what can be sent, and sends it as UTC, once', async () => {
    const panel = await at('', {}, appState(), 'America/New_York')
    await panel.page.getByRole('link', { name: 'Add dates' }).click()
    await panel.page.getByRole('searchbox', { name: 'Find a project' }).fill('counc')
    await panel.page.getByRole('button', { name: /^Council/ }).click()
    await type(panel, 'First date', '2026-11-24')
    await type(panel, 'At', '19:00')
    await panel.page.getByLabel('Repeat').selectOption('weekly')
    await text(panel, '4 dates of 50 at most').waitFor()
    await type(panel, 'How often', '5')
    await text(panel, 'too far ahead').waitFor()
    await text(panel, '4 of 5 can be sent.').waitFor()
    await expect.poll(() => panel.page.locator('.month .run[data-typed]').count(), WAIT).toBe(4)
    await takeOut(panel, '1 Dec').click()
    panel.core.reply = () => 'silence'
    await panel.button('Schedule 3').dblclick()
    const dates = ['2026-11-25T00:00:00.000Z', '2026-12-09T00:00:00.000Z', '2026-12-16T00:00:00.000Z']
    await panel.expectOnly(edit('scheduleLive', { projectId: 'p4', dates }))
  })

  it('refuses what is too soon while it is typed, and takes the earliest time in one press', async () => {
    const panel = await at('?project=p4')
    await type(panel, 'At', '21:43')
    await text(panel, 'is too soon').waitFor()
    await panel.button('Schedule 0').press('Enter')
    await text(panel, 'None of these can be sent.').waitFor()
    await panel.button('Take the earliest time').click()
    await panel.button('Schedule 1').click()
    await panel.expectOnly(edit('scheduleLive', { projectId: 'p4', dates: ['2026-11-20T21:46:00.000Z'] }))
  })

  it('refuses a time that the clocks skip, and asks which one is meant where it comes twice', async () => {
    const panel = await at('?project=p4', {}, appState(), 'Europe/London')
    await type(panel, 'First date', '2027-03-28')
    await type(panel, 'At', '01:30')
    await text(panel, 'The clocks skip this time that day').waitFor()
    await type(panel, 'First date', '2026-10-25')
    await text(panel, 'This time comes twice that day').waitFor()
    await panel.button('Schedule 0').waitFor()
    await panel.page.getByRole('radio', { name: '01:30 Greenwich Mean Time' }).check({ force: true })
    await text(panel, '25 October 2026, 01:30 is too soon').waitFor()
  })

  it('offers one date alone to a project that runs until stopped', async () => {
    const panel = await at('?project=p5')
    await text(panel, 'so it can have one date only').waitFor()
    expect(await panel.page.getByLabel('Repeat').count()).toBe(0)
  })

  it('tells a set that was partly taken date by date', async () => {
    const panel = await at('?project=p4')
    await panel.page.getByLabel('Repeat').selectOption('daily')
    await type(panel, 'How often', '2')
    const taken = date(4, Date.UTC(2026, 10, 20, 22))
    panel.core.reply = () => edited({ scheduled: [taken], count: 1 })
    await panel.presses('Schedule 2', 'edit')
    panel.core.read = plansOf({ dates: [...DATES, taken] })
    panel.core.say({ type: 'touched', names: ['allSchedules'], projectId: null })
    await text(panel, '1 of 2 dates were accepted').waitFor()
    await text(panel, 'Fri 20 Nov, 22:00: accepted').waitFor()
    await text(panel, 'Sat 21 Nov, 22:00: not accepted').waitFor()
  })

  it('sends nothing over a set that may have been taken, and says what the core refuses', async () => {
    const lost = { ...appState(), lostEdits: [lostDates('looking')] }
    const panel = await at('?project=p4', {}, lost)
    await panel.button('Schedule 1').click({ force: true })
    await text(panel, 'Still checking the last one').waitFor()
    panel.core.become(appState())
    await expect.poll(() => panel.button('Schedule 1').getAttribute('aria-disabled'), WAIT).toBeNull()
    panel.core.reply = () => padlocked
    await panel.presses('Schedule 1', 'edit')
    await text(panel, tellRefusal({ reason: 'padlocked' })).waitFor()
  })
})

describe('the dates of a project', () => {
  it('are cancelled one by one or all, after a question', async () => {
    const panel = await at('?project=p6')
    await panel.page
      .getByRole('button', { name: /^Cancel this date/ })
      .first()
      .click()
    await panel.button('Keep').click()
    await panel.button('Cancel all 5').click()
    await text(panel, 'Cancel 5 dates of Quiet Classics?').waitFor()
    await panel.expectOnly()
    await panel.button('Cancel all').click()
    await panel.expectOnly(edit('cancelSchedules', { projectId: 'p6' }))
    await panel.page
      .getByRole('button', { name: /^Cancel this date/ })
      .first()
      .click()
    await text(panel, 'Cancel Fri 27 Nov, 22:00?')
      .or(text(panel, /^Cancel Fri, 27 Nov/))
      .first()
      .waitFor()
    await panel.button('Cancel it').click()
    const liveId = DATES.find(({ projectId }) => projectId === 'p6')?.liveId
    await panel.expectOnly(
      edit('cancelSchedules', { projectId: 'p6' }),
      edit('cancelSchedule', { projectId: 'p6', liveId }),
    )
  })

  it('are moved together, as far apart as they were, and told with the content they will have', async () => {
    const panel = await at('?project=p2')
    await panel.button('Move dates').click()
    await type(panel, 'First date', '2026-11-23')
    await type(panel, 'At', '11:00')
    const about = 'Schedule moved: 3 dates. They show the project as it is when they start.'
    panel.core.reply = () => done({ what: 'edited', operation: 'moveSchedule', about, id: null, synced: null })
    await panel.button('Move to 3 dates').click()
    const dates = ['2026-11-23', '2026-11-30', '2026-12-07'].map((day) => `${day}T11:00:00.000Z`)
    await panel.expectOnly(edit('moveSchedule', { projectId: 'p2', dates }))
    await text(panel, about).waitFor()
    await panel.button('Move dates').waitFor()
  })

  it('are not taken for none while they are still being read', async () => {
    const progress = { read: 1, of: 4, problem: null }
    const panel = await at('?project=p6', { dates: DATES.slice(0, 1), progress })
    await text(panel, 'Still reading its dates.').waitFor()
    expect(await panel.page.getByLabel('First date').count()).toBe(0)
  })
})

const takeOut = ({ page }: Panel, day: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: day })
    .getByRole('button', { name: /^Take out/ })
