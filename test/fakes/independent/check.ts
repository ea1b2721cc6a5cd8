import { Refusal } from './refusal.ts'

/** A field of a request is not what it must be. */
export function invalid(field: string, expected: string): Refusal {
  return new Refusal('VALIDATION_ERROR', `${field}: expected ${expected}.`, { field })
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The body as an object with no other than the known fields: a misspelt field must not pass unnoticed. */
export function fieldsOf(body: unknown, known: readonly string[]): Record<string, unknown> {
  if (!isRecord(body)) throw invalid('body', 'a JSON object')
  const unknown = Object.keys(body).find((field) => !known.includes(field))
  if (unknown !== undefined) throw invalid(unknown, 'no such field')
  return body
}

/** For operations without a body: none, or an empty object. */
export function assertNoBody(body: unknown): void {
  if (body !== null) fieldsOf(body, [])
}

/** A text of a length within bounds, counted in characters. */
export function text(value: unknown, field: string, least: number, most: number): string {
  if (typeof value !== 'string') throw invalid(field, 'a text')
  const length = [...value].length
  if (length < least || length > most) throw invalid(field, `${least} to ${most} characters`)
  return value
}

/** True or false, nothing that merely looks like it. */
export function flag(value: unknown, field: string): boolean {
  if (typeof value !== 'boolean') throw invalid(field, 'true or false')
  return value
}

/** A list of texts of a size within bounds. */
export function texts(value: unknown, field: string, least: number, most: number): string[] {
  if (!Array.isArray(value)) throw invalid(field, 'a list')
  if (value.length < least || value.length > most) throw invalid(field, `${least} to ${most} entries`)
  return value.map((entry, index) => text(entry, `${field}[${index}]`, 1, 200))
}

/** One of a few texts. */
export function oneOf<Choice extends string>(value: unknown, field: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw invalid(field, choices.join(' or '))
  return found
}

/** A whole number within bounds. */
export function whole(value: unknown, field: string, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw invalid(field, `a whole number from ${least} to ${most}`)
}
