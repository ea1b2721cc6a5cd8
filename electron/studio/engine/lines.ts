/** JSON values, one a line, as they arrive from a pipe. */
import { StringDecoder } from 'node:string_decoder'

/** Longer than any plan of a thousand broadcasts. */
const LONGEST_LINE = 50_000_000

/**
 * Returns a listener for a pipe's data.
 *
 * @param take called with each value
 * @throws from the listener, if a line is no JSON or has no end
 */
export function lines(take: (value: unknown) => void): (bytes: Buffer) => void {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  return (bytes) => {
    const parts = (rest + decoder.write(bytes)).split('\n')
    rest = parts.pop() ?? ''
    if (rest.length > LONGEST_LINE) throw new Error('a line has no end')
    for (const part of parts) if (part !== '') take(parse(part))
  }
}

/** Node shows the line at which its own error occurred, and a plan has stream keys in it. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new Error('a line is no JSON')
  }
}
