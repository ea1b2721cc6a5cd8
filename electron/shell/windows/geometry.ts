/** Rectangles on the desktop, in device-independent pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}
export interface Place extends Size {
  readonly x: number
  readonly y: number
}

export interface Display {
  /** The whole display. */
  readonly bounds: Place
  /** Without task bars, docks and menu bars. */
  readonly workArea: Place
}

/** At least one display; the first is the primary one. */
export type Displays = readonly [Display, ...Display[]]

/** The display that contains the middle of a place, otherwise the nearest one. */
export function displayOf(place: Place, displays: Displays): Display {
  const [x, y] = middleOf(place)
  return displays.reduce((best, one) => (apart(x, y, one.bounds) < apart(x, y, best.bounds) ? one : best))
}

/**
 * Moves the place, and shrinks it if necessary, so that it lies completely within an area. Whole numbers: the system
 * accepts no others.
 */
export function within(place: Place, area: Place): Place {
  const width = Math.min(Math.round(place.width), area.width)
  const height = Math.min(Math.round(place.height), area.height)
  return {
    width,
    height,
    x: clamp(Math.round(place.x), area.x, area.x + area.width - width),
    y: clamp(Math.round(place.y), area.y, area.y + area.height - height),
  }
}

export function middleOf({ x, y, width, height }: Place): [number, number] {
  return [x + width / 2, y + height / 2]
}

/** The area reduced by a margin on each side. */
export function inset({ x, y, width, height }: Place, margin: number): Place {
  return { x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin }
}

/** The squared distance of a point from a rectangle; 0 inside it. */
function apart(x: number, y: number, { x: left, y: top, width, height }: Place): number {
  const across = x - clamp(x, left, left + width)
  const down = y - clamp(y, top, top + height)
  return across * across + down * down
}

const clamp = (value: number, from: number, to: number) => Math.max(from, Math.min(value, to))
