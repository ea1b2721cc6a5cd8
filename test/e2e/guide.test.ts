/** A new user, from the first window to a channel that plays their own videos round the clock. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HEADINGS, NAMES } from '../../shared/words/labels.ts'
import { ADD_FILES_WORDS, LIST_WORDS } from '../../shared/words/projects/build.ts'
import { FOLLOWS_NAMES, FOLLOWS_WORDS, GUIDE_WORDS, needUsable } from '../../shared/words/projects/guide.ts'
import { newDir } from '../fakes/rig.ts'
import { type MediaName, media } from '../studio/files/kit.ts'
import { button, openOnService, openShow, tally } from './stagehand.ts'

const VIDEOS: Readonly<Record<string, MediaName>> = {
  'Sunrise.mp4': 'good.mp4',
  'Noon.mp4': 'good.mp4',
  'Rain.mkv': 'tenBit.mkv',
}

/** The user's own videos, as files on disk. */
function videos(): string[] {
  const folder = newDir()
  return Object.entries(VIDEOS).map(([name, source]) => {
    copyFileSync(media(source), join(folder, name))
    return join(folder, name)
  })
}

test('three of the user’s videos loop on air after five steps, and another scene takes over at their end', {
  timeout: 180_000,
}, async () => {
  const { page, app } = await openShow()
  page.setDefaultTimeout(60_000)
  const listed = page.locator('.guide-files > li:not(.guide-coming)')
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.getByRole('link', { name: GUIDE_WORDS.title, exact: true }).click()

  await button(page, 'Import files').click()
  await page.getByRole('dialog').getByRole('textbox').fill(videos().join('\n'))
  await button(page, 'Import 3 files').click()
  await expect.poll(() => listed.count(), { timeout: 60_000 }).toBe(3)
  await button(page, 'Encode it').click()
  await button(page, GUIDE_WORDS.next).press('Enter')
  await page.getByText(needUsable(1)).waitFor()
  await page.getByText(LIST_WORDS.allUsable).waitFor()
  // A user who leaves finds everything again.
  await page.reload()
  await listed.nth(2).waitFor()
  await button(page, GUIDE_WORDS.next).click()

  await page.getByLabel('Name', { exact: true }).fill('Window')
  await page.locator('.project-outlets input').first().check()
  await button(page, GUIDE_WORDS.create).click()

  await expect.poll(() => page.locator('.build-item').count(), { timeout: 60_000 }).toBe(3)
  await button(page, GUIDE_WORDS.nextCheck).click()

  await page.getByRole('heading', { name: HEADINGS.check }).waitFor()
  await button(page, NAMES.goLive).click()
  await tally(page, 'live')
  await page.getByRole('heading', { name: `On air: ${GUIDE_WORDS.sceneName}` }).waitFor()

  // Back in the guide, the channel is known; tomorrow's scene takes over when the list on air ends.
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.getByRole('link', { name: GUIDE_WORDS.title, exact: true }).click()
  await page.getByText(FOLLOWS_WORDS.onAir('Window'), { exact: true }).waitFor()
  await page.getByText(FOLLOWS_WORDS.before(GUIDE_WORDS.sceneName, true)).waitFor()
  await button(page, GUIDE_WORDS.choose).click()
  await page.getByRole('dialog').getByRole('checkbox').first().check()
  await button(page, ADD_FILES_WORDS.add(1)).click()
  await page.getByLabel(FOLLOWS_NAMES.name, { exact: true }).fill('Sunday')
  await button(page, FOLLOWS_NAMES.make).click()
  await page.getByText(`After ${GUIDE_WORDS.sceneName}: Sunday`).waitFor()
  await page.locator('.build-unseen').getByRole('button', { name: NAMES.sync, exact: true }).click()
  await page.getByRole('heading', { name: 'On air: Sunday' }).waitFor()
  expect(app.stderr()).toBe('')
})

test('a project whose response is lost is found, taken, and created only once', { timeout: 120_000 }, async () => {
  const { service, page } = await openOnService()
  service.faults.add({ kind: 'cutAfter', match: { method: 'POST', path: /\/projects$/ } })
  await tally(page, 'off')
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.getByRole('link', { name: GUIDE_WORDS.title, exact: true }).click()
  await button(page, GUIDE_WORDS.choose).click()
  await page.getByRole('dialog').getByRole('checkbox').first().check()
  await button(page, ADD_FILES_WORDS.add(1)).click()
  await button(page, GUIDE_WORDS.next).click()
  await page.getByLabel('Name', { exact: true }).fill('Window')
  await page.locator('.project-outlets input').first().check()
  await button(page, GUIDE_WORDS.create).click()
  await page.getByText('No reply: Create project: Window').waitFor()
  await page.locator('.build-item').waitFor()
  expect(service.count('POST', /\/projects$/)).toBe(1)
})
