/** Draws the cue light for the tray: the panel's shapes, distinguishable without colour, on a panel of any colour. */
import { ICON_SIZES, type IconSize, VARIANTS, type Variant } from '../../electron/shell/tray/icon.ts'
import type { TrayIcon } from '../../electron/shell/tray/items.ts'
import { TALLIES } from '../../shared/tally.ts'
import { LAMP_PARTS, type LampPart, type LampRole } from '../../shared/view/marks.ts'
import { drawn, type Pen, penFor, strokeOf } from './pen.ts'

export interface Picture {
  icon: TrayIcon
  variant: Variant
  size: IconSize
}

/** All pictures of the tray. */
export function allPictures(): Picture[] {
  const icons = TALLIES.flatMap((tally) => [false, true].map((rehearsal): TrayIcon => ({ tally, rehearsal })))
  return VARIANTS.flatMap((variant) =>
    ICON_SIZES.flatMap((size) => icons.map((icon): Picture => ({ icon, variant, size }))),
  )
}

/** Half the side of the drawn square, in units. */
const HALF = 12
/** Separates an icon from a panel of unknown colour. */
const BACKING = '#0c0e10'
/** Cut out of the parts beneath. */
const CUTS: readonly LampRole[] = ['cut', 'cutDot']
/** Only the panel has space for it. */
const NOT_HERE: readonly LampRole[] = ['haze']

/** One picture as SVG. */
export function svgOf({ icon, variant, size }: Picture): string {
  const parts = LAMP_PARTS[icon.tally].filter(({ role }) => !NOT_HERE.includes(role))
  const scale = (icon.rehearsal ? 0.8 : 1) * (variant === 'outlined' ? 0.92 : 1)
  const pen = penFor(icon.tally, variant, (2 * HALF) / size / scale)
  const outlined = variant === 'outlined'
  const lamp = [
    ...(outlined ? parts.map((part) => backing(part, pen)) : []),
    `<g mask="url(#out)">${parts
      .filter(isLamp)
      .map((part) => inked(part, pen))
      .join('')}</g>`,
    ...parts.filter(({ role }) => role === 'badge').map((part) => inked(part, pen)),
  ]
  // At the top, because the tape is at the bottom.
  const seat = icon.rehearsal ? `translate(0 ${(HALF * (scale - 1)).toFixed(2)}) ` : ''
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}">`,
    `<mask id="out" maskUnits="userSpaceOnUse" x="-14" y="-14" width="28" height="28">${takenOut(parts, icon, pen)}</mask>`,
    `<g transform="${seat}scale(${scale.toFixed(3)})">${lamp.join('')}</g>`,
    icon.rehearsal ? tape((2 * HALF) / size, pen.colour('tape'), outlined) : '',
    '</svg>',
  ].join('')
}

const isLamp = ({ role }: LampPart): boolean => role !== 'badge' && !CUTS.includes(role)
const inked = (part: LampPart, pen: Pen): string => drawn(part, pen.colour(part.role), strokeOf(part, pen))

/** A dark plate below the part, one pixel wider: invisible on a dark panel, visible on a light one. */
function backing(part: LampPart, pen: Pen): string {
  if (CUTS.includes(part.role)) return ''
  const width = strokeOf(part, pen) + 2 * pen.px
  const isRing = 'circle' in part && ['ring', 'dashes', 'dots'].includes(part.role)
  return drawn(isRing ? { ...part, role: 'triangle' } : part, BACKING, width)
}

/** Where the panel behind the icon shows through. */
function takenOut(parts: readonly LampPart[], { rehearsal }: TrayIcon, pen: Pen): string {
  const cuts = parts.filter(({ role }) => CUTS.includes(role)).map((part) => drawn(part, '#000', strokeOf(part, pen)))
  const gaps = parts.filter(({ role }) => role === 'badge').map((part) => drawn(part, '#000', 2.2 * pen.px))
  const stripes = rehearsal && parts.some(({ role }) => role === 'disc') ? stripesOf(pen) : ''
  return `<rect x="-14" y="-14" width="28" height="28" fill="#fff"/>${cuts.join('')}${stripes}${gaps.join('')}`
}

/** A rehearsed disc is striped, as in the panel: it looks live, but is not. */
function stripesOf({ px }: Pen): string {
  const step = Math.max(4.6 * px, 5.6)
  const along = [-2, -1, 0, 1, 2].map((nth) => `M${(nth - 0.5) * step - 14} 14l28-28`)
  return `<path d="${along.join('')}" stroke="#000" stroke-width="${Math.max(1.3 * px, 1.7).toFixed(2)}"/>`
}

/** The hatched tape of a rehearsal, along the bottom. */
function tape(px: number, colour: string, outlined: boolean): string {
  const high = Math.max(2.6 * px, 3.6)
  const [wide, slant] = [0.75 * high, 0.5 * high]
  const step = (2 * HALF - wide - slant) / 3
  const bars = [0, 1, 2, 3].map(
    (nth) => `M${(-HALF + nth * step).toFixed(2)} ${HALF}l${slant} ${-high}h${wide}l${-slant} ${high}z`,
  )
  const plate = `<path d="M${-HALF} ${HALF}v${-high - 0.6 * px}h${2 * HALF}v${high + 0.6 * px}z" fill="${BACKING}"/>`
  return `${outlined ? plate : ''}<path d="${bars.join('')}" fill="${colour}"/>`
}
