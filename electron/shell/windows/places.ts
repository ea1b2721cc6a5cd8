/** Where windows go: to where they were, beside the tray's icon, or near the middle of what is looked at. */

import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'
import { parseJson } from '../../../shared/util/json.ts'
import { clearTempFiles } from '../../util/tempFiles.ts'
import { readTextIfAny } from '../../util/textFile.ts'
import { type Display, type Displays, displayOf, inset, middleOf, type Place, type Size, within } from './geometry.ts'

/** The name of a set of displays. Ids of displays are other ones after each start on some systems: they are left out. */
export function displayKey(displays: readonly Display[]): string {
  const parts = displays.map(({ bounds: { x, y, width, height } }) => `${x},${y},${width}x${height}`)
  return parts.toSorted().join(' ')
}

/**
 * Where a window opens: as it was, moved to a display that is there, and neither larger than that nor smaller than its
 * page is made for. Nothing remembered: the middle of the primary display.
 */
export function placeFor(kept: Place | null, displays: Displays, usual: Size, least: Size): Place {
  if (kept === null) return inTheMiddle(displays[0].workArea, usual)
  const size = { width: Math.max(kept.width, least.width), height: Math.max(kept.height, least.height) }
  return within({ ...kept, ...size }, displayOf(kept, displays).workArea)
}

function inTheMiddle(area: Place, { width, height }: Size): Place {
  const [x, y] = middleOf(area)
  return within({ width, height, x: x - width / 2, y: y - height / 2 }, area)
}

const GAP = 8

/**
 * Where the quick panel goes: beside the tray's icon, on the side of the display's middle, whole on its work area.
 *
 * @param icon where the tray's icon is; null or empty where the system does not say: then the corner where trays are
 */
export function besideTray(icon: Place | null, displays: Displays, size: Size): Place {
  const isKnown = icon !== null && icon.width > 0 && icon.height > 0
  const display = isKnown ? displayOf(icon, displays) : displays[0]
  const spot = isKnown ? icon : trayCorner(display)
  const [x, y] = middleOf(spot)
  const isUpper = y < middleOf(display.bounds)[1]
  const place = {
    ...size,
    x: x - size.width / 2,
    y: isUpper ? spot.y + spot.height + GAP : spot.y - size.height - GAP,
  }
  // Beside a bar that stands upright the work area alone keeps the panel from lying on it.
  return within(place, inset(display.workArea, GAP))
}

/** The right end of the bar, which is taken to be where the work area leaves more room. */
function trayCorner({ bounds, workArea }: Display): Place {
  const above = workArea.y - bounds.y
  const below = bounds.y + bounds.height - (workArea.y + workArea.height)
  const y = below > above ? bounds.y + bounds.height : bounds.y
  return { x: bounds.x + bounds.width, y, width: 0, height: 0 }
}

/** The overlay: in the middle, near the lower edge. Out of the way of what is worked on, and in the eye. */
export function overlayPlace({ workArea: area }: Display, size: Size): Place {
  const [x] = middleOf(area)
  const y = area.y + area.height - size.height - area.height / 12
  return within({ ...size, x: x - size.width / 2, y }, area)
}

const Kept = z.object({
  version: z.literal(1),
  /** By the displays there were, the newest last: other displays are another room. */
  rooms: z.array(
    z.object({
      name: z.string(),
      windows: z.record(
        z.string(),
        z.object({ x: z.number(), y: z.number(), width: z.number().positive(), height: z.number().positive() }),
      ),
    }),
  ),
})
type Rooms = z.output<typeof Kept>['rooms']

/** The most rooms remembered. */
const MOST = 20

/** Where windows were, kept in the data dir. It is a convenience: what cannot be read or written is logged, and that is all. */
export function openPlaces(dataDir: string, log: (line: string) => void) {
  const path = join(dataDir, 'windows.json')
  clearTempFiles(path)
  let rooms = read(path, log)
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** Where a window was with these displays, or else where it was last; null: it never was anywhere. */
    get(room: string, window: string): Place | null {
      const here = rooms.find(({ name }) => name === room)?.windows[window]
      return here ?? rooms.findLast(({ windows }) => windows[window])?.windows[window] ?? null
    },
    /** Remembered at once, and on disk once `written`. */
    set(room: string, window: string, place: Place) {
      const before = rooms.find(({ name }) => name === room)
      const others = rooms.filter((one) => one !== before).slice(-(MOST - 1))
      rooms = [...others, { name: room, windows: { ...before?.windows, [window]: place } }]
      last = writeFileAtomic(path, `${JSON.stringify({ version: 1, rooms })}\n`, { mode: 0o600 }).catch((error) =>
        log(`where the windows are could not be kept: ${error}`),
      )
    },
    async written(): Promise<void> {
      await last
    },
  }
}

function read(path: string, log: (line: string) => void): Rooms {
  try {
    const text = readTextIfAny(path)
    if (text === null) return []
    const parsed = Kept.safeParse(parseJson(text))
    if (parsed.success) return parsed.data.rooms
    log(`${path} does not say where the windows were: they open at their usual places`)
  } catch (error) {
    log(`where the windows were could not be read: ${error}`)
  }
  return []
}
