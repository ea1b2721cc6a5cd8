/** The language of these words. Everything that is formatted (numbers, times, lists, plurals) uses its tag. */
export interface Language {
  /** The BCP 47 tag, as browsers and `Intl` use it. */
  tag: string
  /** The writing direction. */
  dir: 'ltr' | 'rtl'
}

export const LANGUAGE: Language = { tag: 'en-GB', dir: 'ltr' }
