import { MOST } from '../../../shared/contract/limits.ts'
import { ImportLink, isLocalPath } from '../../../shared/contract/links.ts'

/**
 * Splits pasted or dropped text into `taken`: the links to import, without duplicates; `left`: those the queue has no
 * space for; and `bad`: lines that are no links.
 * @param local also accepts full paths of files on this computer
 */
export function linksIn(text: string, room: number = MOST.linksQueued, local = false) {
  const lines = text.split(/\r?\n/).map((line, nr) => ({ nr: nr + 1, text: line.trim() }))
  const written = lines.filter((line) => line.text !== '')
  const isTaken = (line: { text: string }) =>
    (local && isLocalPath(line.text)) || ImportLink.safeParse(line.text).success
  const links = [...new Set(written.filter(isTaken).map((line) => line.text))]
  return {
    taken: links.slice(0, room),
    left: links.slice(room),
    bad: written.filter((line) => !isTaken(line)),
  }
}

/** The space for links in one message to the core, in bytes. */
const MOST_BYTES = 40_000

/** The first links that fit into one message; at least one. */
export function portionOf(links: readonly string[]): string[] {
  const encoder = new TextEncoder()
  let bytes = 0
  const end = links.findIndex((link, nr) => {
    bytes += encoder.encode(JSON.stringify(link)).length + 1
    return nr > 0 && (bytes > MOST_BYTES || nr >= MOST.linksAtOnce)
  })
  return links.slice(0, end < 0 ? undefined : end)
}
