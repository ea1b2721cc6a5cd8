/** What plays and how scenes look, as a user sees them: Cuelight as built, the local studio, real Chromium. */
import { expect, test } from 'vitest'
import { button, openShow, press } from './stagehand.ts'

test('off air the first file is shown, on air the current one counts down, and its volume can be changed', {
  timeout: 120_000,
}, async () => {
  const { page, app } = await openShow()
  await button(page, 'Change project').click()
  await button(page, 'Coffee Beats 24/7').click()
  await page.getByRole('heading', { name: 'Plays first' }).waitFor()
  const row = page.locator('.playing-rows > li').first()
  await row.waitFor()
  await press(page, 'Go live', 'live')
  await page.getByRole('heading', { name: 'Now playing' }).waitFor()
  await page.locator('.playing-rows > li[data-known]').first().waitFor()
  const left = row.locator('.playing-left')
  const before = await left.textContent()
  await expect.poll(() => left.textContent()).not.toBe(before)
  const slider = row.getByRole('slider')
  const volume = Number(await slider.inputValue())
  await slider.press(volume > 5 ? 'ArrowLeft' : 'ArrowRight')
  const wanted = String(volume > 5 ? volume - 1 : volume + 1)
  await page.locator('.playing .answer[data-look=done]').waitFor()
  await page.reload()
  await expect.poll(() => slider.inputValue()).toBe(wanted)
  expect(app.stderr()).toBe('')
})

test('a favourite and its colour are still there after a reload', { timeout: 120_000 }, async () => {
  const { page, app } = await openShow()
  await page.locator('.scenes-tools').waitFor({ state: 'attached' })
  const tiles = page.locator('.scene')
  const last = (await tiles.locator('.scene-name').last().textContent()) ?? ''
  await tiles.last().click({ button: 'right' })
  await page.getByRole('switch', { name: 'Favourite' }).click()
  await page.getByRole('radio', { name: 'Colour C' }).click({ force: true })
  await button(page, 'Close').click()
  await page.reload()
  await expect.poll(() => tiles.locator('.scene-name').first().textContent()).toBe(last)
  await page.locator('.scene[data-favourite][data-colour=C]').waitFor()
  expect(app.stderr()).toBe('')
})
