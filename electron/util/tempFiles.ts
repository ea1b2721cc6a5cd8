import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Takes away what write-file-atomic left beside a file when its process was killed: each has a number of its own, so
 * they would grow without end. For whoever holds the lock of the data dir, before the first writing.
 */
export function clearTempFiles(path: string): void {
  const dir = dirname(path)
  const isLeftover = (name: string) => name.startsWith(`${basename(path)}.`) && /\.\d+$/.test(name)
  for (const name of readdirSync(dir).filter(isLeftover)) rmSync(join(dir, name), { force: true })
}
