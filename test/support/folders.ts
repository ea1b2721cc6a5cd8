/** Folders of tests, for whoever removes them once a file's tests are over. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made: string[] = []

/** A new folder in the system's temporary one. Under Vitest it is removed after the file's last test, unless one failed. */
export function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'cuelight-test-'))
  made.push(dir)
  return dir
}

/** Removes every folder made by now. */
export function removeFolders(): void {
  for (const dir of made.splice(0)) {
    try {
      rmSync(dir, { recursive: true, force: true, maxRetries: 2 })
    } catch {
      // A process that a test has killed may still be writing there: a folder left over must not fail a test.
    }
  }
}
