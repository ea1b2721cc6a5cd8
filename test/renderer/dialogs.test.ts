import { describe, expect, it } from 'vitest'
import { type Panel, panels } from './panel.ts'
import { appState, offProject } from './states.ts'

const open = panels()

/** Each dialog of the main page, as a person comes to it, and what it is called. */
const DIALOGS: Record<string, (panel: Panel) => Promise<void>> = {
  'Keys of this panel': async ({ page }) => {
    // It comes a moment after the tiles.
    await page.locator('.scenes-tools').waitFor({ state: 'attached' })
    await page.keyboard.press('?')
  },
  'Choose the project to show': ({ button }) => button('Change project').click(),
  'Show report': ({ button }) => button('Show report').click(),
  'Quit Cuelight?': async ({ page, button }) => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await button('Quit Cuelight').click()
  },
}

describe.each([320, 390, 560, 1180])('in a window of %i px', (width) => {
  it.each(Object.entries(DIALOGS))('%s is seen, and gives the page back', async (name, ask) => {
    const panel = await open(appState(offProject()), { viewport: { width, height: 560 } })
    await panel.button('Go live').waitFor()
    await ask(panel)
    const dialog = panel.page.locator('dialog[open]')
    await panel.page.getByRole('dialog', { name, exact: true }).waitFor()
    const box = await dialog.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width && box.height > 100).toBe(true)
    // A press within it reaches it: nothing lies over it, and it is not beyond the window.
    await dialog.getByRole('button', { name: /^(Close|Stay)$/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await panel.page.getByRole('button').first().focus()
    expect(await panel.page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
  })
})
