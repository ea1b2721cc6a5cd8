import type * as z from 'zod'
import { KEY_PREFIX } from '../../shared/contract/limits.ts'
import type { Failure } from '../../shared/failures.ts'

/**
 * Backslashes before an escape; several in JSON within JSON. Bounded, or a text of backslashes alone would take
 * quadratic time.
 */
const BACK = String.raw`\\{1,7}`
/** The most backslashes that one may have become. */
const DOUBLED = 8

/**
 * The source of a regular expression that finds a text in any encoding: plain, in JSON and in JSON within JSON (any
 * character may be `\u0073` there), in an address or a form, in HTML (`&#115;`).
 */
export function anyWriting(text: string): string {
  return Array.from(text.toWellFormed().matchAll(/\\+|[^\\]/gu), ([piece]) =>
    piece.startsWith('\\') ? backslashes(piece.length) : `(?:${[...writingsOf(piece)].join('|')})`,
  ).join('')
}

function backslashes(count: number): string {
  return `(?:\\\\{${count},${count * DOUBLED}}|(?:${BACK}u005[cC]|%5[cC]){${count}})`
}

function writingsOf(character: string): Set<string> {
  const writings = new Set([literal(character)])
  writings.add(unitsOf(character, (unit) => `${BACK}u${hex(unit, 4)}`))
  writings.add(unitsOf(character, (unit) => `&#(?:0{0,5}${unit}|[xX]0{0,5}${hex(unit, 1)});`))
  writings.add(Array.from(new TextEncoder().encode(character), (byte) => `%${hex(byte, 2)}`).join(''))
  const [, short] =
    /^\\(["nrtbf])$/.exec(JSON.stringify(character).slice(1, -1)) ?? (character === '/' ? ['', '/'] : [])
  if (short !== undefined) writings.add(BACK + short)
  if (character === ' ') writings.add('\\+')
  return writings
}

/** The source of a regular expression that matches exactly this text. */
export const literal = (text: string): string =>
  unitsOf(text, (unit) =>
    /\w/.test(String.fromCharCode(unit)) ? String.fromCharCode(unit) : `\\u${digits(unit, 4)}`,
  )

const unitsOf = (text: string, write: (unit: number) => string): string =>
  Array.from({ length: text.length }, (_, place) => write(text.charCodeAt(place))).join('')

const digits = (value: number, length: number) => value.toString(16).padStart(length, '0')
/** Hex digits in either case. */
const hex = (value: number, length: number) =>
  digits(value, length).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)

/** Shorter pieces of base64 would match innocent texts. */
const SHORTEST_BASE64 = 12

/**
 * Base64 writes three bytes as four characters, so a text has one of three forms in it, depending on what precedes it.
 * The characters at either end are shared with its neighbours and are left out.
 */
function inBase64(text: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    const from = Math.ceil((before * 8) / 6)
    const whole = Math.floor((bytes.length * 8) / 6)
    return (['base64', 'base64url'] as const)
      .map((encoding) => bytes.toString(encoding).slice(from, whole))
      .filter((form) => form.length >= SHORTEST_BASE64)
  })
}

/** The bytes of a text in base64 and in hex. */
export function encoded(text: string): string[] {
  const hex = Buffer.from(text).toString('hex')
  return [...inBase64(text), ...(hex.length < SHORTEST_BASE64 ? [] : [hex, hex.toUpperCase()])]
}

/** How much of a foreign text a failure contains, in characters. */
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
 * The text without the key, wherever a service may have echoed it. Call it before the text is cut to length: half a key
 * would not be recognised. It also hides keys that begin with `prefix` or with the documented prefix.
 */
export function withoutKey(text: string, key: string | null, prefix = KEY_PREFIX): string {
  let cleaned = key ? withoutThisKey(text, key) : text
  for (const pattern of keyPatterns(prefix)) cleaned = cleaned.replace(pattern, HIDDEN)
  return cleaned
}

/** The text without this very key only. */
export function withoutThisKey(text: string, key: string): string {
  // Nearly every response contains neither, and building the expression takes longer than using it.
  const plain =
    text.includes(key) || /[\\%]|&#/.test(text) ? text.replace(new RegExp(anyWriting(key), 'g'), HIDDEN) : text
  return encodedOnce(key).reduce((cleaned, form) => cleaned.replaceAll(form, HIDDEN), plain)
}

let known: { key: string; forms: readonly string[] } | null = null
/** The encoded forms of the key in use, made once, because every response is searched. */
function encodedOnce(key: string): readonly string[] {
  if (known?.key !== key) known = { key, forms: [...new Set(encoded(key))] }
  return known.forms
}

/** Hides keys in a whole failure, including ids in paths, and the names and values of given details. */
export function failureWithoutKey(failure: Failure, key: string | null, prefix = KEY_PREFIX): Failure {
  return eachText(failure, (text) => withoutKey(text, key, prefix)) as Failure
}

/** @param value no deeper than `MOST_LEVELS` */
function eachText(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map((one) => eachText(one, clean))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [clean(name), eachText(held, clean)]))
}

/** The characters of a key, also escaped for an address or for JSON. */
const REST = String.raw`(?:[\w.~+/=-]|%[\dA-Fa-f]{2}|\\{1,7}(?:/|u00[2-7][\dA-Fa-f])|&#[xX]?[\dA-Fa-f]{1,7};)`
const DOCUMENTED = new RegExp(`${anyWriting(KEY_PREFIX)}${REST}+`, 'g')
/** Not within a word; the end of an escape (`%3D`, `\n`, `\u003d`) does not count as one. */
const BEGINNING = String.raw`(?:(?<!\w)|(?<=%[\dA-Fa-f]{2})|(?<=\\[nrt])|(?<=\\u[\dA-Fa-f]{4}))`
/** A deployment's own prefix may be a single letter: fewer characters after it are a word and not a key. */
const SHORTEST_REST = 12

/** What a key looks like: with the documented prefix (S), and with that of a deployment. */
export function keyPatterns(prefix: string): RegExp[] {
  if (prefix === KEY_PREFIX) return [DOCUMENTED]
  const begins = `${/^\w/.test(prefix) ? BEGINNING : ''}${anyWriting(prefix)}`
  return [DOCUMENTED, new RegExp(`${begins}${REST}{${SHORTEST_REST},}`, 'g')]
}

/** The first problem in one line: field path, what was expected and the actual value. */
export function describeIssue(error: z.ZodError, input: unknown, at: readonly PropertyKey[] = []): string {
  const issue = error.issues[0]
  if (!issue) return 'does not fit'
  const expected = issue.code === 'invalid_type' ? `expected ${issue.expected}` : issue.message
  const got = excerpt(JSON.stringify(valueAt(input, issue.path)) ?? 'nothing')
  return `${pathOf([...at, ...issue.path])}: ${expected}, got ${got}`
}

/** A path as text, e.g. `scenes[0].isActive`. */
export function pathOf(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return text === '' ? 'answer' : text.replace(/^\./, '')
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) value = isObject(value) ? value[key] : undefined
  return value
}

export function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}
