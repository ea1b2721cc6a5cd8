import './Cut.css'

/** So much of the end of a name is kept in sight, in letters: whole words. */
const END = 10

/** A name where there is little room: names that begin alike are told apart by their ends. */
export function Cut({ text, className = '' }: { text: string; className?: string }) {
  const end = endOf(text)
  return (
    // In its own direction, or its two parts would change places in a page of the other.
    <span className={`cut ${className}`} dir="auto">
      {end > 0 && <span>{text.slice(0, end)}</span>}
      <span>{text.slice(end)}</span>
    </span>
  )
}

function endOf(text: string): number {
  const space = text.indexOf(' ', Math.max(0, text.length - END - 1))
  return (space < 0 ? text.lastIndexOf(' ') : space) + 1
}
