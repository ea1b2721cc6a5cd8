import type { z } from 'zod'
import { parseJson } from '../../shared/json.ts'
import { isTooDeep, MOST_LEVELS } from './depth.ts'
import { excerpt } from './excerpt.ts'

/** What a 2xx answer turned out to be. */
export type Reading<T> = { ok: true; value: T } | { ok: false; detail: string }

/**
 * Reads the body of a 2xx answer. Unknown extra fields are dropped, absent optional ones are null; anything else that
 * does not fit is told with its field and what came, e.g. `scenes[0].isActive: expected boolean, got "yes"`.
 */
export function readAnswer<T>(schema: z.ZodType<T>, text: string, contentType: string | undefined): Reading<T> {
  if (text.trim() === '') return { ok: false, detail: 'an empty answer' }
  const json = parseJson(text)
  if (json === undefined) {
    return { ok: false, detail: `expected JSON, got ${contentType ?? 'no type'}: ${excerpt(text)}` }
  }
  if (isTooDeep(text))
    return { ok: false, detail: `answer: more than ${MOST_LEVELS} levels deep, got ${excerpt(text)}` }
  const parsed = schema.safeParse(json)
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, detail: describeIssue(parsed.error, json) }
}

/** The first problem in one line: field path, what was expected and what came. */
export function describeIssue(error: z.ZodError, input: unknown): string {
  const issue = error.issues[0]
  if (!issue) return 'does not fit'
  const expected = issue.code === 'invalid_type' ? `expected ${issue.expected}` : issue.message
  return `${pathOf(issue.path)}: ${expected}, got ${excerpt(JSON.stringify(valueAt(input, issue.path)) ?? 'nothing')}`
}

function pathOf(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return text === '' ? 'answer' : text.replace(/^\./, '')
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) value = isObject(value) ? value[key] : undefined
  return value
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}
