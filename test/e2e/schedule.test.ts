/** The schedule as a user sees it: Cuelight as built, a real service, real Chromium. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import * as words from '../../shared/words/schedule/planning.ts'
import { button, openOnService, openShow } from './stagehand.ts'

const POST = /\/schedules$/
const { DATES_NAMES: NAMES, DATES_WORDS: WORDS } = words
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** Opens the form for the dates of a project that has none. */
async function addTo(page: Page, project: string): Promise<void> {
  await link(page, 'Schedule').click()
  await link(page, words.PLAN_NAMES.add).click()
  await page.getByRole('searchbox', { name: 'Find a project' }).fill(project)
  await page.locator('.project-choice').first().click()
}

async function daily(page: Page, times: number): Promise<void> {
  await page.getByLabel(NAMES.repeat).selectOption('daily')
  await page.getByLabel(NAMES.times).fill(String(times))
  await button(page, NAMES.send(times)).click()
}

test('on the local studio dates are set, shown, moved in one step and cancelled', { timeout: 120_000 }, async () => {
  const { page, app } = await openShow()
  await addTo(page, 'Friday')
  await daily(page, 3)
  await button(page, NAMES.openMove).waitFor()
  await expect.poll(() => page.locator('.month .run').count()).toBe(3)
  await page.getByRole('radio', { name: words.VIEW_NAMES.hours }).check({ force: true })
  await page.locator('.plays tbody tr, .plays .empty').first().waitFor()
  await link(page, words.HOURS_WORDS.dates).click()
  await button(page, NAMES.openMove).click()
  await page.getByLabel(NAMES.repeat).selectOption('same')
  await page.getByLabel(NAMES.time, { exact: true }).fill('23:58')
  await button(page, 'Move 3 dates').click()
  await page.getByText('Schedule moved: 3 dates.').first().waitFor()
  await page.locator('.month .run', { hasText: '23:58' }).nth(2).waitFor()
  await button(page, NAMES.cancelAll(3)).click()
  await button(page, NAMES.cancelAllYes).click()
  await page.getByText(words.PLAN_WORDS.none.headline).waitFor()
  expect(app.stderr()).toBe('')
})

test('all dates of a set whose response is lost are found, and the set is sent once', {
  timeout: 120_000,
}, async () => {
  const { service, page } = await openOnService({ projects: 300 })
  service.faults.add({ kind: 'cutAfter', match: { method: 'POST', path: POST } })
  await addTo(page, 'project 0177')
  await daily(page, 2)
  await page.getByText('No reply:').first().waitFor()
  await button(page, NAMES.openMove).waitFor()
  await expect.poll(() => page.locator('.dates .planned').count()).toBe(2)
  expect(service.count('POST', POST)).toBe(1)
})

test('when only part of a set is accepted, the missing date is named and tried again', {
  timeout: 120_000,
}, async () => {
  const { service, page } = await openOnService({ projects: 3 })
  service.control.refuseDates((index) => index % 2 === 1)
  await addTo(page, 'project')
  await daily(page, 3)
  await page.getByText(WORDS.partly.headline(2, 3)).waitFor()
  await page.getByText(/Not scheduled: [^,]+, \d\d:\d\d\./).waitFor()
  service.control.refuseDates(() => false)
  await button(page, NAMES.tryAgain(1)).click()
  await button(page, 'Add 1 date').click()
  await expect.poll(() => page.locator('.dates .planned').count()).toBe(3)
  await page.getByText('Schedule changed: 1 date added.').first().waitFor()
})
