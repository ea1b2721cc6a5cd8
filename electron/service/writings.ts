/** Backslashes before an escape: several where JSON stands within JSON. Bounded, or a text of nothing else would cost its square. */
const BACK = String.raw`\\{1,7}`
/** The most backslashes that one may have become. */
const DOUBLED = 8

/**
 * The source of a regular expression that finds a text however it is written: as it is, in JSON and in JSON within JSON
 * (any character may be `\u0073` there), in an address or a form.
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
  writings.add(Array.from(new TextEncoder().encode(character), (byte) => `%${hex(byte, 2)}`).join(''))
  const [, short] =
    /^\\(["nrtbf])$/.exec(JSON.stringify(character).slice(1, -1)) ?? (character === '/' ? ['', '/'] : [])
  if (short !== undefined) writings.add(BACK + short)
  if (character === ' ') writings.add('\\+')
  return writings
}

/** A text as a regular expression finds just this one. */
export const literal = (text: string): string =>
  unitsOf(text, (unit) =>
    /\w/.test(String.fromCharCode(unit)) ? String.fromCharCode(unit) : `\\u${digits(unit, 4)}`,
  )

const unitsOf = (text: string, write: (unit: number) => string): string =>
  Array.from({ length: text.length }, (_, place) => write(text.charCodeAt(place))).join('')

const digits = (value: number, length: number) => value.toString(16).padStart(length, '0')
/** Digits in either case. */
const hex = (value: number, length: number) =>
  digits(value, length).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
