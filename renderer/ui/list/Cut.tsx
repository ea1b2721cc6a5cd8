import './Cut.css'

/** At most this many letters at the end of a name stay visible, as whole words. */
const END = 10

/** Truncates a name in the middle: names that begin alike differ at their ends. */
export function Cut({ text, className = '' }: { text: string; className?: string }) {
  const end = endOf(text)
  return (
    // In the text's own direction; otherwise its two parts would swap in a page of the other direction.
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
