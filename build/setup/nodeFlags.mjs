/**
 * How Node runs the core. It is nearly always idle, so the compilers would cost more memory than the time they save:
 * without them, with a small young generation and a malloc that returns memory (glibc), it needs some 35 MB less; the
 * bench measures command latency with these flags too. SQLite is still experimental in Node 24, and its warning would
 * be the first thing a user reads. SIGUSR1 opens no debugger: any user of the machine could read a key through it.
 */
export const nodeFlags = [
  '--disable-warning=ExperimentalWarning',
  '--disable-sigusr1',
  '--max-semi-space-size=1',
  '--max-lazy',
  '--no-opt',
  '--no-maglev',
  '--no-sparkplug',
  '--optimize-for-size',
]

/** Only glibc's malloc reads these: one arena, and free memory is returned to the system. */
export const nodeEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_TOP_PAD_: '16384',
}
