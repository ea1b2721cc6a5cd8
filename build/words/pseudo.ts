/** The pseudo-locale: readable English that shows which texts come from the words, and if longer ones have space. */

export const OPEN = '⟦'
export const CLOSE = '⟧'
/**
 * What a word is extended with. No letter is replaced by these characters, so they are distinguishable from the word.
 */
export const GROWTH = 'ěŏ'
/** How much longer words of other languages often are. */
const LONGER = 0.4

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = 'åƀçďéƒĝĥîĵķļḿñöþǫŕšţûṽŵẋýžÅƁÇĎÉƑĜĤÎĴĶĻḾÑÖÞǪŔŠŢÛṼŴẊÝŽ'
/** Each letter and its replacement. */
export const ACCENTS: ReadonlyMap<string, string> = new Map(
  [...PLAIN].map((letter, index) => [letter, [...ACCENTED][index] ?? letter]),
)

/** A text of ours in the pseudo-locale; one without a letter is returned unchanged. */
export function pseudo(text: string): string {
  if (!/\p{L}/u.test(text)) return text
  return OPEN + text.replace(/\p{L}+/gu, grown) + CLOSE
}

function grown(word: string): string {
  const growth = Array.from({ length: Math.ceil(word.length * LONGER) }, (_, index) => GROWTH[index % GROWTH.length])
  return [...word].map((letter) => ACCENTS.get(letter) ?? letter).join('') + growth.join('')
}

/** Matches what is called `name` in English: unchanged, or with any part of it in the pseudo-locale. */
export function inAnyLocale(name: string): RegExp {
  const mayStand = `[${OPEN}${CLOSE}${GROWTH}]*`
  const letters = [...name].map((letter) => {
    const escaped = letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
    return `(?:${escaped}|${ACCENTS.get(letter) ?? escaped})${mayStand}`
  })
  return new RegExp(`^${mayStand}${letters.join('')}$`, 'u')
}

/** The part of a text that did not come from the words: everything outside the brackets. */
export function outside(text: string): string {
  return text.replaceAll(new RegExp(`${OPEN}[^${OPEN}${CLOSE}]*${CLOSE}`, 'gu'), ' ')
}
