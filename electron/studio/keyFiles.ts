import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'

/** A key whose file is meant: the key itself is nobody's but the file's. */
interface Named {
  readonly id: string
  readonly label: string
}

/** The file a key is handed over in: in the data dir's `keys/`, named by label and id in characters safe anywhere. */
export function keyFileOf(dataDir: string, { id, label }: Named): string {
  const name = label.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return join(dataDir, 'keys', `${name || 'key'}-${id}.key`)
}

/** Writes a key to its file, for its user only, and answers where that is. */
export function writeKeyFile(dataDir: string, named: Named, key: string): string {
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 })
  const file = keyFileOf(dataDir, named)
  writeFileAtomic.sync(file, `${key}\n`, { mode: 0o600 })
  return file
}

/** Takes a key's file away, if it has one. */
export function removeKeyFile(dataDir: string, named: Named): void {
  rmSync(keyFileOf(dataDir, named), { force: true })
}
