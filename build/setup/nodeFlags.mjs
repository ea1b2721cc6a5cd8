/**
 * How Node runs the core. It is nearly always idle, so the optimising compilers would cost more memory than the time
 * they save: without them, and with a small young heap, it stays some 25 MB smaller, and the bench's figures for the
 * way to the wire are measured like this too. SQLite is still marked experimental in Node 24; its warning would be the
 * first thing a user reads.
 */
export const nodeFlags = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=1',
  '--max-lazy',
  '--no-opt',
  '--no-maglev',
]
