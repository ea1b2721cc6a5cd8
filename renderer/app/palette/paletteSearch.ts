/** Finds the palette entries that match what was typed, tolerating typing mistakes. */
import { distance } from 'fastest-levenshtein'
import type { Entry } from './paletteEntries.ts'

/**
 * The entries that contain every typed word. Show commands come first, unless an entry has exactly the typed name;
 * within a group, names that begin with the text come first. If nothing matches, entries with nearly equal words.
 */
export function found(entries: readonly Entry[], typed: string): Entry[] {
  const text = typed.trim().toLowerCase()
  const words = text.split(/\s+/).filter(Boolean)
  const exact = entries.filter((entry) => words.every((word) => called(entry).includes(word)))
  const fits = exact.length ? exact : entries.filter((entry) => words.every((word) => isNearly(entry, word)))
  const far = ({ name }: Entry) => {
    const its = name.toLowerCase()
    if (its === text) return 0
    // Entries found by a synonym only come last.
    return its.startsWith(text) ? 1 : words.every((word) => its.includes(word)) ? 2 : 3
  }
  /** A group with an exact match ranks first; one where only synonyms match ranks last. */
  const rank = (group: Entry[]) => {
    const nearest = Math.min(...group.map(far))
    return nearest === 1 ? 2 : nearest
  }
  return [...Map.groupBy(fits, ({ group }) => group).values()]
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap((group) => group.toSorted((one, other) => far(one) - far(other)))
}

const called = ({ name, also = '' }: Entry): string => `${name} ${also}`.toLowerCase()

/** In a word of at least this length one letter may be wrong; in a longer one two, or two may be swapped. */
const ONE_WRONG = 4
const TWO_WRONG = 6

function isNearly(entry: Entry, word: string): boolean {
  const wrong = word.length >= TWO_WRONG ? 2 : word.length >= ONE_WRONG ? 1 : 0
  if (called(entry).includes(word)) return true
  // The typed word may be incomplete, so prefixes are compared too.
  const begins = (other: string) => [other, other.slice(0, word.length), other.slice(0, word.length + 1)]
  return called(entry)
    .split(/\P{L}+/u)
    .some((other) => other[0] === word[0] && begins(other).some((part) => distance(part, word) <= wrong))
}
