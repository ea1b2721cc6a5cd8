/** The projects as their user has them: Cuelight as built, a real service, real Chromium. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { button, openOnService, openShow } from './stagehand.ts'

const POST = /\/projects$/
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const name = (page: Page) => page.getByLabel('Name', { exact: true })

async function create(page: Page, called: string): Promise<void> {
  await link(page, 'Projects').click()
  await link(page, 'New project').click()
  await name(page).fill(called)
  await button(page, 'Create project').click()
}

test('on the local studio one is made, found, changed and made the show target', { timeout: 120_000 }, async () => {
  const { page, app } = await openShow()
  await create(page, 'Fireplace 24/7')
  await page.getByRole('heading', { name: 'Fireplace 24/7' }).waitFor()
  await page.getByRole('radio', { name: 'Until stopped' }).and(page.locator(':checked')).waitFor()
  await button(page, 'Close').click()
  await button(page, 'Fireplace 24/7').press('Enter')
  await name(page).fill('Fireplace, with cats')
  await page.getByRole('radio', { name: '1080p' }).check()
  await button(page, 'Save').click()
  await page.getByText('Project saved').first().waitFor()
  await page.getByRole('heading', { name: 'Fireplace, with cats' }).waitFor()
  await button(page, 'Make show target').click()
  await page.locator('[data-tally]').getByText('Fireplace, with cats').waitFor()
  await link(page, 'Back to the show').click()
  await page.getByText('This project has no scene').first().waitFor()
  expect(app.stderr()).toBe('')
})

test('of 1,000 projects one is made, and one whose answer is lost is found and not made twice', {
  timeout: 120_000,
}, async () => {
  const { service, page } = await openOnService({ projects: 1_000 })
  service.faults.add({ kind: 'cutAfter', match: { method: 'POST', path: POST } })
  await create(page, 'Night loop')
  await page.getByText('No reply: Create project: Night loop').first().waitFor()
  await button(page, 'Night loop').waitFor()
  await page.getByText('1,002 projects, read').waitFor()
  expect(service.count('POST', POST)).toBe(1)
  await page.keyboard.press('/')
  await page.keyboard.type('project 0777')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Project 0777' }).waitFor()
  await button(page, 'Make show target').click()
  await page.locator('[data-tally]').getByText('Project 0777').waitFor()
})
