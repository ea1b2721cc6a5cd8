import { readFileSync } from 'node:fs'

/** The text of a file, or null where there is none. Throws for any other reason it cannot be read. */
export function readTextIfAny(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
