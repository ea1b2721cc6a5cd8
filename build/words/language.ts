import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LANGUAGE } from '../../shared/words/language.ts'

/** Where English stands, and each other language in a folder of its own, named by its tag. */
export const WORDS = fileURLToPath(new URL('../../shared/words', import.meta.url))

/** In which language something is built. */
export type BuiltLanguage =
  | { words: 'english' }
  | { words: 'translated'; folder: string }
  | { words: 'pseudo'; language: typeof LANGUAGE }

/** Languages that nobody speaks: English made longer, and the same from right to left. */
const PSEUDO: Record<string, typeof LANGUAGE> = {
  'en-XA': { tag: 'en-XA', dir: 'ltr' },
  'ar-XB': { tag: 'ar-XB', dir: 'rtl' },
}

/**
 * The language of that tag.
 *
 * @param tag as in `CUELIGHT_LANGUAGE`: the name of a folder of words, or of a pseudo-locale; English without one
 */
export function languageOf(tag: string | undefined): BuiltLanguage {
  if (!tag || tag === 'en') return { words: 'english' }
  const language = PSEUDO[tag]
  if (language) return { words: 'pseudo', language }
  const folder = join(WORDS, tag)
  if (!/^[A-Za-z0-9-]+$/.test(tag) || !existsSync(folder))
    throw new Error(`There are no words in "${tag}": make shared/words/${tag}, or leave CUELIGHT_LANGUAGE out.`)
  return { words: 'translated', folder }
}
