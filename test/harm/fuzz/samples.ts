import * as z from 'zod'
import type { Random } from './mutate.ts'

/** The part of JSON Schema that zod writes for our records. */
interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
}

/** A right value for a schema of the contract, as it would come over the wire. */
export function sampleOf(schema: z.ZodType, random: Random): unknown {
  return sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, random)
}

function sample(schema: Schema, random: Random): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[Math.floor(random() * schema.enum.length)]
  const choice = schema.anyOf?.[Math.floor(random() * schema.anyOf.length)]
  if (choice) return sample(choice, random)
  const type = Array.isArray(schema.type) ? schema.type[Math.floor(random() * schema.type.length)] : schema.type
  if (type === 'object') return objectOf(schema, random)
  if (type === 'array')
    return Array.from({ length: 1 + Math.floor(random() * 2) }, () => sample(schema.items ?? {}, random))
  if (type === 'string') return random() < 0.5 ? 'LIVE' : 'text'
  if (type === 'number' || type === 'integer') return (schema.minimum ?? 0) + Math.floor(random() * 9)
  return type === 'boolean' ? random() < 0.5 : null
}

const objectOf = ({ properties = {} }: Schema, random: Random) =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, sample(one, random)]))
