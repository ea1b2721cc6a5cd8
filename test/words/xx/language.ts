import type { Language } from '../../../shared/words/language.ts'

export const LANGUAGE: Language = { tag: 'de', dir: 'ltr' }
