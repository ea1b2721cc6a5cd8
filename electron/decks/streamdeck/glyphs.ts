/** The signs on the keys, as lines in a square from -12 to 12. The lamps of the tally are those of panel and tray. */

import type { DeckAction } from '../../../shared/decks/keys.ts'
import { LAMP_PARTS, type LampPart } from '../../../shared/view/marks.ts'

/** One sign: lines and filled shapes, both as paths. */
interface Glyph {
  line?: string
  fill?: string
}

export const GLYPHS: Record<Exclude<DeckAction, 'tally'>, Glyph> = {
  goLive: { line: 'M-9.6 0a9.6 9.6 0 1 0 19.2 0a9.6 9.6 0 1 0-19.2 0', fill: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0' },
  stop: { fill: 'M-7-7h14v14h-14z' },
  scene: { line: 'M-10-7h20v14h-20z' },
  next: { line: 'M9-8V8', fill: 'M-8-8 5 0-8 8z' },
  previous: { line: 'M-9-8V8', fill: 'M8-8-5 0 8 8z' },
  back: { line: 'M-4-8-9-3l5 5M-9-3H4a5 5 0 0 1 0 11H-3' },
  take: { line: 'M-9-9H9M0 9V-4M-6 1 0-5 6 1' },
  sync: { line: 'M-9-1a9 9 0 0 1 16-5M9 1a9 9 0 0 1-16 5M8-11v6h-6M-8 11v-6h6' },
  autoSync: { line: 'M-9-1a9 9 0 0 1 16-5M9 1a9 9 0 0 1-16 5M8-11v6h-6M-8 11v-6h6M-3 4 0-4 3 4M-2 1.5H2' },
  padlock: { line: 'M-5-1v-4a5 5 0 0 1 10 0v4', fill: 'M-8-1H8V10H-8z' },
  macro: { line: 'M-10-8H4M-10-1H1M-10 6H-2', fill: 'M2 1 11 6.5 2 12z' },
}

/** A sign as SVG, in one colour. @param weight of its lines, in units */
export function glyphSvg(action: Exclude<DeckAction, 'tally'>, colour: string, weight = 2.4): string {
  const { line, fill } = GLYPHS[action]
  const stroke = `fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round"`
  return [fill && `<path d="${fill}" fill="${colour}"/>`, line && `<path d="${line}" ${stroke}/>`].join('')
}

/** Parts that are drawn as rings or lines, and the pattern of each. */
const STROKES: Partial<Record<LampPart['role'], string>> = {
  ring: '',
  dashes: ' stroke-dasharray="7.2 4.36"',
  dots: ' stroke-dasharray="2.8 3.1"',
  line: ' stroke-linecap="round"',
  cut: ' stroke-linecap="round"',
}

/** The lamp of a tally as SVG. @param ground the colour beneath: what is cut out of the lamp has it */
export function lampSvg(tally: keyof typeof LAMP_PARTS, colour: string, badge: string, ground: string): string {
  return LAMP_PARTS[tally]
    .filter(({ role }) => role !== 'haze')
    .map((part) => {
      const isCut = part.role === 'cut' || part.role === 'cutDot'
      const own = isCut ? ground : part.role === 'badge' ? badge : colour
      const dashes = STROKES[part.role]
      const look = dashes === undefined ? `fill="${own}"` : `fill="none" stroke="${own}" stroke-width="2.4"${dashes}`
      if ('path' in part) return `<path d="${part.path}" ${look}/>`
      const [x, y, r] = part.circle
      return `<circle cx="${x}" cy="${y}" r="${r}" ${look}/>`
    })
    .join('')
}
