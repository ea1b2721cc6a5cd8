import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'
import { parseJson } from '../../../shared/util/json.ts'
import { clearLeftovers } from '../../util/tempFiles.ts'
import { readTextIfAny } from '../../util/textFile.ts'
import type { Place } from './geometry.ts'

export interface PlacesFile {
  /** Where a window was with these displays, or else where it was last; null: it never was anywhere. */
  get(room: string, window: string): Place | null
  /** Remembered at once, and on disk once `written`. */
  set(room: string, window: string, place: Place): void
  written(): Promise<void>
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
export function openPlaces(dataDir: string, log: (line: string) => void): PlacesFile {
  const path = join(dataDir, 'windows.json')
  clearLeftovers(path)
  let rooms = read(path, log)
  let last: Promise<unknown> = Promise.resolve()
  return {
    get(room, window) {
      const here = rooms.find(({ name }) => name === room)?.windows[window]
      return here ?? rooms.findLast(({ windows }) => windows[window])?.windows[window] ?? null
    },
    set(room, window, place) {
      const before = rooms.find(({ name }) => name === room)
      const others = rooms.filter((one) => one !== before).slice(-(MOST - 1))
      rooms = [...others, { name: room, windows: { ...before?.windows, [window]: place } }]
      last = writeFileAtomic(path, `${JSON.stringify({ version: 1, rooms })}\n`, { mode: 0o600 }).catch((error) =>
        log(`where the windows are could not be kept: ${error}`),
      )
    },
    async written() {
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
