import * as z from 'zod'
import type { Operation, OperationName } from '../../shared/contract/operations.ts'
import { type Failure, ServiceError } from '../../shared/failures.ts'
import type { AnyInput } from './calls.ts'
import { describeIssue } from './excerpt.ts'

/** The requested operation, as every failure contains it. */
export type RequestedOperation = Pick<Failure, 'operation' | 'method' | 'path'>

export interface Prepared {
  asked: RequestedOperation
  operation: Operation
  /** `asked.path` with its query. */
  target: string
  body: string | null
  /** The project it is about; null: none. */
  projectId: string | null
}

/** Prepares a call for the wire. @throws ServiceError `refused`, without a status, if the input is invalid */
export function prepare(name: OperationName, operation: Operation, input: AnyInput): Prepared {
  const template = { operation: name, method: operation.method, path: operation.path }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    segment(template, parameter, input.params?.[parameter]),
  )
  const asked = { ...template, path }
  const target = path + queryOf(asked, operation.query, input.query)
  const projectId = input.params?.projectId ?? null
  return { asked, operation, target, body: bodyOf(asked, operation.body, input.body), projectId }
}

/** `.` and `..` would lead to another path on many servers, and an empty id would name the collection. */
function segment(asked: RequestedOperation, parameter: string, value: string | undefined): string {
  const isId = typeof value === 'string' && !['', '.', '..'].includes(value) && value.isWellFormed()
  if (!isId) throw unfit(asked, `${parameter}: not an id`)
  return encodeURIComponent(value)
}

function queryOf(asked: RequestedOperation, schema: z.ZodType | null, query: unknown): string {
  if (!schema || query === undefined) return ''
  const parsed = schema.safeParse(query)
  if (!parsed.success) throw unfit(asked, describeIssue(parsed.error, query))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parsed.data ?? {}))
    if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? '' : `?${search}`
}

function bodyOf(asked: RequestedOperation, schema: z.ZodType | null, body: unknown): string | null {
  if (!schema) return null
  const encoded = z.safeEncode(schema, body)
  if (!encoded.success) throw unfit(asked, describeIssue(encoded.error, body))
  return JSON.stringify(encoded.data)
}

function unfit(asked: RequestedOperation, detail: string): ServiceError {
  return new ServiceError({ ...asked, kind: 'refused', code: 'VALIDATION_ERROR', detail, mayHaveHappened: false })
}
