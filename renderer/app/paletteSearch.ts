/** What of the palette fits what was typed, a slip of the finger included. */
import { distance } from 'fastest-levenshtein'
import type { Entry } from './paletteEntries.ts'

/**
 * Those that hold every word typed: what acts on the show first, unless something else is called just that; of each group
 * the names that begin with it. Where nothing does, those that hold words that are nearly the same.
 */
export function found(entries: readonly Entry[], typed: string): Entry[] {
  const text = typed.trim().toLowerCase()
  const words = text.split(/\s+/).filter(Boolean)
  const exact = entries.filter((entry) => words.every((word) => called(entry).includes(word)))
  const fits = exact.length ? exact : entries.filter((entry) => words.every((word) => isNearly(entry, word)))
  const far = ({ name }: Entry) => {
    const its = name.toLowerCase()
    if (its === text) return 0
    // What is only also called so comes last.
    return its.startsWith(text) ? 1 : words.every((word) => its.includes(word)) ? 2 : 3
  }
  /** A group with something called just that comes first, and one where all are only also called so comes last. */
  const rank = (group: Entry[]) => {
    const nearest = Math.min(...group.map(far))
    return nearest === 1 ? 2 : nearest
  }
  return [...Map.groupBy(fits, ({ group }) => group).values()]
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap((group) => group.toSorted((one, other) => far(one) - far(other)))
}

const called = ({ name, also = '' }: Entry): string => `${name} ${also}`.toLowerCase()

/** Of a word this long one letter may be wrong, and of a longer one two, or two in the wrong order. */
const ONE_WRONG = 4
const TWO_WRONG = 6

function isNearly(entry: Entry, word: string): boolean {
  const wrong = word.length >= TWO_WRONG ? 2 : word.length >= ONE_WRONG ? 1 : 0
  if (called(entry).includes(word)) return true
  // It may not be written to its end yet.
  const begins = (other: string) => [other, other.slice(0, word.length), other.slice(0, word.length + 1)]
  return called(entry)
    .split(/\P{L}+/u)
    .some((other) => other[0] === word[0] && begins(other).some((part) => distance(part, word) <= wrong))
}
