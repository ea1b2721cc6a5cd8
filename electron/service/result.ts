import type { Failure } from '../../shared/failures.ts'
import { readAnswer } from './answer.ts'
import { HIDDEN, withoutKey } from './excerpt.ts'
import { failureOfAnswer, failureOfEnding } from './failureMapping.ts'
import type { Prepared } from './request.ts'
import type { Ending, Headers, Vetoed, WireAnswer } from './transport.ts'

/** How one attempt ended, for those above the wire. */
export type Result = { ok: true; value: unknown } | { ok: false; failure: Failure }

/** Reads what an exchange brought. The failure may still hold the key, but only whole (see `failureWithoutKey`). */
export function resultOf(request: Prepared, ending: Exclude<Ending, Vetoed>, key: string, prefix: string): Result {
  const answer = answerOf(ending)
  if (!answer)
    return { ok: false, failure: failureOfEnding(request.asked, ending as Exclude<typeof ending, WireAnswer>) }
  const isGood = answer.status >= 200 && answer.status < 300
  // A service that writes the key into a project's name must not get it onto a screen or into a log that way.
  if (isGood) return goodAnswer(request, withoutThisKey(answer, key))
  const { status } = answer
  return {
    ok: false,
    failure: failureOfAnswer(request.asked, { status, text: withoutKey(answer.text, key, prefix) }),
  }
}

/** Only this very key, as JSON may write it: other texts that look like one are the account's own affair. */
function withoutThisKey(answer: WireAnswer, key: string): WireAnswer {
  const inJson = JSON.stringify(key).slice(1, -1)
  const forms = [key, inJson, inJson.replaceAll('/', '\\/')].filter((form) => answer.text.includes(form))
  if (forms.length === 0) return answer
  return { ...answer, text: forms.reduce((text, form) => text.replaceAll(form, HIDDEN), answer.text) }
}

/** A status that says no says it whether or not its body came whole. */
function answerOf(ending: Ending): WireAnswer | null {
  if (ending.end === 'answer') return ending
  if (ending.end !== 'cut' || ending.status === null || ending.status < 300) return null
  return { end: 'answer', status: ending.status, headers: ending.headers, text: '' }
}

/** @param answer without the key: a detail is cut to length, and half a key would not be recognised. */
function goodAnswer({ asked, operation }: Prepared, { status, headers, text }: WireAnswer): Result {
  const read = readAnswer(operation.response, text, headers['content-type']?.toString())
  if (read.ok) return read
  return { ok: false, failure: { ...asked, kind: 'unreadable', status, detail: read.detail, mayHaveHappened: true } }
}

/** Null when no answer began. */
export function headersOf(ending: Ending): Headers | null {
  return ending.end === 'answer' || (ending.end === 'cut' && ending.status !== null) ? ending.headers : null
}

export function statusOf(ending: Ending): number | null {
  return 'status' in ending ? ending.status : null
}
