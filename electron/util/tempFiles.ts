import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Takes away what write-file-atomic left beside a file when its process was killed in the middle of a writing: each has
 * a number of its own behind the file's name, so nobody ever writes over it and they grow without end. For whoever holds
 * the lock of the data dir, before the first writing. The dir has to be there.
 */
export function clearTempFiles(path: string): void {
  const dir = dirname(path)
  const isLeftover = (name: string) => name.startsWith(`${basename(path)}.`) && /\.\d+$/.test(name)
  for (const name of readdirSync(dir).filter(isLeftover)) rmSync(join(dir, name), { force: true })
}
