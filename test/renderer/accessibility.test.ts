/** The panel with a keyboard, a screen reader, large zoom and forced colours. */
import type { BrowserContextOptions } from 'playwright'
import { expect, it } from 'vitest'
import { accessibleTree, announcements } from '../e2e/accessibleTree.ts'
import { Keyboard } from '../e2e/keyboard.ts'
import { keysAt, pageKeys, tabOn } from '../support/keys.ts'
import { allHasCome, expectFocus, panels } from './panel.ts'
import { appState, arm, liveProject, NOW, padlocked } from './states.ts'

const open = panels()

const MODES: Record<string, BrowserContextOptions> = {
  'forced colours, dark': { forcedColors: 'active', colorScheme: 'dark' },
  'forced colours, light': { forcedColors: 'active', colorScheme: 'light' },
  'more contrast, dark': { contrast: 'more', colorScheme: 'dark' },
  'more contrast, light': { contrast: 'more', colorScheme: 'light' },
}
/** A window of 1180 × 820 at 200 %: half as many pixels, each twice as large. */
const ZOOMED = { viewport: { width: 590, height: 410 }, deviceScaleFactor: 2 }

for (const [name, context] of Object.entries({ 'at 200 %': ZOOMED, ...MODES })) {
  it(`whoever goes through it by Tab sees where they are, ${name}`, { timeout: 60_000 }, async () => {
    const { page } = await open(appState(liveProject()), { ...context, timersRun: true })
    const keys = new Keyboard(page)
    await page.locator('.controls').waitFor()
    await allHasCome(page)
    await keys.tabThrough()
  })
}

it('the first Tab stop skips to the screen, before Stop, on every screen', async () => {
  const { page, button } = await open(appState(liveProject()), { at: '#schedule' })
  await button('Stop').waitFor()
  // It comes with the screen, after the head that has Stop.
  await button('Skip to the screen').waitFor({ state: 'attached' })
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await tabOn(page)
  await expectFocus(button('Skip to the screen'))
  await keysAt(button('Skip to the screen'), 'Enter')
  await expectFocus(page.locator('main'))
})

it('with forced colours, a frame marks what is near its end', async () => {
  const near = appState({ ...liveProject(), nextScheduleAt: NOW + 4 * 60_000 })
  const { page } = await open(near, { forcedColors: 'active', timersRun: true })
  const frame = await page.locator('.clock-end').evaluate((one) => getComputedStyle(one).borderTopWidth)
  expect(frame).toBe('2px')
})

const ARMED = { result: 'armed', arm: arm({ mode: 'cancelWindow', notBefore: NOW + 60_000 }) } as const

it('a screen reader hears once what viewers see, and not what that is based on', async () => {
  const { core, page, tally } = await open(appState(liveProject()), { timersRun: true })
  await tally.getByText('On air: Main show').waitFor()
  const said = await announcements(page)
  core.set({ projects: { p1: { air: { basis: 'lastSync' } } } })
  await page.getByText('scene as of the last confirmed sync').waitFor()
  expect(await said.all()).toEqual([])
  core.set({ projects: { p1: { air: { sceneId: 's1' } } } })
  const heard = await said.until('On air: Opening')
  expect(heard).toHaveLength(1)
})

it('a screen reader that presses Stop is asked first, and returns to where it was after cancelling', async () => {
  const { core, page, button, expectCommands } = await open(appState(liveProject()), { timersRun: true })
  core.reply = () => ARMED
  await button('Stop').waitFor()
  const [tree, said, keys] = [await accessibleTree(page), await announcements(page), new Keyboard(page)]
  await tree.press('button', 'Stop')
  await keys.stands(button('Cancel'))
  await tree.press('button', 'Cancel')
  await said.until('Cancelled. Nothing was sent.')
  await keys.stands(button('Stop'))
  await expectCommands('armStop', 'cancelArm')
})

it('an outcome is announced', async () => {
  const { core, page, button } = await open(appState(liveProject()), { timersRun: true })
  core.reply = () => padlocked
  await button('Break').waitFor()
  const said = await announcements(page)
  await pageKeys(page, '3')
  await said.until('The padlock is closed. Open it first.')
})
