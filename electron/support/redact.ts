import { KEY_PREFIX } from '../../shared/contract/limits.ts'
import { anyWriting, encoded, keyPatterns, literal } from '../service/excerpt.ts'

/** Removes secrets from everything that is logged or handed out. */
export type Redactor = ReturnType<typeof createRedactor>

const HIDDEN = '[hidden]'
/** Shorter secrets are only hidden as whole words, or `a` would hide half of every text. */
const SHORTEST_ANYWHERE = 6

/** A value up to where it ends in a query, a cookie, or JSON within JSON. */
const VALUE = String.raw`(?:[^\s"'\\&,;<>(){}\[\]]|\\/)+`
/**
 * Between a name and its value: `=`, `: `, `%3D`, `":"`, `\":\"`. JSON values that are not strings are left alone:
 * hiding them would break the JSON.
 */
const BETWEEN = String.raw`(?:\\{0,8}["']\s{0,20}:\s{0,20}(?:\[\s{0,20})?\\{0,8}["']|\s{0,20}(?:[=:]|%3[AD])\s{0,20}(?:\\{0,8}["'])?)`

/** What looks like a secret, whoever issued it. The first group is kept. */
const PATTERNS: readonly RegExp[] = [
  /(\bBearer(?:\s|\+|%20)+)(?:[^\s"'\\]|\\\/)+/gi,
  // The rest of the header is part of the value: `Basic …`, several cookies.
  new RegExp(String.raw`(\b(?:proxy-)?authorization${BETWEEN}|\b(?:set-)?cookie${BETWEEN})[^\r\n"'\\]+`, 'gi'),
  new RegExp(String.raw`((?:token|secret|password|api[-_]?key|cuelight_\d{1,5})${BETWEEN})${VALUE}`, 'gi'),
  // Name and password in a URL.
  /(\/\/)[^\s/@:"'\\]+:[^\s/@"'\\]+(?=@)/g,
  // 32 random bytes as Cuelight writes them: sessions, tokens in addresses, the admin secret.
  /()(?<![\w-])(?=[\w-]{0,42}\d)(?=[\w-]{0,42}[a-z])(?=[\w-]{0,42}[A-Z])[\w-]{43}(?![\w-])/g,
]

/** Makes a redactor that recognizes what secrets look like but does not know any particular one yet. */
export function createRedactor(prefixes: readonly string[] = []) {
  const secrets = new Set<string>()
  let exact: RegExp | null = null
  const keys = new Map(keyPatterns(KEY_PREFIX).map((pattern) => [pattern.source, pattern]))

  const redactor = {
    /** The text without any known or recognized secret. Cut it only afterwards, so that no half secret remains. */
    redact(text: string): string {
      let clean = exact ? text.replace(exact, HIDDEN) : text
      for (const pattern of keys.values()) clean = clean.replace(pattern, HIDDEN)
      for (const pattern of PATTERNS) clean = clean.replace(pattern, `$1${HIDDEN}`)
      return clean
    },
    /** Hides exactly this text from now on, in any encoding. */
    hide(secret: string) {
      if (secret === '' || secrets.has(secret)) return
      secrets.add(secret)
      exact = patternOf(secrets)
    },
    /** Also hides keys with this prefix from now on, in addition to the documented prefix. */
    hidePrefix(prefix: string) {
      for (const pattern of keyPatterns(prefix)) keys.set(pattern.source, pattern)
    },
  }
  for (const prefix of prefixes) redactor.hidePrefix(prefix)
  return redactor
}

/** Longest first: one secret may be the beginning of another. */
function patternOf(secrets: ReadonlySet<string>): RegExp {
  const longestFirst = [...secrets].toSorted((one, other) => other.length - one.length)
  const forms = longestFirst.flatMap((secret) =>
    secret.length < SHORTEST_ANYWHERE
      ? [`(?<!\\w)${literal(secret)}(?!\\w)`]
      : [anyWriting(secret), ...encoded(secret).map(literal)],
  )
  return new RegExp(forms.join('|'), 'gi')
}
