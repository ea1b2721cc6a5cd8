/** A whole show by keys alone, on Cuelight as built with its own studio: Tab, Enter, Space, Escape and digits. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { Keyboard } from './keyboard.ts'
import { button, openShow, tally } from './stagehand.ts'

const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })
/** Also waits for the reply: the new state may be drawn before it, and the next press is not sent until it arrives. */
const isOn = (page: Page, name: string, on = true) =>
  toggle(page, name)
    .and(page.locator(`[aria-checked=${on}]:not([aria-busy])`))
    .waitFor()
const onAir = (page: Page, scene: string) => page.getByRole('heading', { name: `On air: ${scene}` }).waitFor()
/** Announced: the text is in a live region. */
const heard = (page: Page, text: string) => page.locator('[aria-live]', { hasText: text }).first().waitFor()

async function goLive(page: Page, keys: Keyboard): Promise<void> {
  await keys.tabTo(button(page, 'Go live'))
  await keys.press(button(page, 'Go live'), 'Enter')
  await tally(page, 'live')
  await keys.stands(button(page, 'Go live'))
}

test('a whole show', { timeout: 120_000 }, async () => {
  const { page, app } = await openShow()
  const keys = new Keyboard(page)
  await goLive(page, keys)
  await onAir(page, 'Opening')

  await keys.pressAnywhere('2')
  await tally(page, 'unsynced')
  await keys.stands(button(page, 'Go live'))
  const scene = await page.locator('[data-mark=notYet] .scene-name').innerText()
  await keys.tabTo(button(page, 'Sync'))
  await keys.press(button(page, 'Sync'), 'Enter')
  await onAir(page, scene)
  await keys.stands(button(page, 'Sync'))

  await keys.tabTo(button(page, 'Back'))
  await keys.press(button(page, 'Back'), 'Enter')
  await tally(page, 'unsynced')
  await keys.stands(button(page, 'Back'))

  await keys.tabTo(toggle(page, 'Auto-sync'))
  await keys.press(toggle(page, 'Auto-sync'), 'Space')
  await isOn(page, 'Auto-sync')
  await keys.stands(toggle(page, 'Auto-sync'))
  await keys.pressAnywhere('2')
  // The tally was live all along, because "Back" was not synced; the scene shows that the press took effect.
  await tally(page, 'live')
  await onAir(page, scene)

  await keys.tabTo(toggle(page, 'Padlock'))
  await keys.press(toggle(page, 'Padlock'), 'Space')
  await isOn(page, 'Padlock')
  await keys.pressAnywhere('1')
  await heard(page, 'The padlock is closed. Open it first.')
  await onAir(page, scene)
  await keys.press(toggle(page, 'Padlock'), 'Space')
  await isOn(page, 'Padlock', false)
  await keys.stands(toggle(page, 'Padlock'))

  await keys.tabTo(button(page, 'Stop'))
  await keys.press(button(page, 'Stop'), 'Enter')
  await keys.stands(button(page, 'Cancel'))
  await keys.press(button(page, 'Cancel'), 'Enter')
  await heard(page, 'Cancelled. Nothing was sent.')
  await keys.stands(button(page, 'Stop'))
  await keys.press(button(page, 'Stop'), 'Space')
  await keys.stands(button(page, 'Cancel'))
  await keys.pressAnywhere('Escape')
  await keys.stands(button(page, 'Stop'))
  await tally(page, 'live')

  await keys.press(button(page, 'Stop'), 'Enter')
  await tally(page, 'off')
  await keys.stands(button(page, 'Stop'))
  expect(app.stderr()).toBe('')
})

test('to the settings and back, while on air', { timeout: 120_000 }, async () => {
  const { page } = await openShow()
  const keys = new Keyboard(page)
  await goLive(page, keys)
  await keys.tabTo(page.getByRole('link', { name: 'Settings', exact: true }))
  await keys.press(page.getByRole('link', { name: 'Settings', exact: true }), 'Enter')
  await page.getByRole('heading', { name: 'Accounts' }).and(page.locator(':focus')).waitFor()
  await keys.tabTo(page.getByRole('link', { name: 'Support', exact: true }))
  await keys.press(page.getByRole('link', { name: 'Support', exact: true }), 'Enter')
  await page.getByRole('heading', { name: 'Support', exact: true }).waitFor()
  await keys.stands(page.getByRole('link', { name: 'Support', exact: true }))
  await keys.pressAnywhere('2')
  await tally(page, 'live')
  await keys.pressAnywhere('Escape')
  await keys.stands(page.getByRole('link', { name: 'Settings', exact: true }))
  await keys.tabTo(button(page, 'Stop'))
  await keys.press(button(page, 'Stop'), 'Enter')
  await tally(page, 'off')
})
