/** An example of each operation as a user types it, generated from its fields. */
import type { AskedName } from '../../shared/query/query.ts'
import { SAMPLES } from '../../shared/words/cli/asking.ts'
import { type DoorName, type Field, fieldsOf, isList, isYesNo, keyOfItems, partsOf } from './fields.ts'
import { asOption } from './options.ts'

/** e.g. `cuelight edit createScene --name "Sunday Morning"`. */
export function exampleOf(door: DoorName, operation: AskedName): string {
  const fields = fieldsOf(operation)
  const required = fields.filter(({ required }) => required)
  // If an edit requires nothing but ids, one more field is shown: without it the edit would change nothing.
  const first = fields.find(({ name }) => !name.endsWith('Id'))
  const shown = door === 'edit' && required.every(isId) && first ? [...new Set([...required, first])] : required
  return ['cuelight', door, operation, ...shown.flatMap(typed)].join(' ')
}

const isId = ({ name }: Field) => name.endsWith('Id')

function typed(field: Field): string[] {
  const { option, schema } = field
  if (isYesNo(field)) return [asOption(option)]
  const [first, ...others] = partsOf(field).toSorted((one, other) => Number(other.required) - Number(one.required))
  if (first) return [first, ...others.filter(({ required }) => required)].flatMap(typed)
  return [asOption(option), quoted(sampleOf(field.path.at(-1) ?? '', schema))]
}

function sampleOf(name: string, schema: Field['schema']): string {
  const { items, format, properties } = schema
  if (schema.enum) return String(schema.enum[0])
  if (format && Object.hasOwn(SAMPLES.formats, format)) return SAMPLES.formats[format] ?? ''
  if (isList(schema)) return sampleOf(keyOfItems(schema) ?? name, { ...(items?.format && { format: items.format }) })
  if (items) return JSON.stringify([recordOf(items)])
  if (properties) return JSON.stringify(recordOf(schema))
  if ([schema.type].flat().some((type) => type === 'integer' || type === 'number')) return String(schema.minimum ?? 1)
  if (/ids?$/i.test(name)) return name.replace(/[A-Z]/g, '_$&').replace(/s$/, '').toUpperCase()
  return SAMPLES.names[name] ?? SAMPLES.name
}

function recordOf({ properties = {}, required = [] }: Field['schema']): Record<string, unknown> {
  const partOf = (name: string, schema: Field['schema']) =>
    schema.type === 'object' ? recordOf(schema) : sampleOf(name, schema)
  return Object.fromEntries(required.map((name) => [name, partOf(name, properties[name] ?? {})]))
}

const quoted = (text: string) => (/^[\w:./-]+$/.test(text) ? text : JSON.stringify(text))
