/** The appearance a user chooses applies at once, and is still there after a reload. */
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { keysAt } from '../support/keys.ts'
import { overEdge, tooSmall } from './axe.ts'
import { expectText, keepsNothing, type Panel, panels, WAIT } from './panel.ts'
import { appState, offProject, unsyncedProject } from './states.ts'

const open = panels()
const AT = { at: '#set-up/appearance' }
const radio = ({ page }: Panel, group: string, name: string) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('radio', { name, exact: true })
const keeps = (choices: object) => (page: Page) =>
  page.addInitScript((kept) => localStorage.setItem('cuelight.choices', kept), JSON.stringify(choices))
const root = ({ page }: Panel, name: string) => page.locator('html').getAttribute(name)
const expectRoot = (panel: Panel, name: string, value: string | null) =>
  expect.poll(() => root(panel, name), WAIT).toBe(value)

describe('choices of appearance', () => {
  it('apply at once, after a reload, and until they are reset', async () => {
    const panel = await open(appState(offProject()), AT)
    expect(await root(panel, 'data-theme')).toBeNull()
    await radio(panel, 'Theme', 'Dark').check()
    await radio(panel, 'Contrast', 'More').check()
    await radio(panel, 'Motion', 'Reduced').check()
    await expectRoot(panel, 'data-theme', 'dark')
    await panel.page.reload()
    await expectRoot(panel, 'data-contrast', 'more')
    await expectRoot(panel, 'data-motion', 'reduce')
    await expect.poll(() => radio(panel, 'Theme', 'Dark').isChecked()).toBe(true)
    await radio(panel, 'Theme', 'System').check()
    await expectRoot(panel, 'data-theme', null)
    await panel.expectCommands()
  })

  it('apply before anything is drawn', async () => {
    const panel = await open(appState(offProject()), {
      prepare: async (page) => {
        await keeps({ theme: 'light' })(page)
        await page.addInitScript(() => {
          new MutationObserver(() => {
            const { dataset } = document.documentElement
            if (document.querySelector('#root > *')) dataset.drawn ??= dataset.theme ?? 'not dressed'
          }).observe(document, { subtree: true, childList: true })
        })
      },
    })
    await panel.tally.waitFor()
    await expect.poll(() => root(panel, 'data-drawn')).toBe('light')
  })

  it('are adopted by the other pages of the browser', async () => {
    const panel = await open(appState(offProject()), AT)
    const opened = panel.page.context().waitForEvent('page')
    await panel.page.evaluate(() => void window.open(location.href))
    const other = await opened
    await other.getByRole('radio', { name: 'Dark', exact: true }).check()
    await expectRoot(panel, 'data-theme', 'dark')
    await expect.poll(() => radio(panel, 'Theme', 'Dark').isChecked()).toBe(true)
    await other.evaluate(() => localStorage.clear())
    await expectRoot(panel, 'data-theme', null)
  })

  it('make the text larger and smaller, and no target too small to hit', async () => {
    const panel = await open(appState(offProject()), AT)
    const size = () =>
      panel.page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    const normal = await size()
    await radio(panel, 'Text size', 'Large').check()
    await expect.poll(() => size(), WAIT).toBeGreaterThan(normal)
    await radio(panel, 'Text size', 'Small').check()
    await expect.poll(() => size(), WAIT).toBeLessThan(normal)
    expect(await tooSmall(panel.page)).toEqual([])
    await panel.page.goto(`${panel.address}#show`)
    await panel.button('Keys').waitFor()
    expect(await tooSmall(panel.page)).toEqual([])
  })

  for (const textSize of ['large', 'small']) {
    it(`keep the page in a dock with ${textSize} text`, async () => {
      const panel = await open(appState(unsyncedProject()), {
        viewport: { width: 320, height: 560 },
        prepare: keeps({ textSize }),
      })
      await panel.button('Find and arrange').click()
      expect(await overEdge(panel.page)).toEqual([])
    })
  }

  it('fall back to the default one by one if they are damaged', async () => {
    const panel = await open(appState(offProject()), { prepare: keeps({ theme: 'pink', sceneSize: 'large' }) })
    await expectText(panel.tally, 'Nothing is on air')
    expect(await root(panel, 'data-theme')).toBeNull()
    await expect.poll(() => panel.page.locator('.scene-grid').getAttribute('data-size')).toBe('large')
  })

  it('apply only to the page if the browser stores nothing, and the page says so', async () => {
    const panel = await open(appState(offProject()), { at: `?token=t${AT.at}`, prepare: keepsNothing })
    await panel.page.getByText('This browser saves nothing for the panel').waitFor()
    await radio(panel, 'Theme', 'Dark').check()
    await expectRoot(panel, 'data-theme', 'dark')
  })

  it('use the theme from an address, and leave the address unchanged', async () => {
    const panel = await open(appState(offProject()), { at: '?theme=dark#set-up/appearance' })
    await expectRoot(panel, 'data-theme', 'dark')
    await expect.poll(() => radio(panel, 'Theme', 'Dark').isChecked()).toBe(true)
    await expect
      .poll(() => panel.page.evaluate(() => location.search + location.hash))
      .toBe('?theme=dark#set-up/appearance')
    await panel.page.goto(`${panel.address}?page=quick`)
    await panel.tally.waitFor()
    await expect.poll(() => root(panel, 'data-theme')).toBe('dark')
  })

  it('change by the arrow keys, like any group of radio buttons', async () => {
    const panel = await open(appState(offProject()), AT)
    await radio(panel, 'Theme', 'System').focus()
    await keysAt(radio(panel, 'Theme', 'System'), 'ArrowRight')
    await expectRoot(panel, 'data-theme', 'light')
  })
})
