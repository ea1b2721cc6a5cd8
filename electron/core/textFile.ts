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

/** A JSON text's value, or undefined for what is no JSON (which no JSON text yields). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
