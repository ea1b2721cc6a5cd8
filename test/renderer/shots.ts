/**
 * Draws every state in every width and both themes into `.cache/shots`, to be checked by eye, picture by picture.
 *
 * node test/renderer/shots.ts [--pseudo | --rtl] [state …]
 *
 * `--pseudo`: with words that are 40 % longer; `--rtl`: with these, from right to left.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isWhole, SIZES, startArtist, THEMES } from './draw.ts'
import { EVERY_STATE, QUICK_SIZE } from './everyState.ts'
import { QUICK_SHEET } from './sheet.ts'

const folder = fileURLToPath(new URL('../../.cache/shots/', import.meta.url))
mkdirSync(folder, { recursive: true })
const wanted = process.argv.slice(2).filter((one) => !one.startsWith('--'))
const locale = process.argv.includes('--rtl') ? 'ar-XB' : process.argv.includes('--pseudo') ? 'en-XA' : 'en'
const mark = locale === 'en' ? '' : `.${locale}`
const artist = await startArtist(locale)

for (const [name, state] of EVERY_STATE) {
  if (wanted.length && !wanted.includes(name)) continue
  const isQuick = name in QUICK_SHEET
  for (const [size, viewport] of Object.entries(isQuick ? { quick: QUICK_SIZE } : SIZES)) {
    for (const theme of THEMES) {
      const whole = !isQuick && isWhole(name)
      const picture = await artist.draw({ name, state, viewport, theme, whole })
      writeFileSync(`${folder}${name}.${size}.${theme}${mark}.png`, picture)
    }
  }
}
await artist.end()
console.log(`Pictures in ${folder}`)
