/**
 * An operator's description of a deployment that differs: method and path of operations, the key prefix, the names of
 * the rate-limit headers. What the specification documents (S) cannot be changed, nor can field names.
 */
import * as z from 'zod'
import { firstInvalid, type Invalid } from '../commands/commands.ts'
import type { OperationEntry } from '../state.ts'
import { parametersIn } from './inputs.ts'
import { KEY_PREFIX } from './limits.ts'
import { Meanings, OUR_MEANINGS } from './meanings.ts'
import { type Method, type Operation, type OperationName, operations } from './operations.ts'

const LONGEST_PATH = 200

/** One segment: the characters that RFC 3986 (3.3) allows unescaped, with at most one parameter. */
const SEGMENT = /^[\w.~!$&'()*+,;=:@-]*(\{\w+\}[\w.~!$&'()*+,;=:@-]*)?$/

/**
 * What is wrong with a path an operator wrote for an operation, or null. Percent signs are refused too: an escaped `..`
 * or `/` would lead somewhere unexpected.
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

/** The path without its parameter names: two operations with the same method and shape would be indistinguishable. */
export const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}')

export const OVERRIDE_VERSION = 1

export type OperationTable = Readonly<Record<OperationName, Operation>>

const names = Object.keys(operations) as OperationName[]

/** Reads stay reads: proxies may repeat a change sent as GET, and a poll sent as DELETE would delete. */
const METHODS = { read: ['GET', 'POST'], write: ['POST', 'PUT', 'PATCH', 'DELETE'] } as const

const methodProblem = (kind: keyof typeof METHODS) =>
  `must be one of ${METHODS[kind].join(', ')}: this ${kind === 'read' ? 'only reads' : 'changes something'}`

/** The specification gives only the end of the layers operation's path (S). */
const ENDS: Partial<Record<OperationName, string>> = { addLayer: '/layers' }

const entryOf = (name: OperationName) => {
  const operation: Operation = operations[name]
  if (operation.sources.path === 'S')
    return z.undefined('the specification documents this operation: it cannot differ')
  const kind = operation.repeat === 'auto' ? 'read' : 'write'
  const path = z.string().superRefine((value, context) => {
    const end = ENDS[name]
    const endsWrong = end !== undefined && !value.endsWith(end)
    const problem = pathProblem(value, operation) ?? (endsWrong ? `must end in ${end}` : null)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  })
  return z.strictObject({ method: z.enum(METHODS[kind], methodProblem(kind)).optional(), path: path.optional() })
}

type OperationOverrides = Partial<Record<OperationName, { method?: Method | undefined; path?: string | undefined }>>

const entries = Object.fromEntries(names.map((name) => [name, entryOf(name).optional()]))
const operationOverrides = z.strictObject(entries, {
  error: ({ code }) => (code === 'unrecognized_keys' ? 'there is no such operation' : undefined),
}) as z.ZodType<OperationOverrides>

/** A token (RFC 9110, 5.6.2): the only form a header name can have. */
const headerName = z
  .string()
  .max(64)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is no name a header can have')
  .toLowerCase()
const headerNames = z.union([headerName.transform((name) => [name]), z.array(headerName).min(1).max(8)], {
  error: 'must be the name of a header, or a list of 1 to 8 such names',
})

/** Only the names that differ; the others keep their defaults. */
const RateHeaders = z
  .strictObject({
    rate: headerNames,
    policy: headerNames,
    limit: headerNames,
    remaining: headerNames,
    reset: headerNames,
    retryAfter: headerNames,
  })
  .partial()
  .superRefine((value, context) => {
    const seen = new Map<string, string>()
    for (const [field, list] of Object.entries(value)) {
      const used = list?.find((name) => (seen.get(name) ?? field) !== field)
      if (used) context.addIssue({ code: 'custom', path: [field], message: `${used} is ${seen.get(used)} already` })
      for (const name of list ?? []) seen.set(name, field)
    }
  })

export const Override = z
  .strictObject({
    version: z.literal(OVERRIDE_VERSION),
    keyPrefix: z
      .string()
      .regex(/^[\x21-\x7e]{1,20}$/, 'must be 1 to 20 visible ASCII characters')
      .optional(),
    rateHeaders: RateHeaders.optional(),
    operations: operationOverrides.optional(),
    meanings: Meanings.optional(),
  })
  .superRefine((value, context) => {
    const collision = collisionIn(tableWith(value.operations ?? {}), value.operations ?? {})
    if (collision) context.addIssue({ code: 'custom', ...collision })
  })
export type Override = z.output<typeof Override>

/** Parses an unknown value as an override, or reports the invalid field, e.g. `operations.stopLive.path`. */
export function readOverride(value: unknown): { override: Override } | { invalid: Invalid } {
  const parsed = Override.safeParse(value)
  return parsed.success ? { override: parsed.data } : { invalid: firstInvalid(parsed.error) }
}

/** For editors. A schema cannot express that two paths lead to the same place: reading the file checks that. */
export const overrideSchema = () =>
  z.toJSONSchema(Override, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // An operation that cannot be overridden: no value is valid.
      if (zodSchema._zod.def.type === 'undefined') jsonSchema.not = {}
    },
  })

export type Applied = ReturnType<typeof applyOverride>

/** The contract for a deployment, as `createClient` takes it. Null gives the unmodified contract. */
export const applyOverride = (override: Override | null) => ({
  operations: tableWith(override?.operations ?? {}),
  keyPrefix: override?.keyPrefix ?? KEY_PREFIX,
  rateHeaders: override?.rateHeaders ?? {},
  meanings: override?.meanings ?? OUR_MEANINGS,
})

/** The table as the state shows it, before anything is sent. */
export const operationEntries = (table: OperationTable): OperationEntry[] =>
  names.map((name) => {
    const { method, path, class: lane, repeat, air, sources } = table[name]
    const overridden = method !== operations[name].method || path !== operations[name].path
    return { name, method, path, class: lane, repeat, air, sources: { ...sources }, overridden, sent: 0, last: null }
  })

function tableWith(overrides: OperationOverrides): OperationTable {
  const rows = names.map((name) => {
    const { method, path } = overrides[name] ?? {}
    const operation: Operation = operations[name]
    return [name, { ...operation, method: method ?? operation.method, path: path ?? operation.path }]
  })
  return Object.fromEntries(rows) as OperationTable
}

/** Reports the field that was overridden: the unmodified contract has no collisions. */
function collisionIn(table: OperationTable, overrides: OperationOverrides) {
  const taken = new Map<string, OperationName>()
  for (const name of names) {
    const address = `${table[name].method} ${shapeOf(table[name].path)}`
    const other = taken.get(address)
    if (other !== undefined) {
      const [meant, beside] = overrides[name] ? [name, other] : [other, name]
      const field = overrides[meant]?.path === undefined ? 'method' : 'path'
      return { path: ['operations', meant, field], message: `this is how ${beside} is asked already` }
    }
    taken.set(address, name)
  }
  return null
}
