import type { Core } from '../core.ts'
import { HttpProblem } from '../http/problem.ts'
import { LABEL as OWN_LABEL, removeKeyFile, removeKeyFileOf, writeKeyFile } from '../keyFile.ts'
import { addKey, makeKey } from '../rules/account/keys.ts'
import { find, Refusal } from '../rules/world/find.ts'
import { ACCOUNT } from '../rules/world/world.ts'

/** Where keys are stored and handed over. */
export interface Keyring {
  readonly core: Core
  /** Null keeps everything in memory: no key can be handed over in a file. */
  readonly dataDir: string | null
  /** The file that contains the studio's own key, if it has one. */
  readonly keyFile: string | null
}

/** Creates a key and returns it in the response or, if it is for a user, only in a file. */
export function makeKeyFor(keyring: Keyring, label: string, file: boolean) {
  if (label === OWN_LABEL) {
    throw new Refusal('VALIDATION_ERROR', `label: ${OWN_LABEL} is the studio's own key`, { field: 'label' })
  }
  return file ? createKeyInFile(keyring, label) : createKey(keyring, label)
}

/** Creates a key for a program and returns it. At the limit it replaces an older key of the same label. */
function createKey({ core }: Keyring, label: string) {
  const key = makeKey()
  const id = core.change((draft, moment) => addKey(draft, ACCOUNT, { label, key, inFile: false }, moment))
  return { id, key, file: null }
}

/** Creates a key for a user and writes it to a file. It is never revoked to make space for another key. */
function createKeyInFile({ core, dataDir }: Keyring, label: string) {
  if (dataDir === null) {
    throw new Refusal('VALIDATION_ERROR', 'file: this studio keeps everything in memory', { field: 'file' })
  }
  const key = makeKey()
  const id = core.change((draft, moment) => addKey(draft, ACCOUNT, { label, key, inFile: true }, moment))
  try {
    return { id, key: null, file: writeKeyFile(dataDir, { id, label }, key) }
  } catch (error) {
    // The key was not handed over and never will be.
    core.change((draft) => {
      delete draft.keys[id]
    })
    throw error
  }
}

/** Revokes one key: from the next request on it is refused. */
export function revokeKey({ core, dataDir, keyFile }: Keyring, keyId: string) {
  const key = find(core.read().keys, keyId)
  if (!key) throw new HttpProblem(404, 'KEY_NOT_FOUND', `There is no key ${keyId}. It may have been revoked already.`)
  core.change((draft) => {
    delete draft.keys[keyId]
  })
  if (dataDir !== null) removeKeyFile(dataDir, key)
  if (keyFile !== null) removeKeyFileOf(keyFile, key.hash)
  return { label: key.label }
}
