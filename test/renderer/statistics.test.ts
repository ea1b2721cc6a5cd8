/** Reports: past broadcasts, their statistics, and what played. */
import { expect, it } from 'vitest'
import { gone } from '../support/gone.ts'
import { keysAt, pageKeys } from '../support/keys.ts'
import { expectFocus, expectText, type Panel, panels, WAIT } from './panel.ts'
import { appState } from './states.ts'
import { CHANNELS, pastOf, playedRows, refusal } from './statisticsSheet.ts'

const open = panels()
const ONE = '?project=p1&live=l11'
const at = (place: string, given: Parameters<typeof pastOf>[0] = {}, more = {}) =>
  open(appState(), { at: `#reports${place}`, core: { read: pastOf(given) }, ...more })
const rows = ({ page }: Panel) => page.locator('.reports-list .reports-row')
const reads = ({ core }: Panel, name: string) =>
  core.reads.filter((read) => read.name === name).map(({ input }) => input)
const number = ({ page }: Panel, name: string) =>
  page.locator('.report-numbers > div', { hasText: name }).locator('dd')

it('lists the show target’s broadcasts, newest first, and reads statistics only of the opened one', async () => {
  const panel = await at('')
  await rows(panel).first().waitFor()
  await expectText(rows(panel).first(), '194:10:44')
  await expectText(rows(panel).last(), '1:30:00')
  await panel.page.getByRole('heading', { name: 'Peak viewers, broadcast by broadcast' }).waitFor()
  expect([...reads(panel, 'getStatistics'), ...reads(panel, 'getPlayedFiles')]).toEqual([])
  await rows(panel).first().click()
  await expectText(number(panel, 'Views'), '57,852')
  await expectText(number(panel, 'Watch time'), '11,863 h')
  await expectText(number(panel, 'Estimated revenue, YouTube only'), '€214.37')
  await panel.page.getByText('Statistics, read 12 s ago').waitFor()
  expect(reads(panel, 'getStatistics')).toEqual([{ liveId: 'l11', sections: 'dailyTrend' }])
  await panel.page.reload()
  await expectText(number(panel, 'Views'), '57,852')
  await pageKeys(panel.page, 'Escape')
  await gone(panel.page.locator('.report-numbers'))
})

it('is operated by the keyboard, and returns the focus to the row that was open', async () => {
  const panel = await at('')
  await rows(panel).first().focus()
  await keysAt(rows(panel).first(), 'ArrowDown')
  await keysAt(rows(panel).nth(1), 'Enter')
  await expectText(number(panel, 'Views'), '53,031')
  await panel.page.setViewportSize({ width: 390, height: 844 })
  await panel.button('Close').press('Enter')
  await keysAt(rows(panel).nth(1), 'Enter')
  await expectFocus(panel.page.locator('#report-of'))
})

it('never draws an unknown value as a number', async () => {
  const panel = await at('?project=p1&live=l10')
  await expectText(number(panel, 'Average viewers'), 'not known')
  expect(await number(panel, 'Estimated revenue').count()).toBe(0)
  await panel.button('Close').click()
  await gone(panel.page.locator('.report-numbers'))
  await panel.page.getByText('As a table').click()
  await expectText(panel.page.locator('.reports-panes tr', { hasText: '2 Oct 2026' }), 'not known')
})

it('finds another project by name', async () => {
  const panel = await at(ONE)
  await panel.page.getByRole('button', { name: /^Choose a project/ }).click()
  await panel.page.getByRole('searchbox', { name: 'Find a project' }).fill('prayer')
  await expect.poll(() => panel.page.locator('dialog .project-choice').count(), WAIT).toBe(1)
  await panel.button('Morning prayer').click()
  await panel.page.getByRole('button', { name: /^Choose a project: Morning prayer/ }).waitFor()
  expect(new URL(panel.page.url()).hash).toBe('#reports?project=p2')
})

it('lists the last shows of all projects, each with its project and a link to its report', async () => {
  const panel = await at('')
  await panel.page.getByRole('link', { name: 'Last shows of all projects' }).click()
  await panel.page.getByText('30 of 40 projects looked through').waitFor()
  const row = panel.page.locator('.reports-row').nth(1)
  await expectText(row, 'Morning prayer')
  const liveId = await row.getAttribute('data-past')
  await row.click()
  await expect.poll(() => panel.page.evaluate(() => location.hash)).toBe(`#reports?project=p2&live=${liveId}`)
})

it('compares with a broadcast of another project, and keeps that in the address', async () => {
  const panel = await at(ONE)
  await panel.page.getByRole('button', { name: /^Project to compare with/ }).click()
  await panel.button('Morning prayer').click()
  await panel.page.getByRole('button', { name: /^Project to compare with: Morning prayer/ }).waitFor()
  await panel.page.getByLabel('Compare with').last().selectOption({ index: 1 })
  await panel.page.getByRole('columnheader', { name: /^B: / }).waitFor()
  expect(new URL(panel.page.url()).hash).toMatch(/^#reports\?project=p1&live=l11&with=l\d+&of=p2$/)
})

it('compares two of different length by the hour, and says what cannot be compared', async () => {
  const panel = await at(ONE)
  await panel.page.getByLabel('Compare with').selectOption({ index: 1 })
  await panel.page.getByText('Compare the numbers an hour').waitFor()
  const line = (name: string) => panel.page.locator('.compare-table tr', { hasText: name }).first()
  // 57,852 views in 194:10:44, and 53,031 in 4:12:50.
  await expectText(line('Views an hour'), /298\s+12,585\s+-98%/)
  await expectText(line('Average viewers'), /211\s+not known\s+not comparable/)
  expect(panel.page.url()).toContain('with=l10')
})

it.for([
  ['YOUTUBE_ANALYTICS_CONSENT_REQUIRED', 'Statistics need your consent'],
  ['LIVE_NOT_FOUND', 'Nothing to report yet'],
  ['PLATFORM_ERROR', 'The statistics could not be read'],
] as const)('without statistics (%s) says why, and still shows the log', async ([code, headline]) => {
  const panel = await at(ONE, { refused: { getStatistics: refusal(code) } })
  await panel.page.getByRole('heading', { name: headline }).waitFor()
  await panel.page.getByRole('heading', { name: 'What played' }).waitFor()
  panel.core.read = pastOf()
  await panel.page.locator('.state').getByRole('button', { name: 'Refresh' }).click()
  await expectText(number(panel, 'Views'), '57,852')
})

it('asks which channel is meant, remembers the choice, and can reset it', async () => {
  const panel = await at(ONE, { refused: { getStatistics: CHANNELS } })
  await panel.button('Nightjar Radio').click()
  await expectText(number(panel, 'Views'), '57,852')
  expect(reads(panel, 'getStatistics').at(-1)).toEqual({ liveId: 'l11', sections: 'dailyTrend', accountId: 'c1' })
  expect(panel.page.url()).toContain('channel=c1')
  await panel.button('Another channel').click()
  await panel.page.getByRole('heading', { name: 'Which channel?' }).waitFor()
})

it('without a log says so, and still shows the statistics', async () => {
  const panel = await at(ONE, { refused: { getPlayedFiles: refusal('FEATURE_NOT_AVAILABLE') } })
  await panel.page.getByRole('heading', { name: 'The log of played files is not enabled for this account' }).waitFor()
  await expectText(number(panel, 'Views'), '57,852')
})

it('shows what played hour by hour, and reads the log a page at a time', async () => {
  const panel = await at(ONE)
  const hour = panel.page.locator('.row', { has: panel.button('Later hour') })
  await panel.page.getByText('100 of 140 entries read').waitFor()
  await expectText(hour, /21:00 to 22:00/)
  await expect.poll(() => panel.page.locator('.played-block').count(), WAIT).toBe(4)
  await panel.button('Later hour').press('Enter')
  await expectText(hour, /22:00 to 23:00/)
  await panel.button('Read further').click()
  await panel.page.getByText('140 entries').waitFor()
  expect(reads(panel, 'getPlayedFiles').map(({ offset }) => offset)).toEqual([0, 100])
})

const loggedRow = (fileName: string, action: 'start' | 'stop', minutes: number) => ({
  ...{ fileId: fileName, fileName, sceneName: 'Day', action, concurrentLiveViews: 5 },
  timestamp: new Date(Date.UTC(2026, 10, 18, 8, minutes)).toISOString(),
})
/** The share of its hour each block takes, in percent. */
const widths = ({ page }: Panel) =>
  page
    .locator('.played-block')
    .evaluateAll((all) => all.map((one) => Math.round(Number.parseFloat((one as HTMLElement).style.inlineSize))))

it('draws a file that follows itself once for each time, without a gap between', async () => {
  const rows = [
    ...[loggedRow('One.mp4', 'start', 0), loggedRow('One.mp4', 'stop', 18)],
    ...[loggedRow('One.mp4', 'start', 18), loggedRow('One.mp4', 'stop', 30)],
  ]
  const panel = await at(ONE, { rows: rows.toReversed() })
  await expect.poll(() => widths(panel), WAIT).toEqual([30, 20])
  expect(await panel.page.locator('.played-block[data-open]').count()).toBe(0)
})

it('draws and lists a file that two layers play at the same time twice, although its rows are equal', async () => {
  const twice = (row: object) => [row, { ...row }]
  const rows = [...twice(loggedRow('One.mp4', 'start', 0)), ...twice(loggedRow('One.mp4', 'stop', 18))]
  const panel = await at(ONE, { rows: rows.toReversed() })
  await panel.page.getByText('4 entries').waitFor()
  await expect.poll(() => widths(panel), WAIT).toEqual([30, 30])
  await expect.poll(() => panel.page.locator('.played-table tbody tr').count(), WAIT).toBe(4)
})

it('omits a name if only a letter or two of it would fit', async () => {
  const rows = [
    ...[loggedRow('Jingle.mp4', 'start', 0), loggedRow('Jingle.mp4', 'stop', 4)],
    ...[loggedRow('Feature.mp4', 'start', 4), loggedRow('Feature.mp4', 'stop', 45)],
  ]
  const panel = await at(ONE, { rows: rows.toReversed() }, { viewport: { width: 360, height: 740 } })
  await expectText(panel.page.locator('.played-block').last(), 'Feature.mp4')
  await expect.poll(() => panel.page.locator('.played-block').first().innerText()).toBe('')
})

it('shows unread parts as unread, and not as if nothing had played', async () => {
  const rows = [
    ...[loggedRow('Long.mp4', 'start', 2), loggedRow('First.mp4', 'start', 2), loggedRow('First.mp4', 'stop', 20)],
    ...Array.from({ length: 98 }, (_, nr) =>
      loggedRow(`${nr >> 1}.mp4`, nr % 2 ? 'stop' : 'start', 21 + (nr * 3) / 4),
    ),
    loggedRow('Long.mp4', 'stop', 100),
  ]
  const panel = await at(ONE, { rows: rows.toReversed() })
  await panel.page.getByText('100 of 102 entries read').waitFor()
  await expectText(panel.page.locator('.row', { has: panel.button('Later hour') }), /before \d\d:20 not read yet/)
  // A file known to have been playing there is drawn from there on.
  await expectText(panel.page.locator('.played-block[data-cut]', { hasText: 'Long.mp4' }), 'Long.mp4')
  await expect.poll(() => panel.page.locator('.played-unread').count()).toBeGreaterThan(0)
  await panel.button('Read further').click()
  await gone(panel.page.locator('.played-unread'))
  await expect.poll(() => panel.page.locator('.played-block[data-cut]').count()).toBe(0)
  await gone(panel.page.getByText('not read yet').first())
})

it('draws what played at the same time in separate lanes: video and music do not cover each other', async () => {
  const row = loggedRow
  const rows = [
    ...[row('Window.mp4', 'start', 0), row('One.mp3', 'start', 0), row('One.mp3', 'stop', 9)],
    ...[row('Two.mp3', 'start', 9), row('Two.mp3', 'stop', 20), row('Window.mp4', 'stop', 30)],
  ]
  const panel = await at(ONE, { rows: rows.toReversed() })
  await expect.poll(() => panel.page.locator('.played-block').count(), WAIT).toBe(3)
  const lanes = await panel.page.locator('.played-lane').allTextContents()
  expect(lanes).toEqual(['DayWindow.mp4', 'One.mp3Two.mp3'])
})

it('shows a comparison in full on narrow screens', async () => {
  const panel = await at(`${ONE}&with=l10`, {}, { viewport: { width: 360, height: 740 } })
  const last = panel.page.locator('.compare-table td:last-child').first()
  await last.waitFor()
  const edge = await last.evaluate((cell) => cell.getBoundingClientRect().right)
  expect(edge).toBeLessThanOrEqual(360)
  expect(edge).toBeGreaterThan(180)
})

it('does not split at the full hour what played within one', async () => {
  const panel = await at(ONE, { rows: playedRows(16) })
  await expectText(panel.page.locator('.row', { has: panel.button('Later hour') }), /21:42 to 22:42/)
  await expect.poll(() => panel.page.locator('.played-block').count(), WAIT).toBe(8)
  await expect.poll(() => panel.button('Later hour').getAttribute('aria-disabled')).toBe('true')
})

it('invents no length for a file whose end is not in the log', async () => {
  const panel = await at(ONE, { rows: playedRows(1) })
  await panel.page.locator('.played-block[data-open]').waitFor()
  expect(await panel.page.locator('.played-block:not([data-open])').count()).toBe(0)
})

it.for([
  ['statisticsCsv', 'Statistics as CSV', 'statistics'],
  ['playedCsv', 'What played as CSV', 'played files'],
] as const)('exports %s under project and date', async ([what, name, called]) => {
  const panel = await at(ONE)
  const file = `Friday Night 2026-11-13 ${called}`
  const about = encodeURIComponent(`l11\n\n${file}`)
  panel.core.downloads[`/download/${what}`] = 'the,table'
  const asked: string[] = []
  panel.page.on('request', (request) => asked.push(request.url()))
  await panel.page.getByRole('button', { name: /^Choose a project: Friday Night/ }).waitFor()
  const [download] = await Promise.all([panel.page.waitForEvent('download'), panel.button(name).click()])
  expect(download.suggestedFilename()).toBe(`${file}.csv`)
  expect(asked.filter((url) => url.includes(about))).toHaveLength(1)
  await panel.page.locator('.answer', { hasText: file }).waitFor()
})
