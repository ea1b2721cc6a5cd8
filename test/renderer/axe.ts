import { createRequire } from 'node:module'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { eachState, type Sheet, sizeOf, timeFor } from './everyState.ts'
import type { panels } from './panel.ts'

/** The script that finds what keeps people out. */
export const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Violation {
  id: string
  nodes: { html: string; failureSummary: string }[]
}

/** Which of axe's rules are asked: these alone, or all but these that do not hold here. */
export interface Rules {
  only?: readonly string[]
  without?: readonly string[]
}

/** What axe finds wrong in the page as it stands. The script comes by the debugger: the content policy forbids it. */
export async function violations(page: Page, { only, without = [] }: Rules = {}): Promise<string[]> {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  const found = await page.evaluate(
    async (options) => {
      // On the way from one colour to the other it is neither.
      const changing = document.getAnimations().filter((one) => one instanceof CSSTransition)
      await Promise.allSettled(changing.map(({ finished }) => finished))
      const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
      return (await axe.run(options)).violations
    },
    { rules, ...(only ? { runOnly: only } : {}), resultTypes: ['violations'] },
  )
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
}

/** What runs over the right edge of the page. */
export async function overEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= edge) return []
    return [...document.querySelectorAll('body *:not(.hearable)')]
      .filter((one) => one.getBoundingClientRect().right > edge + 0.5)
      .map((one) => one.outerHTML.slice(0, 100))
  })
}

/** What is too small to hit. A radio button's label belongs to it. */
export async function tooSmall(page: Page): Promise<string[]> {
  return page.$$eval('button, a[href], input:not(.picker), select', (all) =>
    all
      // What is folded away is not there to be hit.
      .filter((one) => one.checkVisibility())
      .map((one) => ({
        box: (one.closest('label') ?? one).getBoundingClientRect(),
        what: one.outerHTML.slice(0, 80),
      }))
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
      .map(({ what, box }) => `${what} ${box.width}×${box.height}`),
  )
}

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
      // Tables are cards there.
      if (!/^(interface|report)/.test(name)) return
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
