/** The pseudo-locale: English that can be read, and that shows where a text is from and whether there is room for more. */

export const OPEN = '⟦'
export const CLOSE = '⟧'
/** What a word grows by. Nothing else turns into these, so that they can be told from the word. */
export const GROWTH = 'ěŏ'
/** As much longer as words of other languages often are. */
const LONGER = 0.4

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = 'åƀçďéƒĝĥîĵķļḿñöþǫŕšţûṽŵẋýžÅƁÇĎÉƑĜĤÎĴĶĻḾÑÖÞǪŔŠŢÛṼŴẊÝŽ'
/** Each letter, and what it becomes. */
export const ACCENTS: ReadonlyMap<string, string> = new Map(
  [...PLAIN].map((letter, index) => [letter, [...ACCENTED][index] ?? letter]),
)

/** A text of ours in the pseudo-locale; one without a letter says nothing, and stays. */
export function pseudo(text: string): string {
  if (!/\p{L}/u.test(text)) return text
  return OPEN + text.replace(/\p{L}+/gu, grown) + CLOSE
}

function grown(word: string): string {
  const growth = Array.from({ length: Math.ceil(word.length * LONGER) }, (_, index) => GROWTH[index % GROWTH.length])
  return [...word].map((letter) => ACCENTS.get(letter) ?? letter).join('') + growth.join('')
}

/** Finds what is called `name` in English: as it stands, or with any part of it in the pseudo-locale. */
export function inAnyLocale(name: string): RegExp {
  const mayStand = `[${OPEN}${CLOSE}${GROWTH}]*`
  const letters = [...name].map((letter) => {
    const escaped = letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
    return `(?:${escaped}|${ACCENTS.get(letter) ?? escaped})${mayStand}`
  })
  return new RegExp(`^${mayStand}${letters.join('')}$`, 'u')
}

/** What of a text did not go through the words: whatever stands outside the brackets. */
export function outside(text: string): string {
  return text.replaceAll(new RegExp(`${OPEN}[^${OPEN}${CLOSE}]*${CLOSE}`, 'gu'), ' ')
}
