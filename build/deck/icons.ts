/** The plugin's pictures, from the product's own drawings. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keySvg } from '../../electron/decks/streamdeck/draw.ts'
import { glyphSvg, lampSvg } from '../../electron/decks/streamdeck/glyphs.ts'
import { faceOf } from '../../shared/decks/face.ts'
import { type DeckAction, KeySettings } from '../../shared/decks/keys.ts'
import { coloursOf } from '../icons/colours.ts'
import { pixelsOf, pngOf } from '../icons/png.ts'

/** The application wants these in one colour, on nothing. */
const WHITE = '#ffffff'

const small = (size: number, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="-13 -13 26 26">${inside}</svg>\n`

const signOf = (action: DeckAction): string =>
  action === 'tally' ? lampSvg('live', WHITE, WHITE, WHITE) : glyphSvg(action, WHITE)

/** In the list of actions. */
export const iconOf = (action: DeckAction): string => small(20, signOf(action))

/** Beside the plugin's name in that list. */
export const categoryIcon = (): string => small(28, signOf('goLive'))

/** On a key before the plugin has drawn it: as without a pairing, so that no lamp is lit that nobody has heard of. */
export function keyPicture(action: DeckAction): string {
  const idle = { isDial: false, armId: null, ring: null, isBusy: false, note: null, chosen: null }
  const view = { isPaired: true, isFresh: false, state: null, now: 0 }
  const face = faceOf({ ...idle, action, settings: KeySettings.parse({}) }, view)
  return keySvg(action, face, coloursOf('dark'))
}

/** The app's icon, smaller. @param size pixels per side; a divisor of that of `build/icons/app.png` */
export function pluginIcon(size: number): Buffer {
  const { size: from, pixels } = pixelsOf(readFileSync(join(import.meta.dirname, '../icons/app.png')))
  const step = from / size
  const small = new Uint8Array(size * size * 4)
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) small.set(average(pixels, from, x * step, y * step, step), (y * size + x) * 4)
  return pngOf(small, size)
}

/** The average of a square of pixels; each counts by how opaque it is. */
function average(pixels: Uint8Array, width: number, left: number, upper: number, side: number): number[] {
  const sums = [0, 0, 0, 0]
  for (let y = upper; y < upper + side; y += 1)
    for (let x = left; x < left + side; x += 1) {
      const at = (y * width + x) * 4
      const alpha = pixels[at + 3] ?? 0
      for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (pixels[at + channel] ?? 0) * alpha
      sums[3] = (sums[3] ?? 0) + alpha
    }
  const [red = 0, green = 0, blue = 0, alpha = 0] = sums
  const of = (sum: number) => (alpha === 0 ? 0 : Math.round(sum / alpha))
  return [of(red), of(green), of(blue), Math.round(alpha / side ** 2)]
}
