/**
 * Draws every state in four widths and both themes into `.cache/shots`: for people to look at, picture by picture.
 *
 *   node test/renderer/shots.ts [--pseudo | --rtl] [state …]
 *
 * `--pseudo`: in words that are 40 % longer; `--rtl`: in these, and from right to left.
 */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ViewportSize } from 'playwright'
import { LICENCES_FILE } from '../../shared/licences.ts'
import { launch } from './browser.ts'
import { DESKTOP_SHEET, LICENCES, QUICK_SHEET } from './desktopSheet.ts'
import { openState } from './openState.ts'
import { buildPanel } from './panelFiles.ts'
import { ScriptedCore } from './scriptedCore.ts'
import { SETUP_SHEET, type SetUpState } from './setupSheet.ts'
import { SHEET } from './sheet.ts'
import { appState, NOW } from './states.ts'
import { TROUBLE } from './troubleSheet.ts'

const SIZES = {
  wide: { width: 1180, height: 820 },
  middle: { width: 720, height: 820 },
  column: { width: 420, height: 820 },
  phone: { width: 390, height: 844 },
  dock: { width: 320, height: 560 },
} as const
/** As large as the window beside the tray. */
const QUICK = { width: 380, height: 520 }
/** Those that are about what fits the window: lists that scroll by themselves, and dialogs. */
const IN_SIGHT = ['many', 'accountsMany', 'quitAsks', 'report', 'reportRehearsed', 'reportNone', 'scenesKeys']
const THEMES = ['dark', 'light'] as const

const folder = fileURLToPath(new URL('../../.cache/shots/', import.meta.url))
mkdirSync(folder, { recursive: true })
const wanted = process.argv.slice(2).filter((one) => !one.startsWith('--'))
const locale = process.argv.includes('--rtl') ? 'ar-XB' : process.argv.includes('--pseudo') ? 'en-XA' : 'en'
const mark = locale === 'en' ? '' : `.${locale}`
const shows = Object.entries(SHEET).map(([name, state]): [string, SetUpState] => [name, { hash: '', state }])
const drawn = [...shows, ...Object.entries(TROUBLE), ...Object.entries(SETUP_SHEET), ...Object.entries(DESKTOP_SHEET)]
const quick = Object.entries(QUICK_SHEET)

const core = new ScriptedCore(await buildPanel(locale), appState())
core.handouts[`/${LICENCES_FILE}`] = JSON.stringify(LICENCES)
const address = await core.start()
const browser = await launch()

async function draw(size: string, viewport: ViewportSize, all: [string, SetUpState][]): Promise<void> {
  for (const theme of THEMES) {
    const page = await browser.newPage({ viewport, colorScheme: theme })
    await page.clock.setFixedTime(NOW)
    for (const [name, state] of all) {
      if (wanted.length && !wanted.includes(name)) continue
      await openState(core, page, address, name, state)
      await page.evaluate(() => scrollTo(0, 0))
      await page.evaluate(() => document.fonts.ready)
      await page.waitForTimeout(50)
      const whole = !IN_SIGHT.includes(name) && size !== 'quick'
      await page.screenshot({ path: `${folder}${name}.${size}.${theme}${mark}.png`, fullPage: whole })
    }
    await page.close()
  }
}

for (const [size, viewport] of Object.entries(SIZES)) await draw(size, viewport, drawn)
await draw('quick', QUICK, quick)
await browser.close()
await core.stop()
console.log(`Pictures in ${folder}`)
