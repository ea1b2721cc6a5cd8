/** What nobody caught: it is written down, and Cuelight starts again and finds the show. */
import { CHROMIUM_NEEDS, type Started } from '../../app/arguments.ts'

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
 * What starts this very program again. An AppImage and a portable program run from a place that goes with them, so they
 * themselves are named; what starts an AppImage puts Chromium's switches there itself.
 */
export function againAs({ argv, execPath, env }: Pick<NodeJS.Process, 'argv' | 'execPath' | 'env'> & Started) {
  const whole = env.APPIMAGE || env.PORTABLE_EXECUTABLE_FILE
  const args = argv.slice(1).filter((arg) => !(env.APPIMAGE && CHROMIUM_NEEDS.includes(arg)))
  return { execPath: whole || execPath, args }
}
