import type { Clock } from '../../../shared/util/clock.ts'
import { sleep } from '../../util/time.ts'
import { isStudioAlive, readAddress, type StudioAddress } from '../address.ts'
import { quit, summary } from './attach.ts'

export interface Leaving {
  dataDir: string
  clock: Clock
  log: (line: string) => void
  /** We started it: nobody else waits for it. */
  isOurs: boolean
}

/** How long a studio with nothing to do may take to end, in ms. */
const QUIT_MS = 3_000
const POLL_MS = 20

/** Leaves a studio: ours ends with us, unless something is on air on it; another's is none of our business. */
export async function letGo(studio: StudioAddress, leaving: Leaving): Promise<void> {
  const { dataDir, clock, log, isOurs } = leaving
  if (!isStudioAlive(dataDir)) return
  try {
    const { onAir } = await summary(studio, clock)
    if (onAir.length > 0) log('The local studio goes on: something is on air. Start Cuelight again to control it.')
    else if (isOurs) await quitAndWait(studio, leaving)
  } catch (error) {
    log(`The local studio could not be asked what is on air: ${error}`)
  }
}

/** Stays until it is gone: what is started next finds the place free. */
async function quitAndWait(studio: StudioAddress, { dataDir, clock, log }: Leaving): Promise<void> {
  await quit(studio, clock)
  const isThere = () => readAddress(dataDir)?.adminSecret === studio.adminSecret
  for (const giveUp = clock.monotonic() + QUIT_MS; isThere(); await sleep(clock, POLL_MS)) {
    if (clock.monotonic() < giveUp) continue
    log(`The local studio (process ${studio.pid}) was asked to end, and still runs after ${QUIT_MS} ms.`)
    return
  }
}
