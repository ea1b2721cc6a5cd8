/** Control characters, line ends and bidi controls: they make a name look like something else. */
const DECEIVING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu
/** The same characters except line ends and tabs, which belong in a longer text. */
const DECEIVING_IN_TEXT = /(?![\n\r\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** A name for display: NFC, on one line, without deceptive characters. May be empty. Pure. */
export const plainName = (text: string): string =>
  text.toWellFormed().normalize().replace(DECEIVING, ' ').replace(/\s+/g, ' ').trim()

/**
 * A name or sentence from elsewhere, on one line and without bidi controls that would affect the sentence around it;
 * empty if none of it is visible. Its spaces are left unchanged, because searches may match them. Pure.
 */
export const shownText = (text: string): string => {
  const shown = text.replace(DECEIVING, ' ')
  return SEEN.test(shown) ? shown : ''
}
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Like `plainName`, for a text of several lines: line breaks stay. */
export const plainText = (text: string): string => text.toWellFormed().replace(DECEIVING_IN_TEXT, ' ')
