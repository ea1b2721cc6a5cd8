/**
 * The contract as an OpenAPI 3.1 document, made from the table and its schemas: nothing of it is written twice. It shows
 * what stands on the wire, which is the input side of every schema.
 */
import { DOCUMENT_WORDS, OPERATION_WORDS } from '../words/operations.ts'
import { SERVICE_CODES } from './errors.ts'
import { BASE_PATH } from './limits.ts'
import { type Operation, type OperationName, operations } from './operations.ts'
import type { OperationTable } from './override.ts'
import { parametersIn, shapeOf } from './pathRules.ts'
import { type Json, reference, schemasOf } from './wireSchemas.ts'

export interface OpenapiOptions {
  /** The contract as it stands when left out. */
  readonly operations?: OperationTable
  /** Where the service is; left out, beside the document itself. */
  readonly serverUrl?: string
  readonly version: string
}

/** Makes the document. It is some 100 kB and nobody's everyday need: make it when it is asked for. */
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
      responses: errorResponses(),
      headers: HEADERS,
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: DOCUMENT_WORDS.key } },
    },
  }
}

type SchemaOf = (name: OperationName, part: 'query' | 'body' | 'response') => Json | null

function pathsOf(table: OperationTable, schemaOf: SchemaOf): Json {
  const paths: Record<string, Record<string, Json>> = {}
  /** Paths that differ only in the names of their parameters are the same to OpenAPI: the first one names them. */
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
  const parameters = [...pathParameters(path), ...queryParameters(schemaOf(name, 'query'))]
  return {
    operationId: name,
    summary,
    tags: [group],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: {
      [operation.status]: successOf(schemaOf(name, 'response')),
      ...Object.fromEntries(
        Object.keys(SERVICE_CODES).map((status) => [status, reference('responses', named(status))]),
      ),
    },
    'x-class': operation.class,
    'x-repeat': operation.repeat,
    'x-air': operation.air,
    'x-sources': { ...operation.sources },
  }
}

function pathParameters(path: string): Json[] {
  return parametersIn(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: DOCUMENT_WORDS.id(name),
    schema: { type: 'string', minLength: 1 },
  }))
}

function queryParameters(query: Json | null): Json[] {
  return Object.entries(query?.properties ?? {}).map(([name, schema]) => ({ name, in: 'query', schema }))
}

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

type ErrorStatus = keyof typeof SERVICE_CODES

/** What the answers of one status are called among the components. */
const named = (status: string) => `Error${status}`

function errorResponses(): Json {
  const statuses = Object.keys(SERVICE_CODES).map(Number) as ErrorStatus[]
  return Object.fromEntries(statuses.map((status) => [named(String(status)), errorResponse(status)]))
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
