/** The schedule shows every date, and adds, moves and cancels dates without a surprise. */
import type { Locator } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { Project } from '../../shared/contract/records.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { describeRefusal } from '../../shared/words/outcomes/outcomes.ts'
import { keysAt, pageKeys } from '../support/keys.ts'
import { expectFocus, type Panel, panels, settle, WAIT } from './panel.ts'
import { ALIKE, CLASHING, DATES, date, lostDates, PLANNED, plansOf, RUNNING } from './scheduleSheet.ts'
import { appState, done, NOW, padlocked, timeout } from './states.ts'

const open = panels()
const WIDE = { viewport: { width: 1400, height: 900 } }
const SUNDAYS = ['2026-11-22', '2026-11-29', '2026-12-06'].map((day) => `${day}T10:30:00.000Z`)
const at = (place: string, parts: Parameters<typeof plansOf>[0] = {}, state = appState(), timezoneId = 'UTC') =>
  open(state, { at: `#schedule${place}`, core: { read: plansOf(parts) }, timezoneId })
const hash = ({ page }: Panel) => page.evaluate(() => decodeURIComponent(location.hash))
const reaches = (panel: Panel, address: string) => expect.poll(() => hash(panel)).toBe(address)
const text = (panel: Panel, words: string | RegExp) => panel.page.getByText(words).first()
const type = (panel: Panel, label: string, what: string) => panel.page.getByLabel(label, { exact: true }).fill(what)
const edited = (answer?: unknown): Outcome =>
  done({ what: 'edited', operation: 'scheduleLive', about: 'Scheduled.', id: null, synced: null, answer })
const edit = (operation: string, input: object) => ({ type: 'edit', operation, input }) as never

describe('upcoming dates', () => {
  it('are shown on their day in this computer’s time, with zone, length and destinations', async () => {
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

  it('show the clash of two projects on one destination at both, and at no other', async () => {
    const panel = await at('?view=list')
    const clashes = panel.page.locator('[data-clash]')
    await clashes.first().waitFor()
    const told = (await clashes.allTextContents()).join('\n')
    await expect.poll(() => clashes.count()).toBe(2)
    expect(told).toContain(
      'Clash, same destination: Quiet Classics, Sun 29 Nov, 11:00 until 13:00. Neither ends the other.',
    )
    expect(told).toMatch(/Clash, same destination: Sunday Service.*, Sun 29 Nov, 10:30 until 12:30\./)
  })

  it('keep view and project in the address: Back closes, reload keeps, Escape closes', async () => {
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

  it('appear at once in the list, however many there are, and are all there soon after, for search and screen readers', async () => {
    const dates = Array.from({ length: 1_000 }, (_, nr) => ({ ...date(6, NOW + nr * 36 * 60_000), liveId: `m${nr}` }))
    const first = '__first'
    const panel = await open(appState(), {
      at: '#schedule?view=list',
      core: { read: plansOf({ dates, running: [] }) },
      prepare: (page) =>
        page.addInitScript((name) => {
          const all = document.getElementsByClassName('run')
          const watch = new MutationObserver(() => {
            if (all.length === 0) return
            watch.disconnect()
            Object.assign(window, { [name]: all.length })
          })
          watch.observe(document, { childList: true, subtree: true })
        }, first),
    })
    const times = () => panel.page.locator('.run-list .run > b').allTextContents()
    await panel.page.locator('.run').first().waitFor()
    const afterFrame = async () => {
      await panel.page.clock.runFor(20)
      return (await times()).length
    }
    await expect.poll(afterFrame, WAIT).toBe(1_000)
    const atFirst = () => panel.page.evaluate((name) => Reflect.get(window, name), first)
    await expect.poll(atFirst).toBeLessThan(100)
    await expect.poll(times).toEqual(dates.map(({ scheduledDate }) => scheduledDate.slice(11, 16)))
    // Rows out of view are not rendered, but the browser's search and Tab still reach them.
    const last = panel.page.locator('.run-list .ruled > li').last()
    await expect.poll(() => last.evaluate((row) => getComputedStyle(row).contentVisibility)).toBe('auto')
  })

  it('show how much is read and why not more, and are read again on request', async () => {
    const panel = await at('', {
      dates: DATES.slice(0, 5),
      progress: { read: 2, of: 17, problem: 'Too many requests' },
    })
    await text(panel, '5 dates so far: 2 of 17 projects read, Too many requests').waitFor()
    panel.core.read = plansOf({ dates: [], running: [] })
    await panel.button('Refresh').click()
    await text(panel, 'Nothing is scheduled').waitFor()
    await text(panel, /^No dates, read /).waitFor()
  })

  it('take the same few reads for any number of projects', async () => {
    const dates = Array.from({ length: 300 }, (_, nr) => ({
      ...date(1, Date.UTC(2026, 10, 21, nr)),
      projectId: `x${nr}`,
    }))
    const panel = await at('?view=list', { dates })
    await text(panel, '300 dates in 300 projects').waitFor()
    await settle(panel)
    const names = panel.core.reads.map(({ name }) => name)
    expect(names.toSorted()).toEqual(['allSchedules', 'listProjects', 'runningBroadcasts'])
  })
})

it('for an unknown project show a message, with the way back', async () => {
  const panel = await at('?project=nope')
  await panel.page.getByRole('heading', { name: 'Unknown project' }).waitFor()
  await text(panel, 'The service does not know this project').waitFor()
  await panel.button('All dates').click()
  await reaches(panel, '#schedule')
})

describe('the month', () => {
  const styleOf = (of: Locator, name: string) =>
    of.evaluate((one, wanted) => getComputedStyle(one).getPropertyValue(wanted), name)
  const wide = (place: string, parts = {}) =>
    open(appState(), { at: `#schedule${place}`, core: { read: plansOf(parts) }, timezoneId: 'UTC', ...WIDE })

  it('with forced colours, keeps its lines, the frames of its dates and the look of past dates', async () => {
    const { page } = await wide('')
    await page.emulateMedia({ forcedColors: 'active' })
    const [day, past] = [
      page.locator('.day[data-place="in"]').first(),
      page.locator('.day[data-place="out"]').first(),
    ]
    for (const side of ['border-top-width', 'border-left-width'])
      await expect.poll(() => styleOf(day, side), { message: side }).toBe('1px')
    await expect.poll(() => styleOf(page.locator('.day .run').first(), 'border-top-width')).toBe('1px')
    const number = (of: Locator) => styleOf(of.locator('.day-number'), 'color')
    expect(await number(past)).not.toBe(await number(day))
  })

  it('marks what is selected also when it clashes, and frames nothing else like a clash', async () => {
    const { page } = await wide('?project=p2')
    const selected = page.locator('.month .run[aria-current]')
    await expect.poll(() => selected.count()).toBe(SUNDAYS.length)
    for (const part of ['border-inline-start-width', 'background-color']) {
      const alike = await selected.evaluateAll(
        (all, wanted) => all.map((one) => getComputedStyle(one).getPropertyValue(wanted)),
        part,
      )
      expect(new Set(alike).size).toBe(1)
      expect(alike[0]).not.toBe(await styleOf(page.locator('.month .run:not([aria-current])').first(), part))
    }
    const today = page.locator('.day[data-place="today"]')
    await expect.poll(() => styleOf(today, 'outline-style')).toBe('none')
    const [ground, plain] = [today, page.locator('.day[data-place="in"]').first()].map((day) =>
      styleOf(day.locator('.day-number'), 'background-color'),
    )
    expect(await ground).not.toBe(await plain)
  })

  it('distinguishes names with the same beginning, and the pane shows each in full', async () => {
    const panel = await wide('?project=n2', ALIKE)
    const names = panel.page.locator('.month .run-name')
    const isWhole = (one: Locator) => one.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
    for (const [nth, end] of ['part one', 'part two'].entries()) {
      const last = names.filter({ hasText: 'A very long' }).nth(nth).locator('span').last()
      await expect.poll(() => last.textContent()).toBe(end)
      await expect.poll(() => isWhole(last)).toBe(true)
    }
    const heading = panel.page.getByRole('heading', { name: /part two$/ })
    await heading.waitFor()
    await expect.poll(() => isWhole(heading)).toBe(true)
  })

  it('gives a chosen day to the project chosen next, even if nothing is scheduled', async () => {
    const panel = await wide('', { dates: [], running: [] })
    await panel.page.getByRole('link', { name: 'Add a date on Fri 27 Nov' }).click()
    await panel.page.getByRole('button', { name: /^Council/ }).click()
    await expect.poll(() => panel.page.getByLabel('First date').inputValue()).toBe('2026-11-27')
    await panel.page.getByRole('link', { name: 'Add a date on Mon 30 Nov' }).click()
    await panel.button('Schedule 2 dates').waitFor()
    await reaches(panel, '#schedule?project=p4')
  })

  it('uses the last chosen day for a project with a single date: the typed values are sent and then shown', async () => {
    const panel = await wide('', { dates: [], running: [] })
    const choose = async (day: string) => {
      await panel.page.getByRole('link', { name: `Add a date on ${day}` }).click()
      await panel.page.getByRole('button', { name: /^Night loop/ }).click()
    }
    await choose('Fri 27 Nov')
    await panel.button('Close').click()
    await choose('Fri 27 Nov')
    await panel.page.getByRole('link', { name: 'Add a date on Sat 28 Nov' }).click()
    await expect.poll(() => panel.page.getByLabel('Date', { exact: true }).first().inputValue()).toBe('2026-11-28')
    await panel.page.getByLabel('At', { exact: true }).fill('20:00')
    const at = Date.UTC(2026, 10, 28, 20)
    panel.core.reply = () => {
      panel.core.read = plansOf({ dates: [date(5, at)], running: [] })
      panel.core.say({ type: 'touched', names: ['allSchedules'], projectId: null })
      return edited({ success: true, scheduled: [{ liveId: 'x', scheduledDate: new Date(at).toISOString() }] })
    }
    const dates = [new Date(at).toISOString()]
    await panel.presses('Schedule 1 date', edit('scheduleLive', { projectId: 'p5', dates }))
    // Not the form to move it, which would look as if nothing was sent yet.
    await panel.button('Change dates').waitFor()
    const said = panel.page.locator('.dates-foot .answer span', { hasText: 'Scheduled.' })
    const lines = () =>
      said.evaluate((one) => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).fontSize))
    await expect.poll(lines, { message: 'no word is broken' }).toBeLessThan(2)
  })

  it('marks the day that is to get a date, and names it when asking for its project', async () => {
    const panel = await wide('')
    await panel.page.getByRole('link', { name: 'Add a date on Fri 27 Nov' }).click()
    await panel.page.getByRole('heading', { name: 'Add a date on Fri 27 Nov' }).waitFor()
    await expect.poll(() => panel.page.locator('.day[data-chosen] .day-number').textContent()).toBe('27')
  })

  it('moves a date to another day by dragging or Alt and an arrow, and sends nothing before a confirmation', async () => {
    const panel = await wide('')
    const day = (name: string) => panel.page.getByRole('listitem').filter({ hasText: name })
    const run = day('Sun 6 Dec').getByRole('link', { name: 'Sunday Service' })
    await run.dragTo(day('Sat 5 Dec'))
    await panel.button('Move 1 date').waitFor()
    await text(panel, /^was Sun,? 6 Dec, 10:30$/).waitFor()
    // Its old place is struck out until it is sent; the project's other dates are not.
    const leaving = panel.page.locator('.month [data-leaving]')
    await expect.poll(() => leaving.locator('.run-facts').allTextContents()).toEqual(['leaves here: not sent yet'])
    await panel.page.locator('.month .run[data-typed]').press('Alt+ArrowLeft')
    await expect.poll(() => panel.page.locator('.dates input[type="date"]').nth(2).inputValue()).toBe('2026-12-04')
    await panel.expectOnly()
  })

  it('is one Tab stop, with arrows from day to day', async () => {
    const panel = await wide('')
    await panel.page.locator('.month .run').first().waitFor()
    const stops = panel.page.locator('.month [data-cell][tabindex="0"]')
    await expect.poll(() => stops.count()).toBe(1)
    await stops.focus()
    const inDay = (name: string) =>
      panel.page.getByRole('listitem').filter({ hasText: name }).locator('[data-cell]').first()
    await keysAt(stops, 'ArrowRight')
    await keysAt(inDay('Sat 21 Nov'), 'ArrowDown', 'ArrowDown')
    await keysAt(inDay('Sat 28 Nov'), 'Home')
    await expectFocus(inDay('Mon 23 Nov'))
  })

  it('keeps ON AIR white on red, whatever screen was open before', async () => {
    const panel = await wide('')
    const come = (place: string) => panel.page.evaluate((hash) => location.assign(hash), `#${place}`)
    const tag = panel.page.locator('.run-on-air')
    await tag.waitFor()
    await come('projects')
    await panel.page.locator('.project').first().waitFor()
    await come('schedule')
    await tag.waitFor()
    await expect.poll(() => tag.evaluate((one) => getComputedStyle(one).color)).toBe('rgb(255, 255, 255)')
  })

  it('shows a running broadcast under today, and its planned end', async () => {
    const running = [{ ...RUNNING[0], remainingSeconds: 86_400 }] as never
    const panel = await wide('', { running })
    await panel.page.locator('.day[data-place="today"] .run', { hasText: 'ON AIR' }).waitFor()
    await expect.poll(() => panel.page.locator('.day-ends').textContent()).toMatch(/^ends 21:4\d Rain on the window/)
  })
})

describe('the next 24 hours', () => {
  it('show each run with its end, or that it runs until it is stopped', async () => {
    const panel = await at('?view=hours')
    const rows = panel.page.getByRole('row')
    await rows.nth(1).waitFor({ state: 'attached' })
    await expect.poll(() => rows.nth(1).textContent()).toBe('Rain on the windowon air nowuntil stopped')
    await expect.poll(() => rows.nth(2).textContent()).toBe('Harbour News 24Fri 20 Nov, 22:00Sat 21 Nov, 00:00')
  })

  it('show what plays in the show target while no project is open, and lead to it as a list', async () => {
    const panel = await at('?view=hours')
    await panel.page.locator('.guide-lane').nth(2).waitFor()
    await panel.page.getByText('Open another project to see what plays in it.').waitFor()
    await panel.page.getByRole('link', { name: 'What plays in Friday Night' }).click()
    await panel.page.locator('.plays tbody tr').first().waitFor()
    await reaches(panel, '#schedule?view=hours&project=p1')
  })

  it('have a line at the current time, from the start of this hour, and the text about a run is beside it', async () => {
    const panel = await at('?view=hours')
    const row = panel.page.locator('.hours-line', { hasText: 'Rain on the window' })
    const [line, track, said] = await Promise.all(
      ['.hours-now', '.hours-track', '.hours-bar > .clip'].map((part) => row.locator(part).boundingBox()),
    )
    if (!line || !track || !said) throw new Error('not all of it is drawn')
    const sinceHour = NOW % 3_600_000
    expect((line.x - track.x) / track.width).toBeCloseTo(sinceHour / (86_400_000 + sinceHour), 2)
    expect(said.x).toBeGreaterThan(line.x + line.width)
  })

  it('show the times as text, because a bar may have no space for them', async () => {
    const panel = await at('?view=hours')
    await panel.page.locator('.hours-facts', { hasText: '22:00 to 00:00' }).waitFor()
  })

  it('show at both projects that they need one channel at the same time', async () => {
    const panel = await at('?view=hours', { dates: CLASHING })
    const lines = panel.page.locator('.hours-line')
    await lines.filter({ hasText: 'Clash, same destination: Quiet Classics' }).waitFor()
    await lines.filter({ hasText: 'Clash, same destination: Sunday Service' }).waitFor()
    await expect.poll(() => panel.page.locator('.hours-bar[data-clash]').count()).toBe(2)
  })

  it('show what plays in an opened project: known and estimated, seams, and what ends it', async () => {
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
    expect(told[0]).toContain('Loop')
    await panel.page.getByRole('link', { name: 'Its dates' }).click()
    await reaches(panel, '#schedule?project=p1')
  })
})

it('draw what plays as a guide: a lane per layer, scenes above, the current time, and a time the user asks for', async () => {
  const panel = await open(appState(), {
    ...{ at: '#schedule?view=hours&project=p1', core: { read: plansOf({}) }, timezoneId: 'UTC', ...WIDE },
  })
  const lanes = panel.page.locator('.guide-lane')
  await lanes.nth(2).waitFor()
  await expect.poll(() => lanes.locator('small').allTextContents()).toEqual(['Scene', 'Loop', 'Music'])
  await expect.poll(() => lanes.nth(1).locator('.guide-piece').count()).toBe(2)
  await expect.poll(() => panel.page.locator('.guide-lane .guide-piece[data-look="known"]').count()).toBe(1)
  await expect.poll(() => panel.page.locator('.guide-mark[data-of="now"]').count()).toBeGreaterThan(0)
  await type(panel, 'Show from', '22:30')
  await reaches(panel, '#schedule?view=hours&project=p1&at=22:30')
  await expect.poll(() => panel.page.locator('.plays tbody tr').count()).toBe(0)
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
    await text(panel, '4 dates. Up to 50 are possible.').waitFor()
    await type(panel, 'How many dates', '5')
    await text(panel, 'too far ahead').waitFor()
    await text(panel, '4 of 5 dates can be scheduled.').waitFor()
    await expect.poll(() => panel.page.locator('.month .run[data-typed]').count(), WAIT).toBe(4)
    await takeOut(panel, '1 Dec').click()
    panel.core.reply = () => 'silence'
    await panel.button('Schedule 3 dates').dblclick()
    const dates = ['2026-11-25T00:00:00.000Z', '2026-12-09T00:00:00.000Z', '2026-12-16T00:00:00.000Z']
    await panel.expectOnly(edit('scheduleLive', { projectId: 'p4', dates }))
  })

  it('refuses a time that is too soon while it is typed, and takes the earliest time in one press', async () => {
    const panel = await at('?project=p4')
    await type(panel, 'At', '21:43')
    await text(panel, 'is too soon').waitFor()
    await panel.button('Schedule').press('Enter')
    await text(panel, 'No date here can be scheduled yet.').waitFor()
    await panel.button('Take the earliest time').click()
    await panel.button('Schedule 1 date').click()
    await panel.expectOnly(edit('scheduleLive', { projectId: 'p4', dates: ['2026-11-20T21:46:00.000Z'] }))
  })

  it('refuses a time that the clock change skips, and asks which one is meant if it occurs twice', async () => {
    const panel = await at('?project=p4', {}, appState(), 'Europe/London')
    await type(panel, 'First date', '2027-03-28')
    await type(panel, 'At', '01:30')
    await text(panel, 'The clocks skip this time that day').waitFor()
    await type(panel, 'First date', '2026-10-25')
    await text(panel, 'This time comes twice that day').waitFor()
    await panel.button('Schedule').waitFor()
    await panel.page.getByRole('radio', { name: '01:30 Greenwich Mean Time' }).check({ force: true })
    await text(panel, '25 October 2026, 01:30 is too soon').waitFor()
  })

  it('offers only a single date to a project that runs until stopped', async () => {
    const panel = await at('?project=p5')
    await text(panel, 'so it can have only one date.').waitFor()
    expect(await panel.page.getByLabel('Repeat').count()).toBe(0)
  })

  it('names the missing dates of a partly accepted set, and offers just those again', async () => {
    const panel = await at('?project=p4')
    await panel.page.getByLabel('Repeat').selectOption('daily')
    await type(panel, 'How many dates', '2')
    const taken = date(4, Date.UTC(2026, 10, 20, 22))
    const retried = {
      ...{ projectId: 'p4', base: ['2026-11-20T22:00:00.000Z'] },
      dates: ['2026-11-20T22:00:00.000Z', '2026-11-21T22:00:00.000Z'],
    }
    panel.core.reply = () => edited({ scheduled: [taken], count: 1 })
    await panel.presses('Schedule 2 dates', 'edit')
    panel.core.read = plansOf({ dates: [...DATES, taken] })
    panel.core.say({ type: 'touched', names: ['allSchedules'], projectId: null })
    await text(panel, '1 of 2 dates were accepted').waitFor()
    await text(panel, /Not scheduled: Sat,? 21 Nov, 22:00\./).waitFor()
    // No tick is shown beside it.
    expect(await panel.page.locator('.schedule-pane .answer[data-look="done"]').count()).toBe(0)
    await panel.button('Try that one again').click()
    await panel.presses('Add 1 date', 'edit', edit('moveSchedule', retried))
  })

  it('sends nothing after a set that may have been accepted, and says what the core refuses', async () => {
    const lost = { ...appState(), lostEdits: [lostDates('looking')] }
    const panel = await at('?project=p4', {}, lost)
    await panel.button('Schedule 1 date').click({ force: true })
    await text(panel, 'Still checking the last one').waitFor()
    panel.core.become(appState())
    await expect.poll(() => panel.button('Schedule 1 date').getAttribute('aria-disabled'), WAIT).toBeNull()
    panel.core.reply = () => padlocked
    await panel.presses('Schedule 1 date', 'edit')
    await text(panel, describeRefusal({ reason: 'padlocked' })).waitFor()
  })
})

describe('the dates of a project', () => {
  it('are cancelled one by one or all, after a question', async () => {
    const panel = await at('?project=p6')
    await cancelFirst(panel)
    await panel.button('Keep').click()
    await panel.button('Cancel all 5 dates…').click()
    await text(panel, 'Cancel 5 dates of Quiet Classics?').waitFor()
    await panel.expectOnly()
    await panel.button('Cancel all').click()
    await panel.expectOnly(edit('cancelSchedules', { projectId: 'p6' }))
    await cancelFirst(panel)
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

  it('are restored by one press after cancelling, beside the remaining ones, while the rules allow it', async () => {
    const panel = await at('?project=p2')
    const standing = DATES.filter(({ projectId }) => projectId === 'p2').slice(1)
    const back = panel.page.getByRole('button', { name: /^Put Sun,? 22 Nov, 10:30 back$/ })
    panel.core.reply = () => edited()
    await cancelFirst(panel)
    await panel.presses('Cancel it', 'edit')
    expect(await back.count()).toBe(0)
    const read = (dates: typeof DATES) => {
      panel.core.read = plansOf({ dates })
      panel.core.say({ type: 'touched', names: ['allSchedules'], projectId: null })
    }
    read(standing)
    const moved = edit('moveSchedule', { projectId: 'p2', base: SUNDAYS.slice(1), dates: SUNDAYS })
    await back.click()
    await panel.expectCommands('edit', moved)
    await expect.poll(() => back.count()).toBe(0)
    read(DATES)
    await panel.button('Cancel all 3 dates…').click()
    await panel.presses('Cancel all', 'edit', moved, 'edit')
    read([])
    const all = edit('scheduleLive', { projectId: 'p2', dates: SUNDAYS })
    await panel.presses('Put 3 dates back', 'edit', moved, 'edit', all)
  })

  it('leave no form that one press would schedule, once the last of them is cancelled', async () => {
    const projects = PLANNED.map((one) => ({ ...one, destinations: PLANNED[3]?.destinations ?? [] }))
    const panel = await at('?project=p3', { projects })
    await panel.button('Cancel the date…').click()
    panel.core.reply = () => edited()
    await panel.presses('Cancel all', 'edit')
    panel.core.read = plansOf({ projects, dates: DATES.filter(({ projectId }) => projectId !== 'p3') })
    panel.core.say({ type: 'touched', names: ['allSchedules'], projectId: null })
    await text(panel, 'No dates are scheduled.').waitFor()
    expect(await panel.page.getByRole('button', { name: /^Schedule/ }).count()).toBe(0)
    await panel.button('Add dates').click()
    await panel.button('Schedule 1 date').waitFor()
  })

  it('are moved together with the same distances, and shown with the content they will have', async () => {
    const panel = await at('?project=p2')
    await panel.button('Change dates').click()
    await panel.page.getByLabel('Repeat').selectOption('same')
    await type(panel, 'First date', '2026-11-23')
    await type(panel, 'At', '11:00')
    const about = 'Schedule moved: 3 dates. They show the project as it is when they start.'
    panel.core.reply = () => done({ what: 'edited', operation: 'moveSchedule', about, id: null, synced: null })
    await panel.button('Move 3 dates').click()
    const dates = ['2026-11-23', '2026-11-30', '2026-12-07'].map((day) => `${day}T11:00:00.000Z`)
    await panel.expectOnly(edit('moveSchedule', { projectId: 'p2', base: SUNDAYS, dates }))
    await text(panel, about).waitFor()
    await panel.button('Change dates').waitFor()
  })

  it('are changed one by one: only the third moves, and its old time is shown first', async () => {
    const panel = await at('?project=p2')
    await panel.button('Change dates').click()
    await panel.button('Nothing changed').waitFor()
    const rows = panel.page.locator('.dates .planned')
    await rows.nth(2).locator('input[type="date"]').fill('2026-12-05')
    await expect.poll(() => rows.nth(2).textContent()).toMatch(/was Sun,? 6 Dec, 10:30/)
    await text(panel, '2 dates unchanged.').waitFor()
    await text(panel, 'The next date shows the project of that day, later dates that of today.').waitFor()
    const dates = [...SUNDAYS.slice(0, 2), '2026-12-05T10:30:00.000Z']
    await panel.presses('Move 1 date', edit('moveSchedule', { projectId: 'p2', base: SUNDAYS, dates }))
  })

  it('show which of them another pattern cancels, on the button too', async () => {
    const panel = await at('?project=p6')
    await panel.button('Change dates').click()
    await panel.page.getByLabel('Repeat').selectOption('once')
    await text(panel, /^Cancelled: .*28 Nov.* and .*4 Dec, 22:00\.$/).waitFor()
    await panel.button('Cancel 4 dates').waitFor()
  })

  it('do not turn into a form for new ones in the middle of a move, and the focus is not lost after it', async () => {
    const panel = await at('?project=p2')
    await panel.button('Change dates').click()
    await panel.page.locator('.dates input[type="time"]').first().fill('11:00')
    panel.core.reply = () => 'silence'
    await panel.presses('Move 1 date', 'edit')
    panel.core.read = plansOf({ dates: DATES.filter(({ projectId }) => projectId !== 'p2') })
    panel.core.say({ type: 'touched', names: ['allSchedules'], projectId: null })
    await expect.poll(() => panel.page.locator('.month .run', { hasText: 'Sunday Service' }).count(), WAIT).toBe(1)
    await panel.button('Move 1 date').waitFor()
    expect(await panel.page.getByLabel('At', { exact: true }).count()).toBe(0)
  })

  it('keep the focus near: after saving it is on their project', async () => {
    const panel = await at('?project=p2')
    await panel.button('Change dates').click()
    await panel.page.locator('.dates input[type="time"]').first().fill('11:00')
    await panel.button('Move 1 date').press('Enter')
    await panel.button('Change dates').waitFor()
    await expectFocus(panel.page.getByRole('heading', { name: 'Sunday Service' }))
  })

  it('show another client’s change in the form that is open', async () => {
    const panel = await at('?project=p2')
    await panel.button('Change dates').click()
    panel.core.read = plansOf({ dates: DATES.filter(({ scheduledDate }) => scheduledDate !== SUNDAYS[2]) })
    panel.core.say({ type: 'touched', names: ['allSchedules'], projectId: null })
    await text(panel, /^The dates were changed elsewhere\. Scheduled now: .*29 Nov/).waitFor()
  })

  it('keep what is typed, whatever another client changed, even if the date itself is gone', async () => {
    const panel = await at('?project=p2')
    await panel.button('Change dates').click()
    const times = panel.page.locator('.dates input[type="time"]')
    await times.nth(0).fill('11:15')
    await times.nth(2).fill('12:45')
    panel.core.read = plansOf({ dates: DATES.filter(({ scheduledDate }) => scheduledDate !== SUNDAYS[2]) })
    panel.core.say({ type: 'touched', names: ['allSchedules'], projectId: null })
    await text(panel, /^The dates were changed elsewhere/).waitFor()
    await expect
      .poll(() => times.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)))
      .toEqual(['11:15', '10:30', '12:45'])
  })

  it('show that one was moved elsewhere before it could be cancelled, and its current time', async () => {
    const panel = await at('?project=p2')
    const [first, ...others] = DATES.filter(({ projectId }) => projectId === 'p2')
    await cancelFirst(panel)
    const failure = { ...timeout, kind: 'notFound', operation: 'cancelSchedule', mayHaveHappened: false } as const
    panel.core.reply = () => ({ result: 'failed', failure })
    await panel.presses('Cancel it', edit('cancelSchedule', { projectId: 'p2', liveId: first?.liveId }))
    await text(panel, 'That date is no longer scheduled: it was moved or cancelled elsewhere.').waitFor()
    panel.core.read = plansOf({ dates: [date(2, Date.UTC(2026, 10, 23, 8)), ...others] })
    panel.core.say({ type: 'touched', names: ['allSchedules'], projectId: null })
    await text(panel, /^Scheduled now: Mon,? 23 Nov, 08:00, Sun/).waitFor()
  })

  it('keep a question open until the user decides, however often they are read', async () => {
    const panel = await at('?project=p2')
    await cancelFirst(panel)
    await panel.button('Keep').waitFor()
    panel.core.read = plansOf({ dates: DATES.filter(({ projectId }) => projectId === 'p2'), running: [] })
    panel.core.say({ type: 'touched', names: ['allSchedules', 'runningBroadcasts'], projectId: null })
    await expect.poll(() => panel.page.locator('.month .run').count(), WAIT).toBe(SUNDAYS.length)
    await panel.button('Keep').waitFor()
  })

  it('cannot be set while the project is on air or in plugin mode, which is shown when they are opened', async () => {
    const [onAir, plugin] = [
      { ...PLANNED[3], liveStatus: 'LIVE', activeLiveId: 'a' },
      { ...PLANNED[4], pluginMode: true },
    ] as Project[]
    const projects = [onAir, plugin] as Project[]
    const running = [{ ...RUNNING[0], projectId: 'p4', remainingSeconds: 3_600 }] as never
    const panel = await at('?project=p4', { projects, running })
    await text(panel, /^On air until \d\d:\d\d$/).waitFor()
    await text(panel, 'Set them after the show, or stop it first.').waitFor()
    expect(await panel.page.getByLabel('At', { exact: true }).count()).toBe(0)
    await panel.page.goto(`${panel.page.url().split('#')[0]}#schedule?project=p5`)
    await text(panel, 'This project runs in plugin mode').waitFor()
    await panel.page.goto(`${panel.page.url().split('#')[0]}#schedule?add`)
    await text(panel, /^Starts from its plugin: takes no dates here/).waitFor()
    await text(panel, /^On air now/).waitFor()
  })

  it('cannot be set if the project went on air elsewhere since it was listed', async () => {
    const panel = await at('?add')
    await panel.page.getByRole('button', { name: /^Council/ }).waitFor()
    panel.core.read = plansOf({ running: [{ ...RUNNING[0], projectId: 'p4' }] as never })
    await panel.button('Refresh').click()
    await panel.page.getByRole('button', { name: /^Council.*On air now/ }).click()
    await text(panel, 'The service takes no dates for a project while it is on air.').waitFor()
  })

  it('show what is missing if the typed values give no date', async () => {
    const panel = await at('?project=p4', { dates: [] })
    await panel.page.getByLabel('Repeat').selectOption('weekly')
    for (const often of ['', '0', '-1']) {
      await type(panel, 'How many dates', often)
      await text(panel, 'Say how often: at least once.').waitFor()
      await type(panel, 'How many dates', '2')
      await panel.button('Schedule 2 dates').waitFor()
    }
    await panel.page.getByLabel('Repeat').selectOption('By weekday')
    for (const box of await panel.page.getByRole('checkbox', { checked: true }).all()) await box.uncheck()
    await text(panel, 'Choose at least one day of the week.').waitFor()
    await type(panel, 'First date', '')
    await text(panel, 'Choose a day and a time.').waitFor()
  })

  it('cannot be set if the project has no destination, which is shown before typing, with the way to choose one', async () => {
    const panel = await at('?add', { projects: [{ ...PLANNED[3], destinations: [] }] as Project[], dates: [] })
    await panel.page.getByRole('button', { name: /Council.*No destination: cannot be scheduled yet/ }).click()
    await text(panel, 'This project has no destination').waitFor()
    expect(await panel.page.getByLabel('At', { exact: true }).count()).toBe(0)
    await panel.page.locator('.schedule-pane').getByRole('link', { name: 'Projects' }).click()
    await expect.poll(() => panel.page.url()).toContain('#projects?project=p4')
  })

  it('are not shown as none while they are still being read', async () => {
    const progress = { read: 1, of: 4, problem: null }
    const panel = await at('?project=p6', { dates: DATES.slice(0, 1), progress })
    await text(panel, 'Still reading its dates.').waitFor()
    expect(await panel.page.getByLabel('At', { exact: true }).count()).toBe(0)
  })
})

const takeOut = ({ page }: Panel, day: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: day })
    .getByRole('button', { name: /^Take out/ })

const cancelFirst = ({ page }: Panel) =>
  page
    .getByRole('button', { name: /^Cancel this date/ })
    .first()
    .click()
