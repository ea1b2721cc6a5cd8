import * as z from 'zod'
import { DOCUMENT_WORDS } from '../words/operations.ts'
import type { Operation, OperationName } from './operations.ts'
import type { OperationTable } from './override.ts'
import * as record from './records.ts'

export type Json = Readonly<Record<string, unknown>>

const PARTS = ['query', 'body', 'response'] as const
type Part = (typeof PARTS)[number]

export interface WireSchemas {
  /** By name, for the components of the document. */
  readonly components: Json
  /** The schema of a part of an operation: a reference, but for the fields of a query. Null where it has none. */
  schemaOf(name: OperationName, part: Part): Json | null
}

const COMPONENTS = '#/components/'

/** Points to a component of the document. */
export function reference(kind: 'schemas' | 'responses' | 'headers', name: string): Json {
  return { $ref: `${COMPONENTS}${kind}/${name}` }
}

/**
 * The schemas of a table as JSON Schema of the wire: the input side of every schema, where no field has been given its
 * internal name yet. Each record and each request and answer that is no record becomes a component.
 */
export function schemasOf(table: OperationTable): WireSchemas {
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
    components: Object.fromEntries(Object.entries(schemas).filter(([id]) => !queries.includes(id))),
    schemaOf(name, part) {
      const schema = table[name][part]
      const id = schema && registry.get(schema)?.id
      if (!id) return null
      return part === 'query' ? (schemas[id] ?? null) : reference('schemas', id)
    },
  }
}

/** All schemas that the records export under a name. */
function records(): [string, z.ZodType][] {
  const exported: [string, unknown][] = Object.entries(record)
  return exported.flatMap(([name, one]) => (one instanceof z.ZodType ? [[name, one]] : []))
}

const ENDS = { query: 'Query', body: 'Request', response: 'Response' } satisfies Record<Part, string>

function componentName(operation: string, part: Part): string {
  return operation.charAt(0).toUpperCase() + operation.slice(1) + ENDS[part]
}

/** Texts whose values are known but not closed: they are shown, and not enforced. */
const KNOWN_VALUES: Record<string, Json> = {
  LiveStatus: { description: DOCUMENT_WORDS.mayGrow, examples: [...record.LIVE_STATUSES] },
  Provider: { description: DOCUMENT_WORDS.mayGrow, examples: [...record.PROVIDERS] },
  DestinationError: { description: DOCUMENT_WORDS.mayGrow, examples: [...record.DESTINATION_ERRORS] },
}

/** That a whole number is no larger than JavaScript can count says nothing of the service. */
function withoutNoise({ jsonSchema }: { jsonSchema: { maximum?: number } }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
