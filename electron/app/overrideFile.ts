import { readFileSync, statSync } from 'node:fs'
import { type Override, readOverride } from '../../shared/contract/override.ts'
import { parseJson } from '../../shared/util/json.ts'
import { OVERRIDE_PROBLEMS } from '../../shared/words/outcomes/disk.ts'

export interface OverrideFile {
  readonly file: string
  /** Null: the contract is used unchanged. */
  readonly override: Override | null
  /** Why the file is not in force; null if it is, or if there is no file. */
  readonly problem: string | null
}

const MOST_BYTES = 256 * 1024

/**
 * Reads the override file; it is applied as a whole or not at all.
 *
 * @param asked the user named this file, so its absence is a problem too
 */
export function readOverrideFile(file: string, asked = false): OverrideFile {
  const none = (problem: string | null) => ({ file, override: null, problem })
  try {
    const status = statSync(file)
    if (!status.isFile()) return none(OVERRIDE_PROBLEMS.noFile)
    if (status.size > MOST_BYTES) return none(OVERRIDE_PROBLEMS.tooLarge(MOST_BYTES))
    const read = parseOverride(readFileSync(file))
    return typeof read === 'string' ? none(read) : { file, override: read, problem: null }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code === 'ENOENT') return none(asked ? OVERRIDE_PROBLEMS.notThere : null)
    return none(OVERRIDE_PROBLEMS.unreadable(String(error.code)))
  }
}

/** The override, or a description of what is wrong with it. */
function parseOverride(bytes: Uint8Array): Override | string {
  const text = textOf(bytes)
  if (text === null) return OVERRIDE_PROBLEMS.notText
  const json = parseJson(text)
  if (json === undefined) return OVERRIDE_PROBLEMS.notJson
  const read = readOverride(json)
  return 'override' in read ? read.override : OVERRIDE_PROBLEMS.invalid(read.invalid)
}

/** Editors on Windows start a file with a byte order mark: the decoder removes it. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
