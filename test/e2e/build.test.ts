/** A user builds what viewers will see: Cuelight as built, a real service, real Chromium. */
import { expect, test } from 'vitest'
import { gone } from '../support/gone.ts'
import { button, openOnService, press } from './stagehand.ts'

test('a scene is added after another, filled with files, and gone after it is deleted', {
  timeout: 120_000,
}, async () => {
  const { service, page } = await openOnService()
  await page.getByRole('link', { name: 'Build', exact: true }).click()
  await page.locator('.build-scene').first().waitFor()
  const before = await page.locator('.build-scene').count()
  await button(page, 'Add scene').click()
  await page.getByLabel('Name').first().fill('Dawn')
  await page.getByLabel('Plays after').selectOption({ label: 'Talk' })
  const dialog = page.getByRole('dialog')
  await button(page, 'Add files').first().click()
  await dialog.getByRole('checkbox').first().check()
  await button(page, 'Add 1 file').click()
  await button(page, 'Create scene').click()
  await page.getByRole('region', { name: 'Dawn' }).waitFor()
  await page.getByText('then back to').or(page.getByText('then dead air')).first().waitFor()
  await expect.poll(() => page.locator('.build-scene').count()).toBe(before + 1)
  await button(page, 'Add files').click()
  for (const nth of [0, 1]) await dialog.getByRole('checkbox').nth(nth).check()
  await button(page, 'Add 2 files').click()
  await button(page, 'Save').click()
  await gone(page.getByText('Not saved'))
  await page.reload()
  await expect.poll(() => page.locator('.build-item').count()).toBe(3)
  await button(page, 'Undo the last save').click()
  await expect.poll(() => page.locator('.build-item').count()).toBe(1)
  await button(page, 'Delete').click()
  await page.getByText('Delete Dawn?').waitFor()
  await button(page, 'Delete').last().click()
  await expect.poll(() => page.locator('.build-scene').count()).toBe(before)
  expect(service.count('POST', /\/scenes\/workflow$/)).toBe(1)
})

test('on air, the Build screen says that viewers do not see all changes yet, until Sync shows them', {
  timeout: 120_000,
}, async () => {
  const { page } = await openOnService()
  await press(page, 'Go live', 'live')
  await page.getByRole('link', { name: 'Build', exact: true }).click()
  await page.getByLabel('Volume, 0 to 10').fill('4')
  await button(page, 'Save').click()
  const unseen = page.getByRole('region', { name: 'Not on air yet', includeHidden: true })
  const sync = unseen.getByRole('button', { name: 'Sync' })
  // Before the first sync there is nothing to compare with.
  await unseen.getByText('Some changes are not on air yet').waitFor()
  await sync.click()
  await gone(unseen)
})

test('on air with auto-sync on, one sync shows the collected changes to viewers, and a layer is stopped', {
  timeout: 120_000,
}, async () => {
  const { service, page } = await openOnService()
  await press(page, 'Go live', 'live')
  await page.getByRole('switch', { name: 'Auto-sync' }).click()
  await page.locator('[role=switch][aria-checked=true]', { hasText: 'Auto-sync' }).waitFor()
  await page.getByRole('link', { name: 'Build', exact: true }).click()
  const layers = () => service.count('PATCH', /\/layers\//)
  const syncs = () => service.count('POST', /\/sync$/)
  const before = { layers: layers(), syncs: syncs() }
  await button(page, 'Collect changes').click()
  for (const volume of ['4', '5']) {
    await page.getByLabel('Volume, 0 to 10').fill(volume)
    await button(page, 'Collect').click()
  }
  await page.getByText('2 changes collected').waitFor()
  expect(layers()).toBe(before.layers)
  await button(page, 'Put on air together').click()
  await page.getByText('Viewers see 2 changes at once. Auto-sync is on again.').first().waitFor()
  expect([layers() - before.layers, syncs() - before.syncs]).toEqual([2, 1])
  await button(page, 'Stop playback').click()
  await button(page, 'Stop it on air').click()
  await expect.poll(() => service.count('POST', /\/playback$/)).toBe(1)
})
