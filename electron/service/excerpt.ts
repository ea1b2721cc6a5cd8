import { KEY_PREFIX } from '../../shared/contract/limits.ts'
import type { Failure } from '../../shared/failures.ts'

/** How much of a foreign text a failure carries, in characters. */
const LONGEST_EXCERPT = 80
const HIDDEN = '[key]'

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
 */
export function withoutKey(text: string, key: string | null): string {
  const cleaned = key ? text.replaceAll(key, HIDDEN) : text
  return cleaned.replace(new RegExp(`${KEY_PREFIX}[\\w.~+/=-]+`, 'g'), HIDDEN)
}

/** The same for a whole failure: ids in paths and given details included. */
export function failureWithoutKey(failure: Failure, key: string | null): Failure {
  return JSON.parse(JSON.stringify(failure), (_, value: unknown) =>
    typeof value === 'string' ? withoutKey(value, key) : value,
  )
}
