/**
 * Draws every state in four widths and both themes into `.cache/shots`: for people to look at, picture by picture.
 *
 *   node test/renderer/shots.ts [state …]
 */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launch } from './browser.ts'
import { buildPanel } from './panelFiles.ts'
import { ScriptedCore } from './scriptedCore.ts'
import { QUITTING, SETUP_SHEET, type SetUpState } from './setupSheet.ts'
import { SHEET } from './sheet.ts'
import { appState, NOW } from './states.ts'

const SIZES = {
  wide: { width: 1180, height: 820 },
  column: { width: 420, height: 820 },
  phone: { width: 390, height: 844 },
  dock: { width: 320, height: 560 },
} as const
const THEMES = ['dark', 'light'] as const

const folder = fileURLToPath(new URL('../../.cache/shots/', import.meta.url))
mkdirSync(folder, { recursive: true })
const wanted = process.argv.slice(2)
const shows = Object.entries(SHEET).map(([name, state]): [string, SetUpState] => [name, { hash: '', state }])
const drawn = [...shows, ...Object.entries(SETUP_SHEET)].filter(([name]) => !wanted.length || wanted.includes(name))

const core = new ScriptedCore(await buildPanel(), appState())
const address = await core.start()
const browser = await launch()
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const theme of THEMES) {
    const page = await browser.newPage({ viewport, colorScheme: theme })
    await page.clock.setFixedTime(NOW)
    for (const [name, { hash, state, press = [] }] of drawn) {
      core.state = state
      core.reply = () => QUITTING[name === 'quitEnded' ? 'ended' : 'asks']
      // Another fragment alone would not load the page anew.
      await page.goto('about:blank')
      await page.goto(address + hash)
      await page.locator('[data-tally]').waitFor()
      if (hash) await page.locator('.setup-title').waitFor()
      for (const button of press) await page.getByRole('button', { name: button, exact: true }).click()
      await page.evaluate(() => scrollTo(0, 0))
      await page.waitForTimeout(50)
      const whole = name !== 'many' && name !== 'accountsMany' && name !== 'quitAsks'
      await page.screenshot({ path: `${folder}${name}.${size}.${theme}.png`, fullPage: whole })
    }
    await page.close()
  }
}
await browser.close()
await core.stop()
console.log(`Pictures in ${folder}`)
