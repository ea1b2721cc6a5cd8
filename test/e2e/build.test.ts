/** What viewers will see, as it is built by its user: Cuelight as built, a real service, real Chromium. */
import { expect, test } from 'vitest'
import { button, openOnService } from './stagehand.ts'

test('a scene is made after another one, filled with files, and gone again when it is deleted', {
  timeout: 120_000,
}, async () => {
  const { service, page } = await openOnService()
  await page.getByRole('link', { name: 'Build', exact: true }).click()
  await page.locator('.build-scene').first().waitFor()
  const before = await page.locator('.build-scene').count()
  await button(page, 'Add scene').click()
  await page.getByLabel('Name').first().fill('Dawn')
  await page.getByLabel('Plays after').selectOption({ label: 'Talk' })
  await button(page, 'Create scene').click()
  await page.getByRole('region', { name: 'Dawn' }).waitFor()
  await page.getByText('then back to').or(page.getByText('then nothing')).first().waitFor()
  expect(await page.locator('.build-scene').count()).toBe(before + 1)
  await button(page, 'Add files').click()
  const dialog = page.getByRole('dialog')
  for (const nth of [0, 1]) await dialog.getByRole('checkbox').nth(nth).check()
  await button(page, 'Add 2 files').click()
  await button(page, 'Save').click()
  await page.getByText('Not saved').waitFor({ state: 'detached' })
  await page.reload()
  await expect.poll(() => page.locator('.build-list li').count(), { timeout: 15_000 }).toBe(2)
  await button(page, 'Undo the last save').click()
  await expect.poll(() => page.locator('.build-list li').count(), { timeout: 15_000 }).toBe(0)
  await button(page, 'Delete').click()
  await page.getByText('Delete Dawn?').waitFor()
  await button(page, 'Delete').last().click()
  await expect.poll(() => page.locator('.build-scene').count(), { timeout: 15_000 }).toBe(before)
  expect(service.count('POST', /\/scenes\/workflow$/)).toBe(1)
})
