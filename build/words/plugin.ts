import { existsSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import type { Plugin } from 'vite'
import { type BuiltLanguage, WORDS } from './language.ts'
import { pseudoModule } from './pseudoModule.ts'

/**
 * Replaces the English words with those of another language. Only the build knows about it: whatever imports
 * `shared/words/show/show.ts` gets that module of the language, or the English one if it has none.
 */
export function wordsIn(language: BuiltLanguage): Plugin {
  if (language.words === 'english') return { name: 'words-in-english' }
  return language.words === 'pseudo' ? pseudoWords(language) : translatedWords(language)
}

function translatedWords({ folder }: Extract<BuiltLanguage, { words: 'translated' }>): Plugin {
  return {
    name: 'words-translated',
    enforce: 'pre',
    resolveId(asked, importer) {
      const module = importer && moduleOf(resolve(dirname(importer), asked))
      // A translation may build on the English it translates: imports from its own folder get the English module.
      if (!module || importer.startsWith(folder + sep)) return null
      const translated = join(folder, module)
      return existsSync(translated) ? translated : null
    },
  }
}

function pseudoWords({ language }: Extract<BuiltLanguage, { words: 'pseudo' }>): Plugin {
  return {
    name: `words-${language.tag}`,
    enforce: 'pre',
    transform(code, id) {
      const module = moduleOf(id.split('?')[0] ?? '')
      if (module === null) return null
      if (module === 'language.ts') return `export const LANGUAGE = ${JSON.stringify(language)}`
      return { code: pseudoModule(module, code), map: null }
    },
  }
}

/** The path of the words module within the words, as in `show/show.ts`; null: it is none. */
function moduleOf(path: string): string | null {
  return path.startsWith(WORDS + sep) && path.endsWith('.ts') ? path.slice(WORDS.length + 1) : null
}
