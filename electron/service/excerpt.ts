import { KEY_PREFIX } from '../../shared/contract/limits.ts'
import type { Failure } from '../../shared/failures.ts'

/** How much of a foreign text a failure carries, in characters. */
const LONGEST_EXCERPT = 80
export const HIDDEN = '[key]'

/** One line, cut to a length that fits a log. */
export function excerpt(text: string): string {
  const line = text
    .slice(0, 4 * LONGEST_EXCERPT)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > LONGEST_EXCERPT ? `${line.slice(0, LONGEST_EXCERPT - 1)}…` : line
}

/**
 * The text without the key, wherever a service may have echoed it. To be called before anything is cut to length: half
 * a key would not be recognised any more.
 *
 * @param prefix how other keys of this deployment begin; those of the documented prefix are hidden besides
 */
export function withoutKey(text: string, key: string | null, prefix = KEY_PREFIX): string {
  let cleaned = key ? text.replaceAll(key, HIDDEN) : text
  for (const pattern of keyPatterns(prefix)) cleaned = cleaned.replace(pattern, HIDDEN)
  return cleaned
}

/** The same for a whole failure: ids in paths and given details included. */
export function failureWithoutKey(failure: Failure, key: string | null, prefix = KEY_PREFIX): Failure {
  return JSON.parse(JSON.stringify(failure), (_, value: unknown) =>
    typeof value === 'string' ? withoutKey(value, key, prefix) : value,
  )
}

/** What a key is made of, also where it was escaped for an address or for JSON. */
const REST = '(?:[\\w.~+/=-]|%[\\dA-Fa-f]{2}|\\\\/)'
const DOCUMENTED = new RegExp(`${KEY_PREFIX}${REST}+`, 'g')
/** Not in the middle of a word; the end of an escape (`%3D`, `\n`) is none. */
const BEGINNING = '(?:(?<!\\w)|(?<=%[\\dA-Fa-f]{2})|(?<=\\\\[nrt]))'
/** A prefix of an operator's own may be as short as a letter: fewer characters behind it are a word and no key. */
const SHORTEST_REST = 12

/** What a key looks like: by the documented prefix (S), and by that of a deployment. */
export function keyPatterns(prefix: string): RegExp[] {
  if (prefix === KEY_PREFIX) return [DOCUMENTED]
  const literal = prefix.replace(/[^\w]/g, '\\$&')
  return [DOCUMENTED, new RegExp(`${/^\w/.test(prefix) ? BEGINNING : ''}${literal}${REST}{${SHORTEST_REST},}`, 'g')]
}
