/** Faces as SVG, in the panel's colours. Only what simple renderers know: no masks, filters or styles. */

import type { Face } from '../../../shared/decks/face.ts'
import type { DeckAction } from '../../../shared/decks/keys.ts'
import { shownText } from '../../../shared/util/plainName.ts'
import type { Colours } from '../../../shared/util/tokenColours.ts'
import { glyphSvg, lampSvg } from './glyphs.ts'

/** Pixels per side of a key, and of a dial's part of the touch strip. */
const KEY = 144
const STRIP = { width: 200, height: 100 }

interface Look {
  ground: string
  ink: string
  /** A frame around the key: solid or dashed. */
  frame: { colour: string; dashes: boolean } | null
}

/** Colours and frame of a face. Each lamp also has a form of its own: nobody must tell them apart by colour. */
function lookOf({ lamp, tone, isDim }: Face, colours: Colours): Look {
  const [ground, ink] = [colours('card'), colours('text')]
  const framed = (colour: string, dashes = false) => ({ colour, dashes })
  switch (lamp) {
    case 'on':
      if (tone === 'air') return { ground: colours('air-fill'), ink: colours('on-air'), frame: null }
      if (tone === 'edit') return { ground: colours('edit'), ink: colours('on-edit'), frame: null }
      return { ground: colours('hover'), ink, frame: framed(ink) }
    case 'off':
      return { ground, ink: isDim ? colours('line-strong') : ink, frame: null }
    case 'pending': {
      const name = tone === 'edit' ? 'edit' : 'wait'
      return { ground: colours(`${name}-tint`), ink: colours(name), frame: framed(colours(name), true) }
    }
    case 'unknown':
      return { ground, ink: colours('dim'), frame: framed(colours('line-strong'), true) }
    case 'stale':
      return { ground: colours('ground'), ink: colours('line-strong'), frame: null }
  }
}

/** A key's picture. `data-lamp` and `data-tone` say to programs what the colours say to people. */
export function keySvg(action: DeckAction, face: Face, colours: Colours): string {
  const look = lookOf(face, colours)
  const box = { width: KEY, height: KEY }
  const inside =
    face.note === undefined
      ? [
          text(face.word, { x: KEY / 2, y: 28, size: 17, colour: look.ink, isBold: true, perLine: 12, lines: 1 }),
          `<g transform="translate(${KEY / 2} 62) scale(2)">${sign(action, face, look, colours)}</g>`,
          text(face.text, { x: KEY / 2, y: 110, size: 19, colour: look.ink, perLine: 12, lines: 2 }),
          face.ring === undefined ? '' : ring(face.ring, colours('wait')),
        ]
      : [text(face.note, { x: KEY / 2, y: 27, size: 17, colour: look.ink, perLine: 14, lines: 6 })]
  return framed(box, face, look, [...inside, face.isRehearsal ? tape(box, colours('rehearse')) : ''])
}

/** A dial's picture on the touch strip. */
export function stripSvg(action: DeckAction, face: Face, colours: Colours): string {
  const look = lookOf(face, colours)
  const words = { x: 128, colour: look.ink, perLine: 12 }
  const inside =
    face.note === undefined
      ? [
          `<g transform="translate(34 48) scale(1.8)">${sign(action, face, look, colours)}</g>`,
          text(face.word, { ...words, y: 30, size: 17, isBold: true, lines: 1 }),
          text(face.text, { ...words, y: 58, size: 19, lines: 2 }),
        ]
      : [text(face.note, { x: STRIP.width / 2, y: 24, size: 17, colour: look.ink, perLine: 20, lines: 4 })]
  return framed(STRIP, face, look, [...inside, face.isRehearsal ? tape(STRIP, colours('rehearse')) : ''])
}

const sign = (action: DeckAction, { tally }: Face, { ink, ground }: Look, colours: Colours): string =>
  action === 'tally' ? lampSvg(tally ?? 'stale', ink, colours('edit'), ground) : glyphSvg(action, ink)

interface Box {
  width: number
  height: number
}

function framed({ width, height }: Box, { lamp, tone }: Face, look: Look, inside: readonly string[]): string {
  const { ground, frame, ink } = look
  const line = (colour: string, dashes: boolean) =>
    `<rect x="4" y="4" width="${width - 8}" height="${height - 8}" rx="12" fill="none" stroke="${colour}" stroke-width="6"${dashes ? ' stroke-dasharray="14 9"' : ''}/>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" data-lamp="${lamp}" data-tone="${tone}">`,
    `<rect width="${width}" height="${height}" fill="${ground}"/>`,
    lamp === 'stale' ? hatch(width, height, ink) : '',
    ...inside,
    frame ? line(frame.colour, frame.dashes) : '',
    '</svg>',
  ].join('')
}

/** Crossed out by thin lines: there is no contact. */
function hatch(width: number, height: number, colour: string): string {
  const starts = Array.from({ length: Math.ceil((width + height) / 24) }, (_, nth) => nth * 24 - height)
  const lines = starts.map((x) => `M${x} ${height}l${height}-${height}`)
  return `<path d="${lines.join('')}" fill="none" stroke="${colour}" stroke-width="2" stroke-opacity="0.35"/>`
}

/** The tape of a rehearsal, along the bottom. */
function tape({ width, height }: Box, colour: string): string {
  const bars = Array.from({ length: Math.ceil(width / 24) }, (_, nth) => `M${nth * 24} ${height}l5-10h14l-5 10z`)
  return `<path d="${bars.join('')}" fill="${colour}"/>`
}

/** The ring of a hold, from the top clockwise. */
function ring(filled: number, colour: string): string {
  const [r, x, y] = [28, KEY / 2, 62]
  const angle = 2 * Math.PI * Math.min(0.9999, Math.max(0, filled))
  const end = `${(x + r * Math.sin(angle)).toFixed(2)} ${(y - r * Math.cos(angle)).toFixed(2)}`
  return `<path d="M${x} ${y - r}A${r} ${r} 0 ${angle > Math.PI ? 1 : 0} 1 ${end}" fill="none" stroke="${colour}" stroke-width="6" stroke-linecap="round"/>`
}

interface Lettering {
  /** The middle of each line, and the base of the first one. */
  x: number
  y: number
  size: number
  colour: string
  isBold?: boolean
  /** Average small letters. */
  perLine: number
  lines: number
}

function text(said: string, { x, y, size, colour, isBold, perLine, lines }: Lettering): string {
  const weight = isBold ? ' font-weight="bold"' : ''
  const look = `font-family="Arial, Helvetica, sans-serif" font-size="${size}"${weight} text-anchor="middle" fill="${colour}"`
  return broken(said, perLine, lines)
    .map((line, nth) => `<text x="${x}" y="${y + nth * Math.round(size * 1.12)}" ${look}>${escaped(line)}</text>`)
    .join('')
}

/** Letters as wide as they are high: those of East Asia, and emoji. */
const SQUARE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u
const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** What a person sees as one letter each. */
const lettersOf = (text: string): string[] => [...segments.segment(text)].map(({ segment }) => segment)

/** How wide a letter is, in average small ones of Arial. */
function widthOf(letter: string): number {
  if (SQUARE.test(letter)) return 2
  if (letter === ' ') return 0.5
  if (/[MW@]/.test(letter)) return 1.7
  return /\p{Lu}/u.test(letter) ? 1.2 : 1
}

const widthOfAll = (text: string): number => lettersOf(text).reduce((sum, letter) => sum + widthOf(letter), 0)

/** As much of the beginning as has room, with an ellipsis. */
function cut(line: string, perLine: number): string {
  let [left, kept] = [perLine - 0.5, '']
  for (const letter of lettersOf(line)) {
    left -= widthOf(letter)
    if (left < 0) break
    kept += letter
  }
  return `${kept}…`
}

/** Half a character, as where a service cut a name, and what no XML document may contain. */
const drawable = (text: string): string => text.toWellFormed().replace(/[\ufffe\uffff]/g, '\ufffd')

/** A text in lines of at most `perLine` average letters; what has no room ends with an ellipsis. */
export function broken(said: string, perLine: number, most: number): string[] {
  const lines: string[] = []
  for (const word of drawable(shownText(said)).split(' ').filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && widthOfAll(`${last} ${word}`) <= perLine) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  const isCut = lines.length > most
  const mustEnd = (line: string, nth: number) => (isCut && nth === most - 1) || widthOfAll(line) > perLine
  return lines.slice(0, most).map((line, nth) => (mustEnd(line, nth) ? cut(line, perLine) : line))
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
