import { dirname, join } from 'node:path/posix'

/** What a source imports, types and late ones too: ours by path from the top, packages by name. */
export function importsIn(file: string, text: string): string[] {
  const named = [...text.matchAll(/(?:\bfrom|^import|\bimport\() ?'([^'\n]+)'/gm)].map((match) => match[1] ?? '')
  return named.map((name) => (name.startsWith('.') ? join(dirname(file), name) : name))
}
