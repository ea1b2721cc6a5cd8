import type { Core } from '../core.ts'
import { HttpProblem } from '../http/problem.ts'
import { LABEL as OWN_LABEL, removeKeyFile, removeKeyFileOf, writeKeyFile } from '../keyFile.ts'
import { find, Refusal } from '../rules/find.ts'
import { addKey, makeKey } from '../rules/keys.ts'
import { ACCOUNT } from '../rules/world.ts'

/** Where keys are kept and handed over. */
export interface Keyring {
  readonly core: Core
  /** Null keeps everything in memory: nothing can be handed over in a file. */
  readonly dataDir: string | null
  /** The file that holds the studio's own key, if it has one. */
  readonly keyFile: string | null
}

/** A key for whoever asks: told in the answer or, for a person, in a file only. */
export function makeKeyFor(keyring: Keyring, label: string, file: boolean) {
  if (label === OWN_LABEL) {
    throw new Refusal('VALIDATION_ERROR', `label: ${OWN_LABEL} is the studio's own key`, { field: 'label' })
  }
  return file ? createKeyInFile(keyring, label) : createKey(keyring, label)
}

/** Makes a key for a program, which gets it in the answer. Older ones of its label make room. */
function createKey({ core }: Keyring, label: string) {
  const key = makeKey()
  const id = core.change((draft, moment) => addKey(draft, ACCOUNT, { label, key, inFile: false }, moment))
  return { id, key, file: null }
}

/** Makes a key for a person, who finds it in a file; no other key makes room for it. */
function createKeyInFile({ core, dataDir }: Keyring, label: string) {
  if (dataDir === null) {
    throw new Refusal('VALIDATION_ERROR', 'file: this studio keeps everything in memory', { field: 'file' })
  }
  const key = makeKey()
  const id = core.change((draft, moment) => addKey(draft, ACCOUNT, { label, key, inFile: true }, moment))
  try {
    return { id, key: null, file: writeKeyFile(dataDir, { id, label }, key) }
  } catch (error) {
    // Nobody has it and nobody will.
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
