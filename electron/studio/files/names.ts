import { cleanName } from '../rules/names.ts'

/** Longest name given to a file by itself, in characters. A person may give a longer one. */
const LONGEST = 100

/** What a file of a path is called; nothing usable: "Untitled". */
export function nameOfPath(path: string): string {
  return cleanName(lastPart(path), LONGEST) || 'Untitled'
}

/** The same of a link. */
export const nameOfLink = ({ pathname }: URL): string => nameOfPath(decoded(lastPart(pathname)))

/** The name a server gives a download (RFC 6266): the one in UTF-8 before the plain one; null: none that can be used. */
export function nameOfDisposition(header = ''): string | null {
  // No name may be as long.
  const said = header.slice(0, 2_000)
  const wide = /filename\*\s{0,20}=\s{0,20}utf-8'[^']{0,40}'([^;\s]+)/i.exec(said)?.[1]
  const plain = /filename\s{0,20}=\s{0,20}(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(said)
  const given = wide ? decoded(wide) : (plain?.[1] ?? plain?.[2] ?? '').replace(/\\(.)/g, '$1')
  return cleanName(lastPart(given), LONGEST) || null
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
