/** What nobody caught: it is written down, and Cuelight starts again and finds the show. */
import { CHROMIUM_NEEDS, lastingProgram, type Started } from '../../app/arguments.ts'

/** Since when (wall ms) a Cuelight runs that was started in the place of one that failed. */
const RESTARTED = 'CUELIGHT_RESTARTED_AT'
/** One that fails again within this time, in ms, is not started a second time: it would go on like that for ever. */
const AGAIN_MS = 10_000

export interface FaultsOptions {
  now: () => number
  env: NodeJS.ProcessEnv
  log: (line: string) => void
  /** Starts this program anew once this one has ended. */
  relaunch: () => void
  /** Ends this one at once. */
  exit: (code: number) => void
}

/**
 * Electron, left to itself, stops all of us behind a box until somebody presses OK, and goes on half-broken (electron 45:
 * lib/browser/init.ts): meanwhile no key and no reading works. What was sent is in the journal, so a new start finds the
 * show as after a crash.
 */
export function createFaults({ now, env, log, relaunch, exit }: FaultsOptions) {
  const restartedAt = Number(env[RESTARTED] ?? Number.NaN)
  delete env[RESTARTED]
  let failed = false
  return {
    /** Was this Cuelight started in the place of one that failed? */
    isRestarted: Number.isFinite(restartedAt),
    onFault(error: unknown): void {
      if (failed) return
      failed = true
      const said = error instanceof Error ? error.stack : String(error)
      const tooSoon = now() - restartedAt < AGAIN_MS
      try {
        log(`a fault of our own that nobody caught: ${said}`)
        log(tooSoon ? 'it is the second within 10 s: Cuelight ends' : 'Cuelight starts again')
      } finally {
        if (!tooSoon) {
          env[RESTARTED] = String(now())
          relaunch()
        }
        exit(1)
      }
    },
  }
}

/**
 * What starts this very program again. What starts an AppImage puts Chromium's switches there itself; and a key that was
 * piped in is not piped in again.
 */
export function againAs(started: Pick<NodeJS.Process, 'argv' | 'execPath' | 'env'> & Started) {
  const { argv, env } = started
  const isPiped = (arg: string, at: number) =>
    arg === '--key-file=-' ||
    (arg === '--key-file' && argv[at + 1] === '-') ||
    (arg === '-' && argv[at - 1] === '--key-file')
  const args = argv.filter(
    (arg, at) => at > 0 && !(env.APPIMAGE && CHROMIUM_NEEDS.includes(arg)) && !isPiped(arg, at),
  )
  return { execPath: lastingProgram(started), args }
}
