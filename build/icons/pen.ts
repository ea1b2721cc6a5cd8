/** Stroke and colour of each part of the cue light in the tray: heavy enough to be visible at 16 pixels. */
import type { Variant } from '../../electron/shell/tray/icon.ts'
import type { Tally } from '../../shared/tally.ts'
import type { LampPart, LampRole } from '../../shared/view/marks.ts'
import { coloursOf } from './colours.ts'

/** macOS colours template icons itself. */
const BLACK = '#000000'

export interface Pen {
  /** Drawing units per pixel. */
  px: number
  colour(role: LampRole | 'tape'): string
}

/** The colour token of each tally: the same as in the panel. */
const TOKENS: Record<Tally, { dark: string; light: string }> = {
  off: { dark: 'dim', light: 'dim' },
  preparing: { dark: 'wait', light: 'wait' },
  live: { dark: 'air', light: 'air-fill' },
  unsynced: { dark: 'air', light: 'air-fill' },
  unknown: { dark: 'wait', light: 'wait' },
  error: { dark: 'text', light: 'text' },
  stale: { dark: 'text', light: 'text' },
}

/** @param px drawing units per pixel */
export function penFor(tally: Tally, variant: Variant, px: number): Pen {
  if (variant === 'template') return { px, colour: () => BLACK }
  const theme = variant === 'onLight' ? 'light' : 'dark'
  const [colours, token] = [coloursOf(theme), TOKENS[tally][theme]]
  const own: Partial<Record<LampRole | 'tape', string>> = { badge: 'edit', tape: 'rehearse' }
  return { px, colour: (role) => colours(own[role] ?? token) }
}

/**
 * Strokes by role: `least` is the minimum width in pixels, `units` the width in drawing units; `dashes` a dash pattern.
 */
const STROKES: Partial<Record<LampRole, { least: number; units: number; dashes?: string }>> = {
  ring: { least: 1.8, units: 2.4 },
  dashes: { least: 2, units: 2.6, dashes: '7.2 4.36' },
  dots: { least: 1.8, units: 2.2, dashes: '2.8 3.1' },
  line: { least: 1.6, units: 2.2 },
  cut: { least: 2, units: 2.4 },
}
/** Rounds the triangle's corners: it needs no minimum width. */
const ROUNDING = 1.6

/** The stroke's width in units; 0 if a part is only filled. */
export function strokeOf({ role }: LampPart, { px }: Pen): number {
  if (role === 'triangle') return ROUNDING
  const stroke = STROKES[role]
  return stroke ? Math.max(stroke.least * px, stroke.units) : 0
}

/** A part drawn with a stroke of this width, in one colour. */
export function drawn(part: LampPart, colour: string, width: number): string {
  const dashes = STROKES[part.role]?.dashes
  const fill = STROKES[part.role] ? 'none' : colour
  const broken = dashes ? ` stroke-dasharray="${dashes}"` : ' stroke-linecap="round" stroke-linejoin="round"'
  const stroke = width > 0 ? ` stroke="${colour}" stroke-width="${width.toFixed(2)}"${broken}` : ''
  return shape(part, `fill="${fill}"${stroke}`)
}

function shape(part: LampPart, look: string): string {
  if ('path' in part) return `<path d="${part.path}" ${look}/>`
  const [x, y, r] = part.circle
  return `<circle cx="${x}" cy="${y}" r="${r}" ${look}/>`
}
