/**
 * The contract as an OpenAPI 3.1 document, made from the table and its schemas, so nothing is written twice. It
 * describes the wire format, which is the input side of every schema.
 */

import * as z from 'zod'
import { DOCUMENT_WORDS, OPERATION_WORDS } from '../words/commands/operations.ts'
import { SERVICE_CODES } from './errors.ts'
import { parametersIn } from './inputs.ts'
import { BASE_PATH } from './limits.ts'
import { type Operation, type OperationName, operations } from './operations.ts'
import { type OperationTable, shapeOf } from './override.ts'
import * as record from './records.ts'

export type Json = Readonly<Record<string, unknown>>

/** The suffix of the component that a part of an operation becomes. */
const ENDS = { query: 'Query', body: 'Request', response: 'Response' } as const
type Part = keyof typeof ENDS
const PARTS = Object.keys(ENDS) as Part[]
type ErrorStatus = keyof typeof SERVICE_CODES
const ERROR_STATUSES = Object.keys(SERVICE_CODES).map(Number) as ErrorStatus[]

const COMPONENTS = '#/components/'

/** Points to a component of the document. */
export const reference = (kind: 'schemas' | 'responses' | 'headers', name: string): Json => ({
  $ref: `${COMPONENTS}${kind}/${name}`,
})

/** JSON Schema of the wire format, with wire names. Schemas that are not records are named after their operation. */
export function schemasOf(table: OperationTable) {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of records()) registry.add(schema, { id })
  for (const [name, operation] of Object.entries(table) as [OperationName, Operation][]) {
    for (const part of PARTS) {
      const schema = operation[part]
      if (schema && !registry.has(schema)) registry.add(schema, { id: componentName(name, part) })
    }
  }
  const made = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `${COMPONENTS}schemas/${id}`,
    override: withoutNoise,
  })
  const schemas: Record<string, Json> = Object.fromEntries(
    Object.entries(made.schemas).map(([id, { $id: _, $schema: __, ...schema }]) => [
      id,
      { ...schema, ...KNOWN_VALUES[id] },
    ]),
  )
  const queries = Object.keys(table).map((name) => componentName(name, 'query'))
  return {
    /** By name, for the components of the document. */
    components: Object.fromEntries(Object.entries(schemas).filter(([id]) => !queries.includes(id))),
    /** The schema of a part of an operation: a reference, except for the fields of a query. Null if it has none. */
    schemaOf(name: OperationName, part: Part): Json | null {
      const schema = table[name][part]
      const id = schema && registry.get(schema)?.id
      if (!id) return null
      return part === 'query' ? (schemas[id] ?? null) : reference('schemas', id)
    },
  }
}

/** All schemas that the records module exports, by name. */
function records(): [string, z.ZodType][] {
  const exported: [string, unknown][] = Object.entries(record)
  return exported.flatMap(([name, one]) => (one instanceof z.ZodType ? [[name, one]] : []))
}

const componentName = (operation: string, part: Part): string =>
  operation.charAt(0).toUpperCase() + operation.slice(1) + ENDS[part]

/** Strings with known but open-ended values: they are documented, not enforced. */
const KNOWN_VALUES: Record<string, Json> = {
  LiveStatus: { description: DOCUMENT_WORDS.mayGrow, examples: [...record.LIVE_STATUSES] },
  Provider: { description: DOCUMENT_WORDS.mayGrow, examples: [...record.PROVIDERS] },
  DestinationError: { description: DOCUMENT_WORDS.mayGrow, examples: [...record.DESTINATION_ERRORS] },
}

/** Drops a maximum that only reflects JavaScript's safe integers, not the service. */
function withoutNoise({ jsonSchema }: { jsonSchema: { maximum?: number } }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

export interface OpenapiOptions {
  /** Defaults to the unmodified contract. */
  readonly operations?: OperationTable
  /** The service's address; defaults to the document's own. */
  readonly serverUrl?: string
  readonly version: string
}

/** Makes the document. It is some 100 kB and rarely needed: make it on demand. */
export function openapiDocument({ operations: table = operations, serverUrl, version }: OpenapiOptions): Json {
  const { components, schemaOf } = schemasOf(table)
  const { title, about, studio } = DOCUMENT_WORDS
  return {
    openapi: '3.1.0',
    info: { title, description: about, version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [serverUrl === undefined ? { url: BASE_PATH, description: studio } : { url: serverUrl }],
    security: [{ key: [] }],
    tags: [...new Set(Object.values(OPERATION_WORDS).map(({ group }) => group))].map((name) => ({ name })),
    paths: pathsOf(table, schemaOf),
    components: {
      schemas: { ...components, Error: errorSchema() },
      responses: Object.fromEntries(ERROR_STATUSES.map((status) => [`Error${status}`, errorResponse(status)])),
      headers: HEADERS,
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: DOCUMENT_WORDS.key } },
    },
  }
}

type SchemaOf = ReturnType<typeof schemasOf>['schemaOf']

function pathsOf(table: OperationTable, schemaOf: SchemaOf): Json {
  const paths: Record<string, Record<string, Json>> = {}
  /** OpenAPI treats paths that differ only in parameter names as identical: the first one's names are used. */
  const keys = new Map<string, string>()
  for (const [name, operation] of Object.entries(table) as [OperationName, Operation][]) {
    const shape = shapeOf(operation.path)
    const key = keys.get(shape) ?? operation.path
    keys.set(shape, key)
    paths[key] = { ...paths[key], [operation.method.toLowerCase()]: operationOf(name, operation, key, schemaOf) }
  }
  return paths
}

function operationOf(name: OperationName, operation: Operation, path: string, schemaOf: SchemaOf): Json {
  const { group, summary } = OPERATION_WORDS[name]
  const body = schemaOf(name, 'body')
  const fields = Object.entries(schemaOf(name, 'query')?.properties ?? {})
  const asked = fields.map(([field, schema]) => ({ name: field, in: 'query', schema }))
  const parameters = [...pathParameters(path), ...asked]
  return {
    operationId: name,
    summary,
    tags: [group],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: {
      [operation.status]: successOf(schemaOf(name, 'response')),
      ...Object.fromEntries(ERROR_STATUSES.map((status) => [status, reference('responses', `Error${status}`)])),
    },
    'x-class': operation.class,
    'x-repeat': operation.repeat,
    'x-air': operation.air,
    'x-sources': { ...operation.sources },
  }
}

const pathParameters = (path: string): Json[] =>
  parametersIn(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: DOCUMENT_WORDS.id(name),
    schema: { type: 'string', minLength: 1 },
  }))

const BUDGET_HEADERS = {
  RateLimit: reference('headers', 'RateLimit'),
  'RateLimit-Policy': reference('headers', 'RateLimitPolicy'),
}

const HEADERS = {
  RateLimit: {
    description: DOCUMENT_WORDS.rateLimit,
    schema: { type: 'string', examples: ['"account";r=149;t=60'] },
  },
  RateLimitPolicy: {
    description: DOCUMENT_WORDS.policy,
    schema: { type: 'string', examples: ['"account";q=150;w=60'] },
  },
  RetryAfter: { description: DOCUMENT_WORDS.retryAfter, schema: { type: 'integer', minimum: 0 } },
}

function successOf(schema: Json | null): Json {
  const content = { 'application/json': { schema: schema ?? {} } }
  return { description: DOCUMENT_WORDS.success, headers: BUDGET_HEADERS, content }
}

function errorResponse(status: ErrorStatus): Json {
  const code = { examples: [...SERVICE_CODES[status]] }
  const schema = { allOf: [reference('schemas', 'Error'), { type: 'object', properties: { code } }] }
  const headers =
    status === 429 ? { ...BUDGET_HEADERS, 'Retry-After': reference('headers', 'RetryAfter') } : BUDGET_HEADERS
  return { description: DOCUMENT_WORDS.errors[status], headers, content: { 'application/json': { schema } } }
}

function errorSchema(): Json {
  const codes = Object.values(SERVICE_CODES).flat()
  return {
    type: 'object',
    description: DOCUMENT_WORDS.errorAbout,
    properties: {
      error: { type: 'string' },
      code: { type: 'string', description: DOCUMENT_WORDS.codeAbout, examples: codes },
      message: { type: 'string' },
    },
    required: ['error', 'code', 'message'],
  }
}
