import { dirname, join } from 'node:path/posix'

/**
 * What a source imports, types and dynamic imports included: our files by path from the project root, packages by name.
 */
export function importsIn(file: string, text: string): string[] {
  const named = [...text.matchAll(/(?:\bfrom|^import|\bimport\() ?'([^'\n]+)'/gm)].map((match) => match[1] ?? '')
  return named.map((name) => (name.startsWith('.') ? join(dirname(file), name) : name))
}
