/** What is wrong with a field of a form. */

/** What a field takes: said when it got something else, because a schema speaks to programs. */
const TAKES: Record<string, string> = {
  name: 'It needs 1 to 60 characters.',
  account: 'It needs 1 to 60 characters.',
  label: 'It needs 1 to 60 characters.',
  baseUrl: 'It needs the address of a service.',
  key: 'It takes at most 500 characters.',
  times: 'It takes a whole number from 1 to 1,000, or nothing.',
  forMs: 'It takes up to 24 hours, or nothing.',
  ms: 'It takes up to 24 hours.',
}

/**
 * A field's problem in a sentence.
 *
 * @param field the field's own name
 * @param message what a schema or the core said of it: ours continue a sentence, a schema's begin with a capital letter
 */
export function fieldProblem(field: string, message: string): string {
  if (/^[A-Z]/.test(message) || message === '') return TAKES[field] ?? 'That cannot be taken. Look at it again.'
  return /^(is|must|needs|does|has|begins|cannot)\b/.test(message) ? `It ${message}.` : `${capital(message)}.`
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}`

export const NOT_A_NUMBER = 'is not a number'

export function nameTaken(name: string): string {
  return `Another profile is called ${name} already.`
}
