import type { Failure } from '../../shared/failures.ts'
import { readAnswer } from './answer.ts'
import { withoutKey, withoutThisKey } from './excerpt.ts'
import { failureOfAnswer, failureOfEnding } from './failureMapping.ts'
import type { Prepared } from './request.ts'
import { type Ending, type Headers, isSuccess, type Vetoed, type WireAnswer } from './transport.ts'

/** How one attempt ended, for those above the wire. */
export type Result = { ok: true; value: unknown } | { ok: false; failure: Failure }

/** Reads what an exchange brought. The failure may still hold the key, but only whole (see `failureWithoutKey`). */
export async function resultOf(
  request: Prepared,
  ending: Exclude<Ending, Vetoed>,
  key: string,
  prefix: string,
): Promise<Result> {
  const answer = answerOf(ending)
  if (!answer)
    return { ok: false, failure: failureOfEnding(request.asked, ending as Exclude<typeof ending, WireAnswer>) }
  const { status, text } = answer
  if (!isSuccess(status)) {
    return { ok: false, failure: failureOfAnswer(request.asked, { status, text: withoutKey(text, key, prefix) }) }
  }
  // A service that writes the key into a project's name must not get it onto a screen or into a log that way. Only this
  // very key: other texts that look like one are the account's own affair.
  return goodAnswer(request, { ...answer, text: withoutThisKey(text, key) })
}

/** A status that says no says it whether or not its body came whole. */
function answerOf(ending: Ending): WireAnswer | null {
  if (ending.end === 'answer') return ending
  if (ending.end !== 'cut' || ending.status === null || isSuccess(ending.status)) return null
  return { end: 'answer', status: ending.status, headers: ending.headers, text: '' }
}

/** @param answer without the key: a detail is cut to length, and half a key would not be recognised. */
async function goodAnswer({ asked, operation }: Prepared, { status, headers, text }: WireAnswer): Promise<Result> {
  const read = await readAnswer(operation.response, text, headers['content-type']?.toString())
  if (read.ok) return read
  return { ok: false, failure: { ...asked, kind: read.kind, status, detail: read.detail, mayHaveHappened: true } }
}

/** Null when no answer began. */
export function headersOf(ending: Ending): Headers | null {
  return ending.end === 'answer' || (ending.end === 'cut' && ending.status !== null) ? ending.headers : null
}

export function statusOf(ending: Ending): number | null {
  return 'status' in ending ? ending.status : null
}
