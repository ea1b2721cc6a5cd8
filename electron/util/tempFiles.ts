import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Removes the files that write-file-atomic left beside a file when its process was killed: each has its own number, so
 * they would pile up forever. The caller must hold the lock of the data dir and call this before its first write.
 */
export function clearTempFiles(path: string): void {
  const dir = dirname(path)
  const isLeftover = (name: string) => name.startsWith(`${basename(path)}.`) && /\.\d+$/.test(name)
  for (const name of readdirSync(dir).filter(isLeftover)) rmSync(join(dir, name), { force: true })
}
