import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LANGUAGE } from '../../shared/words/language.ts'

/** The folder of the English words; each other language has a folder in it, named by its tag. */
export const WORDS = fileURLToPath(new URL('../../shared/words', import.meta.url))

/** The language of a build. */
export type BuiltLanguage =
  | { words: 'english' }
  | { words: 'translated'; folder: string }
  | { words: 'pseudo'; language: typeof LANGUAGE }

/** Pseudo-languages: English made longer, and the same from right to left. */
const PSEUDO: Record<string, typeof LANGUAGE> = {
  'en-XA': { tag: 'en-XA', dir: 'ltr' },
  'ar-XB': { tag: 'ar-XB', dir: 'rtl' },
}

/**
 * The language of a tag.
 *
 * @param tag as in `CUELIGHT_LANGUAGE`: the name of a folder of words, or of a pseudo-locale; defaults to English
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
