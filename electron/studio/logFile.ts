import { copyFileSync, fstatSync, ftruncateSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

const LIMIT_BYTES = 1_000_000

/** The log file of a studio that the app started. */
export const logFileIn = (dataDir: string) => join(dataDir, 'studio.log')

/** Opens the log, for this user only, for a studio about to start. A long log is first moved aside to `.1`. */
export function openLog(dataDir: string): number {
  const file = logFileIn(dataDir)
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LIMIT_BYTES) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
}

/**
 * Moves a long log aside while the studio is writing to it, which may go on for weeks. The studio was given the open
 * file, so the file is copied and emptied, not replaced. Does nothing if the studio writes elsewhere.
 *
 * @param open the file descriptor the studio writes to, opened for appending
 */
export function turnOverLog(dataDir: string, open: number): void {
  const file = logFileIn(dataDir)
  try {
    const { size, ino } = fstatSync(open)
    if (size <= LIMIT_BYTES || statSync(file, { throwIfNoEntry: false })?.ino !== ino) return
    copyFileSync(file, `${file}.1`)
    ftruncateSync(open, 0)
  } catch {
    // The log keeps growing: the lines to log are worth more, and a full disk is no reason to end.
  }
}
