const reading = Promise.withResolvers<void>()

/** Resolves when the app's main module has been read, with all that it awaits: Electron is not ready before. */
export const evaluated: Promise<void> = reading.promise

/** Called once, by what loads the app. */
export const wasEvaluated = reading.resolve
