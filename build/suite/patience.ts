/**
 * How long a test waits for anything, in ms. It ends what hangs and measures nothing, so there is one for all, long enough
 * for a machine that is busy with something else; `expect.poll` has it by itself. A shorter one fails for the machine's sake.
 */
export const PATIENCE_MS = 30_000

/** The same for whoever asks by hand. */
export const WAIT = { timeout: PATIENCE_MS, interval: 20 }
