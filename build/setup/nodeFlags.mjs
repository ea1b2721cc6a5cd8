/**
 * How Node runs the core. It is nearly always idle, so the compilers would cost more memory than the time they save:
 * without them, with a small young heap and one arena for malloc (glibc), it stays some 30 MB smaller, and the bench
 * measures the way to the wire like this too. SQLite is still marked experimental in Node 24; its warning would be the
 * first thing a user reads.
 */
export const nodeFlags = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=1',
  '--max-lazy',
  '--no-opt',
  '--no-maglev',
  '--no-sparkplug',
  '--optimize-for-size',
]

/** Read by glibc's malloc, and by nothing elsewhere. */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '1' }
