/** The files as their user has them: Cuelight as built, a real service, real Chromium. */
import { expect, test } from 'vitest'
import { button, openOnService } from './stagehand.ts'

const IMPORT = /\/files\/import$/
const RENAME = /\/files$/

test('links are imported one after the other, and what came is renamed by a pattern', {
  timeout: 120_000,
}, async () => {
  const { service, page } = await openOnService()
  await page.getByRole('link', { name: 'Files', exact: true }).click()
  await page.getByRole('link', { name: 'Import links', exact: true }).click()
  const links = ['one', 'two'].map((name) => `https://files.example.org/${name}.mp4`)
  await page.getByLabel('Links, one a line').fill([...links, 'not a link'].join('\n'))
  await page.getByText('2 links. Not a link: line 3.').waitFor()
  await button(page, 'Import 2 links').click()
  await page.getByText('queued for import').first().waitFor()
  await expect.poll(() => service.count('POST', IMPORT), { timeout: 20_000 }).toBeGreaterThan(0)
  await button(page, 'Close').click()
  const file = page.locator('.file').first()
  await file.waitFor({ timeout: 60_000 })
  await file.check()
  await button(page, 'Rename').click()
  await page.getByLabel('New name').fill('Night {number}')
  await button(page, 'Rename 1 file').click()
  await page.locator('.file-name', { hasText: 'Night 1' }).waitFor()
  expect(service.count('PATCH', RENAME)).toBe(1)
})
