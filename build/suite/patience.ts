/**
 * How long a test waits for anything, in ms. It ends hung tests and measures nothing, so there is one for all, long
 * enough for a busy machine; `expect.poll` uses it by default. A shorter one would fail because of the machine.
 */
export const PATIENCE_MS = 30_000

/** The same for tests that poll explicitly. */
export const WAIT = { timeout: PATIENCE_MS, interval: 20 }
