/** What is looked at in every state of the panel. Each is opened twice; then it is dressed, and resized, as it stands. */
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axePath, overEdge, tooSmall, violations } from './axe.ts'
import { eachState, type Sheet, timeFor } from './eachState.ts'
import { sizeOf } from './everyState.ts'
import type { panels } from './panel.ts'

/** Three hundred scenes and fifty accounts are the few of the others, many times. */
const MANY = ['many', 'accountsMany', 'quick-many']
/** The page is one and the same in each mode, but for its colours. */
const COLOURS = { only: ['color-contrast', 'link-in-text-block'] }
const MODES = {
  dark: [{ colorScheme: 'dark', contrast: null, forcedColors: null }, {}],
  light: [{ colorScheme: 'light', contrast: null, forcedColors: null }, COLOURS],
  'light, with more contrast': [{ colorScheme: 'light', contrast: 'more', forcedColors: null }, COLOURS],
  // The colours drawn are the system's; axe would judge the ones of ours that are not.
  'dark, with forced colours': [
    { colorScheme: 'dark', contrast: null, forcedColors: 'active' },
    { without: ['color-contrast'] },
  ],
} as const
const PHONE = { width: 390, height: 800 }
/** A window of 1180 × 820 at 200 %: half as many pixels, each twice as large. */
const ZOOMED = { width: 590, height: 410, deviceScaleFactor: 2, mobile: false }

/** axe finds nothing wrong in any state of a sheet, however it is dressed. */
export function axeFindsNothing(open: ReturnType<typeof panels>, of: string, sheet: Sheet): void {
  const few = Object.fromEntries(Object.entries(sheet).filter(([name]) => !MANY.includes(name)))
  it(`axe finds nothing wrong in any state of ${of}: ${Object.keys(MODES).join('; ')}`, timeFor(few), async () => {
    await eachState(open, few, sizeOf(Object.keys(few)[0] ?? ''), async (page, name) => {
      await page.addScriptTag({ path: axePath })
      for (const [mode, [media, rules]] of Object.entries(MODES)) {
        await page.emulateMedia(media)
        expect(await violations(page, rules), `${name}, ${mode}`).toEqual([])
      }
      // Its tables are cards there.
      if (!name.startsWith('interface')) return
      await page.setViewportSize(PHONE)
      expect(await violations(page), `${name}, on a phone`).toEqual([])
    })
  })
}

/** Nothing runs over the edge of a page however narrow, and all is large enough to hit. */
export function fits(open: ReturnType<typeof panels>, of: string, sheet: Sheet, widths: readonly number[]): void {
  const [first = 0] = widths
  it(`nothing of ${of} runs over the edge at ${widths} pixels or at 200 %, and all is large enough to hit`, {
    ...timeFor(sheet),
  }, async () => {
    await eachState(open, sheet, { width: first, height: 800 }, async (page, name) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        expect({ over: await overEdge(page), small: await tooSmall(page) }, `${name}, ${width} wide`).toEqual(NOTHING)
      }
      expect(await zoomed(page, () => overEdge(page)), `${name}, at 200 %`).toEqual([])
    })
  })
}

const NOTHING = { over: [], small: [] }

/** As long as the session stands, the page does. */
async function zoomed<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', ZOOMED)
  const seen = await look()
  await session.detach()
  return seen
}
