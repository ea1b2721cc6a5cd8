import { pseudo } from './pseudo.ts'
import { type Readable, readableIn } from './readable.ts'

/** A module of words with all that people read in the pseudo-locale; what programs read stays. */
export function pseudoModule(file: string, source: string): string {
  let made = ''
  let from = 0
  for (const one of readableIn(file, source).sort((a, b) => a.start - b.start)) {
    made += source.slice(from, one.start) + written(one)
    from = one.end
  }
  return made + source.slice(from)
}

/** As it stands between its quotes. */
function written({ text, kind }: Readable): string {
  const escaped = JSON.stringify(pseudo(text)).slice(1, -1)
  return kind === 'template' ? escaped.replaceAll(/`|\$\{/g, '\\$&') : escaped.replaceAll("'", "\\'")
}
