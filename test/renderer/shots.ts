/** Draws every state in three widths and both themes into `.cache/shots`: for people to look at, picture by picture. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launch } from './browser.ts'
import { buildPanel } from './panelFiles.ts'
import { ScriptedCore } from './scriptedCore.ts'
import { SHEET } from './sheet.ts'
import { appState, NOW } from './states.ts'

const SIZES = {
  wide: { width: 1180, height: 820 },
  phone: { width: 390, height: 844 },
  dock: { width: 320, height: 560 },
} as const
const THEMES = ['dark', 'light'] as const

const folder = fileURLToPath(new URL('../../.cache/shots/', import.meta.url))
mkdirSync(folder, { recursive: true })
const wanted = process.argv.slice(2)

const core = new ScriptedCore(await buildPanel(), appState())
const address = await core.start()
const browser = await launch()
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const theme of THEMES) {
    const page = await browser.newPage({ viewport, colorScheme: theme })
    await page.clock.setFixedTime(NOW)
    for (const [name, state] of Object.entries(SHEET)) {
      if (wanted.length && !wanted.includes(name)) continue
      core.state = state
      await page.goto(address)
      await page.locator('[data-tally]').waitFor()
      await page.waitForTimeout(50)
      await page.screenshot({ path: `${folder}${name}.${size}.${theme}.png`, fullPage: name !== 'many' })
    }
    await page.close()
  }
}
await browser.close()
await core.stop()
console.log(`Pictures in ${folder}`)
