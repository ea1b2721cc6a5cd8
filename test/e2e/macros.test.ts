/** A macro of an account is made by clicks, rehearsed while it is on air, and run from the palette. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { ACTIVATE, SYNC } from '../core/stage.ts'
import { keysAt, pageKeys } from '../support/keys.ts'
import { button, openOnService, press } from './stagehand.ts'

const step = (page: Page, nr: number) => page.getByRole('group', { name: `Step ${nr}`, exact: true })

test('is made by clicks, rehearsed in one press, and run from the palette', { timeout: 120_000 }, async () => {
  const { page, app, service } = await openOnService()
  await press(page, 'Go live', 'live')
  await page.goto(`${new URL(page.url()).origin}/#set-up/macros`)
  await button(page, 'New macro').click()
  await page.getByLabel('Name', { exact: true }).fill('Show opening')
  for (let nr = 1; nr <= 3; nr += 1) await button(page, 'Add step').click()
  const second = await step(page, 1).getByLabel('Scene', { exact: true }).locator('option').nth(1).innerText()
  await step(page, 1).getByLabel('Scene', { exact: true }).selectOption(second)
  await step(page, 2).getByLabel('Do').selectOption('wait')
  await step(page, 2).getByLabel('Seconds').fill('1')
  await step(page, 3).getByLabel('Do').selectOption('sync')
  await button(page, 'Save macro').click()
  await button(page, 'Rehearse Show opening').click()
  await page.getByText(/^Last rehearsal \(.+\): all steps worked, in .+ s\. Nothing went out\.$/).waitFor()
  expect([service.count('POST', ACTIVATE), service.count('POST', SYNC)]).toEqual([0, 0])
  await page.evaluate(() => {
    location.hash = '#show'
  })
  await page.getByText('Rehearsal: Show opening is done: 3 of 3. Nothing went out.').waitFor()
  await pageKeys(page, 'Control+k')
  await page.getByRole('combobox').fill('run show opening')
  await page.getByRole('option', { name: 'Run Show opening' }).waitFor()
  await keysAt(page.getByRole('combobox'), 'Enter')
  await page.getByText('Show opening is done: 3 of 3.', { exact: true }).waitFor()
  await page.locator('[data-tally]').getByText(`On air: ${second}`).waitFor()
  expect([service.count('POST', ACTIVATE), service.count('POST', SYNC)]).toEqual([1, 1])
  expect(app.stderr()).toBe('')
})
