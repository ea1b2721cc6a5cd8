import * as z from 'zod'

const Place = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
/** A rectangle in device-independent pixels. */
export type Place = z.output<typeof Place>

/** Where windows were, by the displays there were: another set of displays is another room. */
const Places = z.record(z.string(), z.record(z.string(), Place))
export type Places = z.output<typeof Places>

/** Reads what was kept; whatever is not places is none. */
export function readPlaces(value: unknown): Places {
  const parsed = Places.safeParse(value)
  return parsed.success ? parsed.data : {}
}

export interface Display {
  readonly id: number
  /** Without task bars. */
  readonly workArea: Place
}

/** The name of a set of displays. */
export function roomOf(displays: readonly Display[]): string {
  const parts = displays.map(({ workArea: { x, y, width, height } }) => `${x},${y},${width}x${height}`)
  return parts.toSorted().join(' ')
}

interface Size {
  width: number
  height: number
}

/** A remembered place as it fits the displays there are now; null where nothing of it could be seen. */
export function fitted(place: Place, displays: readonly Display[], least: Size): Place | null {
  const display = displays.find(({ workArea }) => overlap(place, workArea) >= SEEN)
  if (!display) return null
  const area = display.workArea
  const width = clamp(place.width, Math.min(least.width, area.width), area.width)
  const height = clamp(place.height, Math.min(least.height, area.height), area.height)
  return {
    width,
    height,
    x: clamp(place.x, area.x, area.x + area.width - width),
    y: clamp(place.y, area.y, area.y + area.height - height),
  }
}

/** So much of a window (px²) must be on a display for it to be found there. */
const SEEN = 100 * 100
const GAP = 8

/**
 * Where the quick panel goes: beside the tray's icon, on the side of the screen's middle, whole on its display.
 *
 * @param icon where the tray's icon is; null or empty where the platform does not say: then the corner where trays are
 */
export function besideTray(icon: Place | null, display: Display, size: Size): Place {
  const { workArea: area } = display
  const spot = icon && icon.width > 0 ? icon : cornerOf(area)
  const below = spot.y + spot.height / 2 < area.y + area.height / 2
  const x = spot.x + spot.width / 2 - size.width / 2
  const y = below ? spot.y + spot.height + GAP : spot.y - size.height - GAP
  return {
    ...size,
    x: Math.round(clamp(x, area.x + GAP, area.x + area.width - size.width - GAP)),
    y: Math.round(clamp(y, area.y + GAP, area.y + area.height - size.height - GAP)),
  }
}

/** The overlay: in the middle, near the lower edge. Out of the way of what is worked on, and in the eye. */
export function overlayPlace({ workArea: area }: Display, size: Size): Place {
  return {
    ...size,
    x: Math.round(area.x + (area.width - size.width) / 2),
    y: Math.round(area.y + area.height - size.height - area.height / 12),
  }
}

const cornerOf = (area: Place): Place => ({ x: area.x + area.width, y: area.y, width: 0, height: 0 })

function overlap(one: Place, other: Place): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.max(0, width) * Math.max(0, height)
}

const clamp = (value: number, from: number, to: number) => Math.max(from, Math.min(value, Math.max(from, to)))
