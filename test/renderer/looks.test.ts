/** Scenes get favourites and colours from the user. */
import { describe, expect, it } from 'vitest'
import { gone } from '../support/gone.ts'
import { pageKeys } from '../support/keys.ts'
import { expectFocus, expectText, type Panel, panels, WAIT } from './panel.ts'
import { looks } from './playingSheet.ts'
import { appState, done, offProject } from './states.ts'

const open = panels()
const show = () => open(appState(offProject(), { looks: looks() }))
const names = ({ page }: Panel) => page.locator('.scene-name').allTextContents()
const dialog = ({ page }: Panel) => page.getByRole('dialog')

describe('favourites and colours', () => {
  it('favourites come first, the digits remain, and each tile is labelled as what it is', async () => {
    const panel = await show()
    await expect
      .poll(() => names(panel), WAIT)
      .toEqual(['Break', 'Ending', 'Opening', 'Main show', expect.any(String)])
    const tile = panel.button('Break')
    await expect.poll(() => tile.getAttribute('data-colour')).toBe('D')
    const about = await tile.getAttribute('aria-describedby')
    await expectText(panel.page.locator(`[id="${about}"]`), /^Favourite\. Colour D\. Key 3\.$/)
    await pageKeys(panel.page, '3')
    await panel.expectCommands('switchScene')
    expect(panel.core.received[0]?.command).toMatchObject({ sceneId: 's3' })
  })

  it('are set in the menu of a tile, by the keyboard alone, and the focus returns to the tile', async () => {
    const panel = await show()
    await panel.page.locator('.scenes-tools').waitFor({ state: 'attached' })
    panel.core.reply = () => done({ what: 'sceneLookSet' })
    await panel.button('Opening').focus()
    await pageKeys(panel.page, 'Shift+F10')
    await dialog(panel).getByRole('heading', { name: 'Opening' }).waitFor()
    await dialog(panel).getByRole('switch', { name: 'Favourite' }).press('Enter')
    await dialog(panel).getByRole('radio', { name: 'Colour E' }).click({ force: true })
    const look = { type: 'setSceneLook', projectId: 'p1', sceneId: 's1' } as const
    await panel.expectOnly({ ...look, favourite: true } as never, { ...look, colour: 'E' } as never)
    await pageKeys(panel.page, 'Escape')
    await expectFocus(panel.button('Opening'))
  })

  it('a long press opens the menu without switching; the next tap switches', async () => {
    const panel = await open(appState(offProject()), { hasTouch: true })
    await panel.page.locator('.scenes-tools').waitFor({ state: 'attached' })
    const tile = panel.page.locator('[data-scene=s1] .scene')
    const at = { pointerType: 'touch', bubbles: true }
    await tile.dispatchEvent('pointerdown', at)
    await panel.page.clock.runFor(700)
    await dialog(panel).waitFor()
    await tile.dispatchEvent('pointerup', at)
    await tile.dispatchEvent('click')
    await panel.expectOnly()
    await pageKeys(panel.page, 'Escape')
    await tile.tap()
    await panel.expectOnly('switchScene')
  })

  it('are marked from a button with words, for whoever never opens the menu of a tile', async () => {
    const panel = await open(appState(offProject()))
    panel.core.reply = () => done({ what: 'sceneLookSet' })
    await panel.button('Mark favourites').click()
    await gone(panel.page.locator('.scenes-only'))
    await dialog(panel).getByRole('switch', { name: 'Ending' }).click()
    await panel.expectOnly({ type: 'setSceneLook', projectId: 'p1', sceneId: 's5', favourite: true } as never)
    await pageKeys(panel.page, 'Escape')
    await expectFocus(panel.button('Mark favourites'))
  })

  it('favourites alone are shown at a press, until the last is unmarked; the digits remain', async () => {
    const panel = await show()
    const only = panel.button('Favourites 2')
    await only.click()
    await expect.poll(() => names(panel), WAIT).toEqual(['Break', 'Ending'])
    await expect.poll(() => only.getAttribute('aria-pressed')).toBe('true')
    await pageKeys(panel.page, '5')
    await panel.expectCommands('switchScene')
    expect(panel.core.received[0]?.command).toMatchObject({ sceneId: 's5' })
    await only.click()
    await expect.poll(() => names(panel), WAIT).toHaveLength(5)
    await only.click()
    panel.core.set({ looks: { p1: { s3: { favourite: false }, s5: { favourite: false } } } })
    await expect.poll(() => names(panel), WAIT).toHaveLength(5)
    await gone(panel.page.locator('.scenes-only'))
  })
})
