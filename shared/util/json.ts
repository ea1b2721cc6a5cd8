/** A JSON text's value, or undefined for what is no JSON (which no JSON text yields). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
