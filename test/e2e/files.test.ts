/** The files as a user sees them: Cuelight as built, a real service, real Chromium. */
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { media } from '../studio/files/kit.ts'
import { button, openOnService, openShow } from './stagehand.ts'

const IMPORT = /\/files\/import$/
const RENAME = /\/files$/

test('links are imported one after another, and the imported files are renamed by a pattern', {
  timeout: 120_000,
}, async () => {
  const { service, page } = await openOnService()
  await page.getByRole('link', { name: 'Files', exact: true }).click()
  await page.getByRole('link', { name: 'Import files', exact: true }).click()
  const links = ['one', 'two'].map((name) => `https://files.example.org/${name}.mp4`)
  await page.getByLabel('Links, one a line').fill([...links, 'not a link'].join('\n'))
  await page.getByText('2 links. Not a link: line 3.').waitFor()
  await button(page, 'Import 2 files').click()
  await page.getByText('queued for import').first().waitFor()
  await expect.poll(() => service.count('POST', IMPORT)).toBeGreaterThan(0)
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

test('files of this computer are added to the local studio in place, and a file that is no media shows why it cannot be', {
  timeout: 120_000,
}, async () => {
  const { page } = await openShow()
  await page.getByRole('link', { name: 'Files', exact: true }).click()
  await page.getByRole('link', { name: 'Import files', exact: true }).click()
  const paths = [media('good.mp4'), media('sound.mp3'), dirname(media('good.mp4')), 'Videos/relative.mp4']
  await page.getByLabel('Links or files of this computer, one a line').fill(paths.join('\n'))
  await page.getByText('3 files. Neither a link nor a full path: line 4.').waitFor()
  await button(page, 'Import 3 files').click()
  await button(page, 'Close').click()
  await page.locator('.file-row', { hasText: 'good' }).waitFor()
  await page.locator('.file-row', { hasText: 'sound' }).waitFor()
  const failed = page.locator('.queued[data-state=failed]')
  await failed.getByText('it is a folder: choose the files in it').waitFor()
  await expect.poll(() => failed.count()).toBe(1)
})

test('a service without access to this computer’s files takes none, and says what to do instead', async () => {
  const { page } = await openOnService()
  await page.getByRole('link', { name: 'Files', exact: true }).click()
  await page.locator('.files-screen').waitFor()
  const dropped = await page.evaluateHandle(() => {
    const files = new DataTransfer()
    files.items.add(new File(['.'], 'one.mp4'))
    return files
  })
  for (const event of ['dragover', 'drop'])
    await page.locator('.files-screen').dispatchEvent(event, { dataTransfer: dropped })
  await page.getByText('This service imports from links only.').waitFor()
})
