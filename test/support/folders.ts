/** Folders of tests, and their removal after a file's tests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made: string[] = []

/**
 * A new folder in the system's temporary one. Under Vitest it is removed after the file's last test, unless one
 * failed.
 */
export function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'cuelight-test-'))
  made.push(dir)
  return dir
}

/** Removes every folder made so far. @param but `kept`: they stay, for inspection */
export function removeFolders(but: 'kept' | null = null): void {
  const dirs = made.splice(0)
  if (but === 'kept') return
  for (const dir of dirs) {
    try {
      rmSync(dir, { recursive: true, force: true, maxRetries: 2 })
    } catch {
      // A process that a test has killed may still be writing there: a remaining folder must not fail a test.
    }
  }
}
