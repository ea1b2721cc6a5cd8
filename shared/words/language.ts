/** The language these words are in. Whatever is formatted (numbers, times, lists, plurals) is formatted by its tag. */
export interface Language {
  /** As browsers and `Intl` know it. */
  tag: string
  /** Where its lines begin. */
  dir: 'ltr' | 'rtl'
}

export const LANGUAGE: Language = { tag: 'en-GB', dir: 'ltr' }
