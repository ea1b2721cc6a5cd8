import writeFileAtomic from 'write-file-atomic'
import { HANDOUTS, type Handout } from '../../../shared/bridge/bridge.ts'
import type { SaveAnswer } from '../../../shared/bridge/shellBridge.ts'
import { fileNotSaved, SAVE_WORDS } from '../../../shared/words/setup.ts'
import type { Handouts } from '../../remote/downloads.ts'

/** What a page asked to have saved, when it is a file that is handed out here; else null. */
export function handoutNamed(asked: unknown, handouts: Handouts): Handout | null {
  if (typeof asked !== 'string' || !Object.hasOwn(HANDOUTS, asked)) return null
  const name = asked as Handout
  return handouts[name] ? name : null
}

export interface Saving {
  handouts: Handouts
  /** Which one, where there are several. */
  about?: string | null
  /** Asks where a file goes; null: the person changed their mind. */
  askWhere: (file: string) => Promise<string | null>
  log: (line: string) => void
}

/** Asks the person where to, and writes the file for their eyes only, whole or not at all. */
export async function saveHandout(
  name: Handout,
  { handouts, about = null, askWhere, log }: Saving,
): Promise<SaveAnswer> {
  try {
    const path = await askWhere(HANDOUTS[name].file)
    if (path === null) return { result: 'left' }
    // Made only now: it shall say how things stand when it is saved.
    const content = await handouts[name]?.(about)
    if (content === null) return { result: 'failed', why: SAVE_WORDS.gone }
    if (content !== undefined) await writeFileAtomic(path, Buffer.from(content), { mode: 0o600 })
    return { result: 'saved' }
  } catch (error) {
    log(`${HANDOUTS[name].file} could not be saved: ${error}`)
    return { result: 'failed', why: fileNotSaved(error instanceof Error ? error.message : String(error)) }
  }
}
