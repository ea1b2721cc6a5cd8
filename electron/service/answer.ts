import * as z from 'zod'
import type { Failure } from '../../shared/failures.ts'
import { parseJson } from '../../shared/util/json.ts'
import { moreThan } from '../../shared/words/outcomes/failures.ts'
import { beyondBounds, LONGEST_LIST } from './bounds.ts'
import { describeIssue, excerpt, isObject, pathOf, withoutKey, withoutThisKey } from './excerpt.ts'
import { failureOfAnswer, failureOfEnding } from './failureMapping.ts'
import type { Prepared } from './request.ts'
import { type Ending, type Headers, isSuccess, type Vetoed, type WireAnswer } from './transport.ts'

/** The result of reading a 2xx response. */
export type Reading<T> = { ok: true; value: T } | { ok: false; kind: 'unreadable' | 'tooLarge'; detail: string }

/** How many items of a list are read before other work gets its turn. */
const ITEMS_A_TURN = 20

/**
 * Reads the body of a 2xx response, a long list item by item. Unknown extra fields are dropped, absent optional ones
 * become null; anything else that does not fit is reported with its field and value, e.g.
 * `scenes[0].isActive: expected boolean, got "yes"`.
 */
export async function readAnswer<T>(
  schema: z.ZodType<T>,
  text: string,
  contentType: string | undefined,
): Promise<Reading<T>> {
  if (text.trim() === '') return unreadable('an empty answer')
  const json = parseJson(text)
  if (json === undefined) return unreadable(`expected JSON, got ${contentType ?? 'no type'}: ${excerpt(text)}`)
  const list = listIn(schema, json)
  if (!list) return readPart(schema, json)
  const { name, items } = list
  if (items.length > LONGEST_LIST.items) return tooLarge([name], moreThan(LONGEST_LIST.items, 'items'))
  const around = readPart(schema, { ...list.answer, [name]: [] })
  if (!around.ok) return around
  const read: unknown[] = []
  for (const [place, item] of items.entries()) {
    if (place % ITEMS_A_TURN === ITEMS_A_TURN - 1) await new Promise((resolve) => setImmediate(resolve))
    const part = readPart(list.item, item, [name, place])
    if (!part.ok) return part
    read.push(part.value)
  }
  return { ok: true, value: { ...around.value, [name]: read } }
}

const unreadable = (detail: string) => ({ ok: false, kind: 'unreadable', detail }) as const
const tooLarge = (path: readonly PropertyKey[], detail: string) =>
  ({ ok: false, kind: 'tooLarge', detail: `${detail} in ${pathOf(path)}` }) as const

/** The list that a response contains, and the schema of its items. */
function listIn(schema: z.ZodType, answer: unknown) {
  if (!(schema instanceof z.ZodObject) || !isObject(answer)) return null
  for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
    const items = answer[name]
    if (field instanceof z.ZodArray && Array.isArray(items))
      return { answer, name, items: items as unknown[], item: field.element as z.ZodType }
  }
  return null
}

/** @param at path of the part within the response */
function readPart<T>(schema: z.ZodType<T>, json: unknown, at: readonly PropertyKey[] = []): Reading<T> {
  const beyond = beyondBounds(json)
  if (beyond !== null) return tooLarge(at, beyond)
  const parsed = schema.safeParse(json)
  return parsed.success ? { ok: true, value: parsed.data } : unreadable(describeIssue(parsed.error, json, at))
}

/** The result of one attempt, for the code above the transport. */
export type Result = { ok: true; value: unknown } | { ok: false; failure: Failure }

/** Evaluates an exchange. The failure may still contain the key, but only whole (see `failureWithoutKey`). */
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
  // A service that writes the key into, say, a project's name must not bring it onto a screen or into a log. Only this
  // very key is hidden: other texts that look like a key are the account's own content.
  return goodAnswer(request, { ...answer, text: withoutThisKey(text, key) })
}

/** A status that is no success is valid whether or not its body arrived whole. */
function answerOf(ending: Ending): WireAnswer | null {
  if (ending.end === 'answer') return ending
  if (ending.end !== 'cut' || ending.status === null || isSuccess(ending.status)) return null
  return { end: 'answer', status: ending.status, headers: ending.headers, text: '' }
}

/** @param answer without the key: a detail is cut to length, and half a key would not be recognised */
async function goodAnswer({ asked, operation }: Prepared, { status, headers, text }: WireAnswer): Promise<Result> {
  const read = await readAnswer(operation.response, text, headers['content-type']?.toString())
  if (read.ok) return read
  return { ok: false, failure: { ...asked, kind: read.kind, status, detail: read.detail, mayHaveHappened: true } }
}

/** Null if no response began. */
export function headersOf(ending: Ending): Headers | null {
  return ending.end === 'answer' || (ending.end === 'cut' && ending.status !== null) ? ending.headers : null
}

export function statusOf(ending: Ending): number | null {
  return 'status' in ending ? ending.status : null
}
