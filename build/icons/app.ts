/** The app's own icon: a lit cue light in the one accent colour. It must not look like a tally. */
import { coloursOf } from './colours.ts'

/** Pixels per side. The packager makes all other sizes and formats from it. */
export const APP_SIZE = 1024

/** The margin that systems leave free around an icon. */
const MARGIN = 64

/** The app's icon as SVG. Flat, so that the file is small and it is recognisable at any size. */
export function appIcon(): string {
  const dark = coloursOf('dark')
  const [middle, half] = [APP_SIZE / 2, APP_SIZE / 2 - MARGIN]
  const circle = (r: number, look: string) => `<circle cx="${middle}" cy="${middle}" r="${r}" ${look}/>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${APP_SIZE}" height="${APP_SIZE}">`,
    `<rect x="${MARGIN}" y="${MARGIN}" width="${2 * half}" height="${2 * half}" rx="208" fill="${dark('card')}"/>`,
    circle(310, `fill="${dark('hover')}"`),
    circle(300, `fill="none" stroke="${dark('text')}" stroke-width="52"`),
    circle(206, `fill="${dark('cue')}"`),
    '</svg>',
  ].join('')
}
