import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { clearTempFiles } from '../util/tempFiles.ts'
import type { Core } from './core.ts'
import type { Access } from './http/access.ts'
import { addKey, dropKeys, hashKey, makeKey } from './rules/account/keys.ts'
import { ACCOUNT } from './rules/world/world.ts'

/** Label of the key in that file: no other key has it. */
export const LABEL = 'Key file'

/**
 * Makes sure that a file, readable by the user only, contains a key the studio accepts. The studio stores only a hash,
 * so if the file was lost a new key is created and the lost one is revoked.
 */
export function ensureKeyFile(core: Core, access: Access, file: string): void {
  if (existsSync(dirname(file))) clearTempFiles(file)
  const kept = readKey(file)
  if (kept && access(`Bearer ${kept}`)) return
  const key = makeKey()
  core.change((draft, moment) => {
    dropKeys(draft, LABEL)
    addKey(draft, ACCOUNT, { label: LABEL, key, inFile: true }, moment)
  })
  // A crash before this line leaves a key that was never handed over; the next start creates another.
  writeFileAtomic.sync(file, `${key}\n`, { mode: 0o600 })
}

/** Removes the file if it contains the key with that hash, because that key is no longer valid. */
export function removeKeyFileOf(file: string, hash: string): void {
  if (hashKey(readKey(file) ?? '') === hash) rmSync(file, { force: true })
}

function readKey(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

/** Identifies the key a file belongs to, without the key itself. */
interface Named {
  readonly id: string
  readonly label: string
}

/**
 * The file in which a key is handed over: in the data dir's `keys/`, named by label and id in characters that are safe
 * anywhere.
 */
export function keyFileOf(dataDir: string, { id, label }: Named): string {
  const name = label.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return join(dataDir, 'keys', `${name || 'key'}-${id}.key`)
}

/** Writes a key to its file, readable by the user only, and returns the path. */
export function writeKeyFile(dataDir: string, named: Named, key: string): string {
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 })
  const file = keyFileOf(dataDir, named)
  writeFileAtomic.sync(file, `${key}\n`, { mode: 0o600 })
  return file
}

/** Removes a key's file, if it has one. */
export function removeKeyFile(dataDir: string, named: Named): void {
  rmSync(keyFileOf(dataDir, named), { force: true })
}
