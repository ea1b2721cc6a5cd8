/** The value of a JSON text, or undefined if the text is not JSON (undefined is no JSON value). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
