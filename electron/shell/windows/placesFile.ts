import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { parseJson } from '../../../shared/json.ts'
import type { PageName } from '../../../shared/shellBridge.ts'
import { readTextIfAny } from '../../core/textFile.ts'
import { type Place, readPlaces } from './places.ts'

export interface PlacesFile {
  get(room: string, page: PageName): Place | null
  set(room: string, page: PageName, place: Place): void
}

/** The most rooms remembered. */
const MOST = 20

/** Where windows were, kept in the data dir. It is a convenience: one that cannot be read or written is only logged. */
export function openPlaces(dataDir: string, log: (line: string) => void): PlacesFile {
  const path = join(dataDir, 'windows.json')
  let held = readPlaces(parseJson(readTextIfAny(path) ?? '{}'))
  return {
    get: (room, page) => held[room]?.[page] ?? null,
    set(room, page, place) {
      const { [room]: before, ...others } = held
      const kept = Object.entries(others).slice(-(MOST - 1))
      held = { ...Object.fromEntries(kept), [room]: { ...before, [page]: place } }
      writeFileAtomic(path, `${JSON.stringify(held)}\n`).catch((error) =>
        log(`${path} could not be written: ${error}`),
      )
    },
  }
}
