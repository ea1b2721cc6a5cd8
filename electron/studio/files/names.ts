/** Longest name given to a file by itself, in characters. A person may give a longer one. */
const LONGEST = 100

/** Control characters and lines, and what turns the direction of reading: a name with these is not what it looks like. */
const DECEIVING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/** A name as it can be shown: composed (NFC), without what deceives, cut to whole characters. May be empty. */
export function cleanName(text: string, longest = LONGEST): string {
  const clean = text.toWellFormed().normalize().replace(DECEIVING, ' ').replace(/\s+/g, ' ').trim()
  return [...clean].slice(0, longest).join('').trim()
}

/** What a file of a path is called; nothing usable: "Untitled". */
export function nameOfPath(path: string): string {
  return cleanName(lastPart(path)) || 'Untitled'
}

/** The same of a link. */
export const nameOfLink = ({ pathname }: URL): string => nameOfPath(decoded(lastPart(pathname)))

/** The name a server gives a download (RFC 6266): the one in UTF-8 before the plain one; null: none that can be used. */
export function nameOfDisposition(header: string | undefined): string | null {
  const wide = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header ?? '')?.[1]
  const plain = /filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(header ?? '')
  const given = wide ? decoded(wide) : (plain?.[1] ?? plain?.[2] ?? '').replace(/\\(.)/g, '$1')
  return cleanName(lastPart(given)) || null
}

/** A name is no path: what stands before the last separator is dropped. */
const lastPart = (path: string) => path.split(/[/\\]/).at(-1) ?? ''

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
