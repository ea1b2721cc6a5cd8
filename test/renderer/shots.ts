/**
 * Draws every state in every width and both themes into `.cache/shots`: for people to look at, picture by picture.
 *
 *   node test/renderer/shots.ts [state …]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { QUICK_SHEET } from './desktopSheet.ts'
import { isWhole, SIZES, startArtist, THEMES } from './draw.ts'
import { EVERY_STATE, QUICK_SIZE } from './everyState.ts'

const folder = fileURLToPath(new URL('../../.cache/shots/', import.meta.url))
mkdirSync(folder, { recursive: true })
const wanted = process.argv.slice(2)
const artist = await startArtist()

for (const [name, state] of EVERY_STATE) {
  if (wanted.length && !wanted.includes(name)) continue
  const isQuick = name in QUICK_SHEET
  for (const [size, viewport] of Object.entries(isQuick ? { quick: QUICK_SIZE } : SIZES)) {
    for (const theme of THEMES) {
      const whole = !isQuick && isWhole(name)
      writeFileSync(
        `${folder}${name}.${size}.${theme}.png`,
        await artist.draw({ name, state, viewport, theme, whole }),
      )
    }
  }
}
await artist.end()
console.log(`Pictures in ${folder}`)
