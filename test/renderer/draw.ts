import type { Browser, ViewportSize } from 'playwright'
import { LICENCES_FILE } from '../../shared/util/licences.ts'
import { LICENCES } from './desktopSheet.ts'
import { openState } from './everyState.ts'
import { buildPanel, launch } from './panelFiles.ts'
import { ScriptedCore } from './scriptedCore.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, NOW } from './states.ts'

export const SIZES = {
  wide: { width: 1180, height: 820 },
  middle: { width: 720, height: 820 },
  column: { width: 420, height: 820 },
  phone: { width: 390, height: 844 },
  dock: { width: 320, height: 560 },
} as const satisfies Record<string, ViewportSize>

export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

/** What is drawn, and how. `whole`: the full page rather than only the visible part. */
interface Drawing {
  name: string
  state: SetUpState
  viewport: ViewportSize
  theme: Theme
  whole: boolean
}

/**
 * Draws states of the built panel, reached as a user would reach them.
 *
 * @param locale the language the panel is built in
 */
export async function startArtist(locale = 'en') {
  const core = new ScriptedCore(await buildPanel(locale), appState())
  core.downloads[`/${LICENCES_FILE}`] = JSON.stringify(LICENCES)
  const address = await core.start()
  const browser = await launch()
  return {
    browser,
    async draw({ name, state, viewport, theme, whole }: Drawing): Promise<Buffer> {
      const touch = viewport === SIZES.phone && { hasTouch: true, isMobile: true }
      const page = await browser.newPage({ viewport, colorScheme: theme, ...touch })
      await page.clock.setFixedTime(NOW)
      await openState(core, page, address, name, state)
      await page.evaluate(() => scrollTo(0, 0))
      await page.evaluate(() => document.fonts.ready)
      await page.waitForTimeout(50)
      const picture = await page.screenshot({ fullPage: whole })
      await page.close()
      return picture
    },
    async end() {
      await browser.close()
      await core.stop()
    },
  }
}

/** States about what fits into the window: lists with their own scrolling, and dialogs. */
const IN_SIGHT = ['many', 'accountsMany', 'quitAsks', 'report', 'reportRehearsed', 'reportNone', 'scenesKeys']

/** Whether the full page of this state is worth a picture. */
export const isWhole = (name: string): boolean => !IN_SIGHT.includes(name)

/** A picture of HTML that is composed here. */
export async function shoot(browser: Browser, html: string, { clear = false } = {}): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } })
  await page.setContent(html, { waitUntil: 'load' })
  const size = await page.evaluate(() => {
    const { width, height } = document.body.getBoundingClientRect()
    return { width: Math.ceil(width), height: Math.ceil(height) }
  })
  await page.setViewportSize(size)
  const picture = await page.screenshot({ omitBackground: clear })
  await page.close()
  return picture
}
