import type * as z from 'zod'
import { excerpt } from './excerpt.ts'

/** The first problem in one line: field path, what was expected and what came. */
export function describeIssue(error: z.ZodError, input: unknown, at: readonly PropertyKey[] = []): string {
  const issue = error.issues[0]
  if (!issue) return 'does not fit'
  const expected = issue.code === 'invalid_type' ? `expected ${issue.expected}` : issue.message
  const got = excerpt(JSON.stringify(valueAt(input, issue.path)) ?? 'nothing')
  return `${pathOf([...at, ...issue.path])}: ${expected}, got ${got}`
}

/** `scenes[0].isActive`. */
export function pathOf(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return text === '' ? 'answer' : text.replace(/^\./, '')
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) value = isObject(value) ? value[key] : undefined
  return value
}

export function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}
