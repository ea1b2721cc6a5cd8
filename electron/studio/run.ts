import { KEY_PREFIX } from '../../shared/contract/limits.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { describeDiskError } from '../../shared/words/outcomes/disk.ts'
import { type Lock, takeLock } from '../core/files/lock.ts'
import { sleep, systemClock } from '../util/time.ts'
import { patienceWith, readAddress, removeAddress, type StudioAddress } from './address.ts'
import { type CommandLine, readCommandLine, USAGE, UsageError } from './options.ts'
import { type Surroundings, serveUntilEnd } from './serve.ts'
import { isFull } from './storage/storage.ts'

/** How long to wait for a studio that is just starting or ending, and shows no progress, in ms. */
const PATIENCE_MS = 5_000

/** Runs the studio until it is asked to end, and returns the exit code. */
export async function runStudio(surroundings: Surroundings, clock: Clock = systemClock): Promise<number> {
  try {
    const key = takeKey(surroundings.env)
    const line = readCommandLine(surroundings.args)
    if (line.help) {
      surroundings.say(USAGE)
      return 0
    }
    return await runLocked(line, key, surroundings, clock)
  } catch (error) {
    surroundings.complain(wordsFor(error))
    return error instanceof UsageError ? 2 : 1
  }
}

function takeKey(env: NodeJS.ProcessEnv): string | null {
  const key = env.CUELIGHT_API_KEY
  delete env.CUELIGHT_API_KEY
  if (key && !key.startsWith(KEY_PREFIX)) throw new UsageError(`CUELIGHT_API_KEY must begin with ${KEY_PREFIX}.`)
  return key || null
}

/**
 * Allows one studio per data dir. If the lock is taken, we print where the other studio is. One that is about to start
 * has not published its address yet, and one that is about to end will release the lock, so both are waited for.
 */
async function runLocked(
  line: CommandLine,
  key: string | null,
  surroundings: Surroundings,
  clock: Clock,
): Promise<number> {
  const goesOn = patienceWith(line.dataDir, clock, PATIENCE_MS)
  let taken = 0
  while (goesOn()) {
    const lock = takeLock(line.dataDir, 'studio')
    if (lock) return await runHolding(lock, line, key, surroundings)
    // The first time, it may be a process that only checks whether the lock is taken.
    taken += 1
    const address = readAddress(line.dataDir)
    if (address && taken > 1) return pointTo(address, surroundings)
    await sleep(clock, 50)
  }
  throw new Error(`another process holds ${line.dataDir}, but does not say where its studio is.`)
}

async function runHolding(lock: Lock, line: CommandLine, key: string | null, surroundings: Surroundings) {
  try {
    // A crash may have left an address behind: no client must wait for that studio.
    removeAddress(line.dataDir)
    await serveUntilEnd(line, key, surroundings)
    return 0
  } finally {
    lock.release()
  }
}

function pointTo({ pid, baseUrl }: StudioAddress, { say }: Surroundings): number {
  say(`The studio of this data dir runs already (process ${pid}).`)
  say(`Base URL: ${baseUrl}`)
  return 0
}

/** For a usage error the message comes last, after the usage text, where it is seen. */
function wordsFor(error: unknown): string {
  if (error instanceof UsageError) return `${USAGE}\n${error.message}`
  if (isFull(error)) return 'The studio cannot run: the disk of its data is full. Make room, and start it again.'
  return `The studio cannot run: ${describeDiskError(error)}`
}
