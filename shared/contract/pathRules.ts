import type { Operation } from './operations.ts'

const LONGEST_PATH = 200

/** One segment: what RFC 3986 (3.3) allows unescaped, with at most one parameter in it. */
const SEGMENT = /^[\w.~!$&'()*+,;=:@-]*(\{\w+\}[\w.~!$&'()*+,;=:@-]*)?$/

/**
 * What is wrong with a path an operator wrote for an operation, or null. Percent signs are refused with the rest: an
 * escaped `..` or `/` would lead where nobody looked.
 */
export function pathProblem(path: string, operation: Pick<Operation, 'path'>): string | null {
  if (!path.startsWith('/')) return 'must begin with /'
  if (path.length > LONGEST_PATH) return `is longer than ${LONGEST_PATH} characters`
  const segments = path.slice(1).split('/')
  if (segments.includes('')) return 'has an empty segment'
  if (segments.some((segment) => segment === '.' || segment === '..')) return 'climbs: no . or .. in it'
  const odd = segments.find((segment) => !SEGMENT.test(segment))
  if (odd !== undefined) return `"${odd}" is no plain segment: no query, fragment, space, % or second parameter in it`
  return parameterProblem(path, operation.path)
}

function parameterProblem(path: string, original: string): string | null {
  const given = parametersIn(path)
  const own = parametersIn(original)
  const missing = own.find((name) => !given.includes(name))
  if (missing !== undefined) return `must contain {${missing}}`
  const foreign = given.find((name) => !own.includes(name))
  if (foreign !== undefined) return `{${foreign}} is no parameter of this operation`
  const twice = given.find((name, index) => given.indexOf(name) !== index)
  return twice === undefined ? null : `contains {${twice}} twice`
}

/** Names of the `{…}` parts of a path, in their order. */
export function parametersIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

/** The path without the names of its parameters: two operations of one method and shape could not be told apart. */
export function shapeOf(path: string): string {
  return path.replace(/\{\w+\}/g, '{}')
}
