import { copyFileSync, fstatSync, ftruncateSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

const LIMIT_BYTES = 1_000_000

/** Where a studio that the app started says what goes wrong. */
export const logFileIn = (dataDir: string) => join(dataDir, 'studio.log')

/** Opens the log for a studio about to start, for this user only; a long one is put aside, the one before is forgotten. */
export function openLog(dataDir: string): number {
  const file = logFileIn(dataDir)
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LIMIT_BYTES) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
}

/**
 * Puts a long log aside while the studio writes to it, which may be for weeks: it was given the file open, so that is emptied and
 * not replaced. Does nothing where the studio writes elsewhere.
 *
 * @param open what the studio writes to, opened for appending
 */
export function turnOverLog(dataDir: string, open: number): void {
  const file = logFileIn(dataDir)
  try {
    const { size, ino } = fstatSync(open)
    if (size <= LIMIT_BYTES || statSync(file, { throwIfNoEntry: false })?.ino !== ino) return
    copyFileSync(file, `${file}.1`)
    ftruncateSync(open, 0)
  } catch {
    // It grows on: what is to be logged is worth more, and a full disk is no reason to end.
  }
}
