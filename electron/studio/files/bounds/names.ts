import { cleanName } from '../../rules/world/names.ts'

/** The longest name that is given automatically, in characters. The user may give a longer one. */
const LONGEST = 100

/** The name for a file from its path; "Untitled" if the path has no usable name. */
export function nameOfPath(path: string): string {
  return cleanName(lastPart(path), LONGEST) || 'Untitled'
}

/** The name for a file from its link. */
export const nameOfLink = ({ pathname }: URL): string => nameOfPath(decoded(lastPart(pathname)))

/** The name a server gives a download (RFC 6266), preferring UTF-8 over the plain one; null: there is no usable one. */
export function nameOfDisposition(header = ''): string | null {
  // No valid name is that long.
  const said = header.slice(0, 2_000)
  const wide = /filename\*\s{0,20}=\s{0,20}utf-8'[^']{0,40}'([^;\s]+)/i.exec(said)?.[1]
  const plain = /filename\s{0,20}=\s{0,20}(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(said)
  const given = wide ? decoded(wide) : (plain?.[1] ?? plain?.[2] ?? '').replace(/\\(.)/g, '$1')
  return cleanName(lastPart(given), LONGEST) || null
}

/** A name is not a path: everything up to the last separator is dropped. */
const lastPart = (path: string) => path.split(/[/\\]/).at(-1) ?? ''

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
