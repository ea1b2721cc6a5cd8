import { pseudo } from './pseudo.ts'
import { type Readable, readableIn } from './readable.ts'

/** A words module with everything that users read in the pseudo-locale; what programs read stays unchanged. */
export function pseudoModule(file: string, source: string): string {
  let made = ''
  let from = 0
  for (const one of readableIn(file, source).sort((a, b) => a.start - b.start)) {
    made += source.slice(from, one.start) + written(one)
    from = one.end
  }
  return made + source.slice(from)
}

/** The text, escaped for its kind of quotes. */
function written({ text, kind }: Readable): string {
  const escaped = JSON.stringify(pseudo(text)).slice(1, -1)
  return kind === 'template' ? escaped.replaceAll(/`|\$\{/g, '\\$&') : escaped.replaceAll("'", "\\'")
}
