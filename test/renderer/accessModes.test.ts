/** For who needs more contrast, colours of their own, or all of it twice as large, by keys. Every state: `looks.ts`. */
import type { BrowserContextOptions } from 'playwright'
import { expect, it } from 'vitest'
import { Keyboard } from '../e2e/keyboard.ts'
import { panels } from './panel.ts'
import { appState, liveProject, NOW } from './states.ts'

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
    await keys.tabThrough()
  })
}

it('what is near its end is told apart by its frame where colours are forced', async () => {
  const near = appState({ ...liveProject(), nextScheduleAt: NOW + 4 * 60_000 })
  const { page } = await open(near, { forcedColors: 'active', timersRun: true })
  const frame = await page.locator('.clock-end').evaluate((one) => getComputedStyle(one).borderTopWidth)
  expect(frame).toBe('2px')
})
