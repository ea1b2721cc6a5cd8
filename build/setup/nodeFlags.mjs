/**
 * How Node runs the core. It is nearly always idle, so the compilers would cost more memory than the time they save:
 * without them, with a small young heap and a malloc that gives back (glibc), it stays some 35 MB smaller, and the bench
 * measures the way to the wire like this too. SQLite is still marked experimental in Node 24; its warning would be the
 * first thing a user reads. A signal opens no debugger: any user of the machine could read a key through it.
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

/** Read by glibc's malloc, and by nothing elsewhere: one arena, and what is free goes back to the system. */
export const nodeEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_TOP_PAD_: '16384',
}
