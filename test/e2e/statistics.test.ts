/** The reports as a user sees them: Cuelight as built, a real service, real Chromium. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { going } from '../cli/kit.ts'
import { button, openOnService, openShow } from './stagehand.ts'

const PLAYED = /\/played-files$/

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
const numbers = (page: Page) => page.locator('.report-numbers')
const again = (page: Page) => page.locator('.state').getByRole('button', { name: 'Refresh' }).click()

async function openFirst(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await page.locator('.reports-list .reports-row').first().click()
}

test('on the local studio a broadcast opens, and each kind of account shows what it lacks', {
  timeout: 120_000,
}, async () => {
  const { page, app } = await openShow()
  const rehearse = async (kind: string) =>
    expect(await going(['rehearse', kind], app.dataDir).ended).toMatchObject({ code: 0 })
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await page.getByRole('button', { name: /^Choose a project/ }).click()
  await page.getByRole('searchbox', { name: 'Find a project' }).fill('coffee')
  await button(page, 'Coffee Beats 24/7').click()
  await rehearse('noConsent')
  await page.locator('.reports-list .reports-row').first().click()
  await heading(page, 'Statistics need your consent')
  await heading(page, 'What played')
  await rehearse('severalChannels')
  await again(page)
  await heading(page, 'Which channel?')
  await page.locator('.state .state-acts button').first().click()
  await numbers(page).waitFor()
  await rehearse('noPlayedFileLog')
  await page.reload()
  await button(page, 'Close').click()
  await page.locator('.reports-list .reports-row').nth(1).click()
  await heading(page, 'The log of played files is not enabled for this account')
  await numbers(page).waitFor()
  await rehearse('paid')
  await again(page)
  await heading(page, 'What played')
  await page.getByRole('link', { name: 'Last shows of all projects' }).click()
  await page.locator('.reports-row', { hasText: 'Coffee Beats' }).first().click()
  await numbers(page).waitFor()
  await page.getByText('Made up for rehearsing').waitFor()
  expect(app.stderr()).toBe('')
})

test('two broadcasts are compared, and the statistics are shared without reading the log again', {
  timeout: 120_000,
}, async () => {
  const { service, page } = await openOnService()
  await openFirst(page)
  await page.getByLabel('Compare with').selectOption({ index: 1 })
  await heading(page, 'Side by side')
  await page.locator('.compare-table').waitFor()
  const read = service.count('GET', PLAYED)
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Statistics as CSV').click()])
  expect(file.suggestedFilename()).toMatch(/ \d{4}-\d\d-\d\d statistics\.csv$/)
  const table = readFileSync(await file.path(), 'utf8')
  expect(table).toMatch(/^date,name,value\r\n/)
  expect(table).toMatch(/,views,\d+\r\n/)
  expect(service.count('GET', PLAYED)).toBe(read)
})
