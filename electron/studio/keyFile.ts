import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { clearTempFiles } from '../util/tempFiles.ts'
import type { Core } from './core.ts'
import type { Access } from './http/access.ts'
import { addKey, dropKeys, hashKey, makeKey } from './rules/keys.ts'
import { ACCOUNT } from './rules/world.ts'

/** Label of the key that lies in that file: no other key has it. */
export const LABEL = 'Key file'

/**
 * Makes sure that a file, for its user only, holds a key the studio accepts. The studio keeps but a hash, so a key whose
 * file was lost is made anew and the lost one is no good any more.
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
  // A crash before this leaves a key nobody has; the next start makes another.
  writeFileAtomic.sync(file, `${key}\n`, { mode: 0o600 })
}

/** Takes the file away when the key in it is the one of that hash: it is good for nothing any more. */
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
