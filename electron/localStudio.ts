import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../shared/clock.ts'
import { connectService } from './connectService.ts'
import type { Core } from './core/core.ts'
import { defaultDataDir } from './core/dataDir.ts'
import { sleep } from './core/time.ts'
import { readAddress, type StudioAddress } from './studio/address.ts'
import { attachOrStart, newKey, quit, summary } from './studio/attach.ts'

interface Place {
  dataDir: string
  clock: Clock
  log: (line: string) => void
}

/**
 * Works with the local studio: the one that runs already, or one started now.
 *
 * @returns what leaves it: a studio we started ends with us unless something is on air on it, for then it goes on
 */
export async function joinLocalStudio(core: Core, place: Place): Promise<() => Promise<void>> {
  try {
    return await attach(core, place)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    place.log(message)
    core.notice('studioFailed', message)
    return async () => {}
  }
}

async function attach(core: Core, place: Place): Promise<() => Promise<void>> {
  const dataDir = studioDir(place.dataDir)
  const command = [process.execPath, ...process.execArgv, studioEntry(), '--data-dir', dataDir, '--port', '0']
  const studio = await attachOrStart({ dataDir, command, clock: place.clock })
  const key = await newKey(studio)
  core.connect(
    connectService({ ...place, id: 'local studio', baseUrl: studio.baseUrl, account: 'local studio', key }),
  )

  return async () => {
    try {
      const { onAir } = await summary(studio)
      if (onAir.length > 0)
        place.log('The local studio goes on: something is on air. Start Cuelight again to control it.')
      else if (studio.started) await quitAndWait(studio, dataDir, place.clock)
    } catch (error) {
      place.log(`The local studio could not be asked what is on air: ${error}`)
    }
  }
}

/** How long a studio with nothing to do may take to end, in ms. */
const QUIT_MS = 3_000

/** Ends the studio, and stays until it is gone: what is started next finds the place free. */
async function quitAndWait(studio: StudioAddress, dataDir: string, clock: Clock): Promise<void> {
  await quit(studio)
  const giveUp = clock.monotonic() + QUIT_MS
  while (readAddress(dataDir)?.pid === studio.pid && clock.monotonic() < giveUp) await sleep(clock, 20)
}

/** The studio beside this app's data; both at their defaults, they share what `npm run studio` uses. */
function studioDir(dataDir: string): string {
  return dataDir === defaultDataDir('cuelight') ? defaultDataDir('cuelight-studio') : join(dataDir, 'studio')
}

/** Beside the bundle, or in the sources when run from them. */
function studioEntry(): string {
  const entry = import.meta.url.endsWith('.ts') ? './studio/main.ts' : './studio.mjs'
  return fileURLToPath(new URL(entry, import.meta.url))
}
