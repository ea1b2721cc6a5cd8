/** A server of the user's own, from the settings to the studio: Cuelight and its studio as built, and real Chromium. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WAIT } from '../../build/suite/patience.ts'
import { button, openShow } from './stagehand.ts'

const KEY = 'stream-key-nobody-may-see'

test('a server is added, verified and removed, and its stream key is in no file', { timeout: 120_000 }, async () => {
  const { page, app } = await openShow()
  await page.getByRole('link', { name: 'Servers and watch page' }).click()
  await page.getByText('No server yet.').waitFor()
  await button(page, 'Add server').click()
  await page.getByLabel('Name', { exact: true }).fill('Our server')
  const address = page.getByLabel('Address', { exact: true })
  await address.fill(`rtmp://127.0.0.1:1/live/${KEY}`)
  const field = page.getByLabel('Stream key', { exact: true })
  await field.fill(KEY)
  await button(page, 'Save').click()
  await page.getByText('Enter the address without the stream key.').waitFor()
  await address.fill('rtmp://127.0.0.1:1/live')
  await field.fill(KEY)
  await button(page, 'Save').click()

  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Our server' }) })
  await card.getByText('Nothing is sent to it.').waitFor()
  await button(page, 'Verify Our server').click()
  await card.getByText('Nothing accepts connections there.').waitFor()
  await button(page, 'Change Our server').click()
  await address.fill('rtmp://127.0.0.1:2/live')
  await field.fill(`${KEY}-2`)
  await page.getByLabel('Name', { exact: true }).fill('Ours')
  await button(page, 'Save').click()
  const changed = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Ours' }) })
  await changed.getByText('Ours is saved, and has its stream key.').first().waitFor()
  await changed.getByText('rtmp://127.0.0.1:2/live').waitFor()

  await button(page, 'Remove Ours').click()
  await button(page, 'Remove').click()
  await expect.poll(() => changed.count(), WAIT).toBe(0)
  for (const file of filesIn(app.dataDir)) expect(readFileSync(file, 'latin1').includes(KEY), file).toBe(false)
  expect(app.stderr()).not.toContain(KEY)
})

const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
