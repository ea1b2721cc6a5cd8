/** Control characters and lines, and what turns the direction of reading: a name with these is not what it looks like. */
const DECEIVING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu
/** The same but for ends of lines and tabs, which a longer text has. */
const DECEIVING_IN_TEXT = /(?![\n\r\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** A name as it can be shown: composed (NFC), in one line, without what deceives. May be empty. Pure. */
export const plainName = (text: string): string =>
  text.toWellFormed().normalize().replace(DECEIVING, ' ').replace(/\s+/g, ' ').trim()

/**
 * A name or a sentence of another's, in one line and without what would turn the sentence around it; empty where nothing
 * of it can be seen. Its spaces stay as they are: it may be looked for by them. Pure.
 */
export const shownText = (text: string): string => {
  const shown = text.replace(DECEIVING, ' ')
  return SEEN.test(shown) ? shown : ''
}
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u

/** The same of a text of several lines, which keeps them. */
export const plainText = (text: string): string => text.toWellFormed().replace(DECEIVING_IN_TEXT, ' ')
