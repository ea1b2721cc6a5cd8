/** Handles uncaught errors: logs them and restarts Cuelight, which then finds the show again. */
import { CHROMIUM_NEEDS, lastingProgram, type Started } from '../../app/arguments.ts'

/** The environment variable with the time (wall ms) at which Cuelight was restarted after a fault. */
const RESTARTED = 'CUELIGHT_RESTARTED_AT'
/** In ms: a Cuelight that fails again within this time is not restarted, because that would go on forever. */
const AGAIN_MS = 10_000

export interface FaultsOptions {
  now: () => number
  env: NodeJS.ProcessEnv
  log: (line: string) => void
  /** Starts this program again once this process has ended. */
  relaunch: () => void
  /** Ends this process at once. */
  exit: (code: number) => void
}

/**
 * By default Electron blocks everything behind a dialog until someone presses OK, and then goes on in a broken state
 * (electron 45: lib/browser/init.ts): meanwhile no key and no reading works. Everything sent is in the journal, so a
 * new start finds the show as after a crash.
 */
export function createFaults({ now, env, log, relaunch, exit }: FaultsOptions) {
  const restartedAt = Number(env[RESTARTED] ?? Number.NaN)
  delete env[RESTARTED]
  let failed = false
  return {
    /** Was this Cuelight restarted after a fault? */
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
 * What starts this program again. The AppImage launcher adds Chromium's switches itself; and a piped key cannot be
 * piped in again.
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
