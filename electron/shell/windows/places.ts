/** The positions of windows: where they were, beside the tray's icon, or near the middle of the display in use. */

import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'
import { parseJson } from '../../../shared/util/json.ts'
import { clearTempFiles } from '../../util/tempFiles.ts'
import { readTextIfAny } from '../../util/textFile.ts'
import { type Display, type Displays, displayOf, inset, middleOf, type Place, type Size, within } from './geometry.ts'

/** A name for a set of displays. Without their ids, which change after each start on some systems. */
export function displayKey(displays: readonly Display[]): string {
  const parts = displays.map(({ bounds: { x, y, width, height } }) => `${x},${y},${width}x${height}`)
  return parts.toSorted().join(' ')
}

/**
 * Where a window opens: where it was, moved to an existing display, not larger than that display and not smaller than
 * its page's minimum size. If nothing is stored: the middle of the primary display.
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
 * The position of the quick panel: beside the tray's icon, toward the middle of the display, completely within its work
 * area.
 *
 * @param icon the position of the tray's icon; null or empty if the system does not report it: then the corner where
 * trays usually are
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
  // Beside a vertical bar, only the work area keeps the panel from covering it.
  return within(place, inset(display.workArea, GAP))
}

/** The right end of the bar, which is assumed to be on the side where the work area leaves more space. */
function trayCorner({ bounds, workArea }: Display): Place {
  const above = workArea.y - bounds.y
  const below = bounds.y + bounds.height - (workArea.y + workArea.height)
  const y = below > above ? bounds.y + bounds.height : bounds.y
  return { x: bounds.x + bounds.width, y, width: 0, height: 0 }
}

/** The overlay: in the middle, near the lower edge. Clearly visible, but out of the way of the user's work. */
export function overlayPlace({ workArea: area }: Display, size: Size): Place {
  const [x] = middleOf(area)
  const y = area.y + area.height - size.height - area.height / 12
  return within({ ...size, x: x - size.width / 2, y }, area)
}

const Kept = z.object({
  version: z.literal(1),
  /** By set of displays, the newest last: window positions depend on the displays. */
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

/** The most sets of displays that are remembered. */
const MOST = 20

/** The positions of windows, stored in the data dir. Only a convenience: read and write errors are just logged. */
export function openPlaces(dataDir: string, log: (line: string) => void) {
  const path = join(dataDir, 'windows.json')
  clearTempFiles(path)
  let rooms = read(path, log)
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** The window's position with these displays, otherwise its last one; null: it has never been open. */
    get(room: string, window: string): Place | null {
      const here = rooms.find(({ name }) => name === room)?.windows[window]
      return here ?? rooms.findLast(({ windows }) => windows[window])?.windows[window] ?? null
    },
    /** Takes effect at once, and is on the disk after `written`. */
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
