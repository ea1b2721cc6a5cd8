/** For who needs more contrast, colours of their own, or all of it twice as large: in every state, and by keys. */
import type { BrowserContextOptions, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LICENCES_FILE } from '../../shared/licences.ts'
import { Keyboard } from '../e2e/keyboard.ts'
import { axePath, overEdge, violations } from './axe.ts'
import { DESKTOP_SHEET, LICENCES, QUICK_SHEET } from './desktopSheet.ts'
import { SHOW_SHEET } from './everyState.ts'
import { openState } from './openState.ts'
import { panels } from './panel.ts'
import { SETUP_SHEET, type SetUpState } from './setupSheet.ts'
import { appState, liveProject, NOW } from './states.ts'
import { TROUBLE } from './troubleSheet.ts'

const open = panels()
const MODES: Record<string, BrowserContextOptions> = {
  'forced colours, dark': { forcedColors: 'active', colorScheme: 'dark' },
  'forced colours, light': { forcedColors: 'active', colorScheme: 'light' },
  'more contrast, dark': { contrast: 'more', colorScheme: 'dark' },
  'more contrast, light': { contrast: 'more', colorScheme: 'light' },
}
/** Where colours are forced those drawn are the system's; axe would judge the ones of ours that are not. */
const SYSTEM_COLOURS = ['color-contrast']
/** A window of 1180 × 820 at 200 %: half as many pixels, each twice as large. */
const ZOOMED = { viewport: { width: 590, height: 410 }, deviceScaleFactor: 2 }

/** Every state there is, by where it stands. */
const SHEETS: Record<string, Record<string, SetUpState>> = {
  'the show': SHOW_SHEET,
  trouble: TROUBLE,
  'the set-up': SETUP_SHEET,
  'what the desktop app adds': DESKTOP_SHEET,
  'the quick panel': QUICK_SHEET,
}
/** Three hundred scenes and fifty accounts are the few of the others, many times. */
const MANY = ['many', 'accountsMany', 'quick-many']

type Look = (page: Page, name: string) => Promise<void>

async function eachState(sheet: Record<string, SetUpState>, context: BrowserContextOptions, look: Look) {
  const { core, page, address } = await open(appState(), { ...context, bypassCSP: true, timersRun: true })
  core.handouts[`/${LICENCES_FILE}`] = JSON.stringify(LICENCES)
  for (const [name, state] of Object.entries(sheet)) {
    if (MANY.includes(name)) continue
    await openState(core, page, address, name, state)
    await look(page, name)
  }
}

describe('at 200 %', () => {
  for (const [where, sheet] of Object.entries(SHEETS)) {
    it(`nothing runs over the edge in any state of ${where}`, { timeout: 120_000 }, async () => {
      await eachState(sheet, ZOOMED, async (page, name) => expect(await overEdge(page), name).toEqual([]))
    })
  }

  for (const [name, context] of Object.entries({ 'at 200 %': ZOOMED, ...MODES })) {
    it(`whoever goes through it by Tab sees where they are, ${name}`, { timeout: 60_000 }, async () => {
      const { page } = await open(appState(liveProject()), { ...context, timersRun: true })
      const keys = new Keyboard(page)
      await page.locator('.controls').waitFor()
      await keys.tabThrough()
    })
  }
})

it('what is near its end is told apart by its frame where colours are forced', async () => {
  const near = appState({ ...liveProject(), nextScheduleAt: NOW + 4 * 60_000 })
  const { page } = await open(near, { forcedColors: 'active', timersRun: true })
  const frame = await page.locator('.clock-end').evaluate((one) => getComputedStyle(one).borderTopWidth)
  expect(frame).toBe('2px')
})

describe('axe finds nothing wrong in any state', () => {
  // Light and dark as such are looked at in `access.test.ts`: one of each is enough here.
  for (const mode of ['forced colours, dark', 'more contrast, light']) {
    const context = MODES[mode]
    for (const [where, sheet] of Object.entries(SHEETS)) {
      it(`of ${where}, with ${mode}`, { timeout: 120_000 }, async () => {
        await eachState(sheet, { ...context, viewport: { width: 1180, height: 820 } }, async (page, name) => {
          await page.addScriptTag({ path: axePath })
          expect(await violations(page, context?.forcedColors ? SYSTEM_COLOURS : []), name).toEqual([])
        })
      })
    }
  }
})
