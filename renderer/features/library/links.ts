import { MOST } from '../../../shared/contract/limits.ts'
import { ImportLink } from '../../../shared/contract/links.ts'

/** What was pasted: the links that are taken, each once; those the queue has no room for; and the lines that are none. */
export function linksIn(text: string, room: number = MOST.linksQueued) {
  const lines = text.split(/\r?\n/).map((line, nr) => ({ nr: nr + 1, text: line.trim() }))
  const written = lines.filter((line) => line.text !== '')
  const isLink = (line: { text: string }) => ImportLink.safeParse(line.text).success
  const links = [...new Set(written.filter(isLink).map((line) => line.text))]
  return {
    taken: links.slice(0, room),
    left: links.slice(room),
    bad: written.filter((line) => !isLink(line)),
  }
}
