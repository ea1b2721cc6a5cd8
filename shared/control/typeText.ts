import type { Json } from '../contract/openapi.ts'

/**
 * A JSON Schema as the text of a TypeScript type, for the client that is handed out: what zod makes of our messages
 * (objects, records, arrays, unions, literals), and nothing more.
 *
 * @throws if the schema has a part that is not known here
 */
export function typeText(schema: Json, indent = ''): string {
  const union = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (union) return [...new Set(union.map((one) => typeText(one, indent)))].join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return (schema.enum as unknown[]).map((one) => JSON.stringify(one)).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText({ ...schema, type }, indent)).join(' | ')
  switch (schema.type) {
    case 'object':
      return objectText(schema, indent)
    case 'array': {
      const items = typeText(schema.items as Json, indent)
      return items.includes('|') ? `(${items})[]` : `${items}[]`
    }
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    case undefined:
      return 'unknown'
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`)
  }
}

function objectText(schema: Json, indent: string): string {
  const { properties, required = [], additionalProperties } = schema
  if (!properties) return `Record<string, ${typeText((additionalProperties as Json | undefined) ?? {}, indent)}>`
  const inner = `${indent}  `
  const fields = Object.entries(properties as Record<string, Json>).map(([name, field]) => {
    const about = typeof field.description === 'string' ? `${inner}/** ${field.description} */\n` : ''
    const mark = (required as string[]).includes(name) ? '' : '?'
    return `${about}${inner}${name}${mark}: ${typeText(field, inner)}`
  })
  return fields.length === 0 ? 'object' : `{\n${fields.join('\n')}\n${indent}}`
}
