/** The options of each operation on the command line, all derived from its schema. */
import type { ParseArgsOptionsConfig } from 'node:util'
import * as z from 'zod'
import { isComposed } from '../../shared/contract/composed.ts'
import { EDIT_NAMES, inputSchema, QUERY_NAMES } from '../../shared/contract/inputs.ts'
import { type OperationName, operations } from '../../shared/contract/operations.ts'
import { isLocal, LOCAL_QUERIES, localQueries } from '../../shared/query/local.ts'
import type { AskedName } from '../../shared/query/query.ts'
import type { FieldSchema } from '../../shared/words/cli/asking.ts'
import { asOption, OPTIONS } from './options.ts'

/** The two commands that take the name of an operation. */
export const DOORS: Readonly<Record<'query' | 'edit', readonly AskedName[]>> = {
  query: [...QUERY_NAMES, ...LOCAL_QUERIES],
  edit: EDIT_NAMES,
}
export type DoorName = keyof typeof DOORS

/** A field of an operation's input, or a part of such a field that is an object. */
export interface Field {
  /** Its name in the contract: `projectId`, `duration.manual`. */
  name: string
  /** Its option: `project-id`, `duration.manual`; the name itself is accepted too. */
  option: string
  /** Its path in the input. */
  path: readonly string[]
  required: boolean
  schema: FieldSchema
}

const schemaOf = (name: AskedName): z.ZodObject => (isLocal(name) ? localQueries[name].input : inputSchema(name))

export const hasProject = (name: AskedName): boolean => 'projectId' in schemaOf(name).shape

/** Does it return a page of a list? */
export function isPaged(name: AskedName): boolean {
  if (isComposed(name)) return false
  const { shape } = schemaOf(name)
  return 'limit' in shape && 'offset' in shape
}

/** Edits that start further work, and views that are read in parts: their end can be waited for. */
export const GOES_ON: readonly AskedName[] = [
  'importFile',
  'importFiles',
  'encodeFiles',
  'allSchedules',
  'filesWithDurations',
]

/** The schema of what may be typed: the project is optional, because it can come from elsewhere. */
export function typedSchema(name: AskedName): z.ZodObject {
  return hasProject(name) ? schemaOf(name).partial({ projectId: true }) : schemaOf(name)
}

/** The fields of an operation, required ones first. */
export function fieldsOf(operation: AskedName): Field[] {
  const schema = z.toJSONSchema(typedSchema(operation), { io: 'input' }) as FieldSchema
  return fieldsIn([schema], null).toSorted((one, other) => Number(other.required) - Number(one.required))
}

/** The parts of a field that is an object, each with an option of its own: `--duration.manual`. */
export function partsOf(field: Field): Field[] {
  const { schema } = field
  return fieldsIn([schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])], field)
}

/** All fields and parts that can be typed. */
export const withParts = (fields: readonly Field[]): Field[] => fields.flatMap((field) => [field, ...partsOf(field)])

function fieldsIn(either: readonly FieldSchema[], under: Field | null): Field[] {
  const schemas = either.filter(({ properties }) => properties !== undefined)
  const names = new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)))
  return [...names].map((name) => ({
    name: under ? `${under.name}.${name}` : name,
    option: under ? `${under.option}.${kebab(name)}` : kebab(name),
    path: [...(under?.path ?? []), name],
    required: schemas.every(({ required = [] }) => required.includes(name)),
    schema: anyOf(schemas.flatMap(({ properties }) => (properties?.[name] ? [properties[name]] : []))),
  }))
}

function anyOf(schemas: FieldSchema[]): FieldSchema {
  if (schemas.every(({ type }) => type === 'boolean')) return { type: 'boolean' }
  return schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas }
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The options of an operation in addition to its fields. */
export function ownOptions(operation: AskedName) {
  const { json, quiet, 'data-dir': dataDir, project, wait, timeout, help } = OPTIONS
  const seen = EDIT_NAMES.some((name) => name === operation) && hasProject(operation)
  return {
    ...(hasProject(operation) ? { project } : {}),
    ...(isPaged(operation) ? { all: { type: 'boolean' } as const } : {}),
    ...(seen ? { seen: { type: 'string' } as const } : {}),
    ...(canWait(operation) ? { wait, timeout } : {}),
    ...{ input: { type: 'string' } as const, quiet, json, 'data-dir': dataDir, help },
  }
}

/** It starts further work, or is reconciled if its response is lost. */
const canWait = (operation: AskedName): boolean =>
  GOES_ON.includes(operation) ||
  (Object.hasOwn(operations, operation) && 'lookFor' in operations[operation as OperationName])

/** All options of an operation, each field in both spellings. */
export function optionsOf(operation: AskedName): ParseArgsOptionsConfig {
  const ofFields = withParts(fieldsOf(operation)).flatMap(({ name, option, schema }) => {
    const config = { type: 'string', multiple: isList(schema) } as const
    return [name, option].map((spelled) => [spelled, config] as const)
  })
  return { ...Object.fromEntries(ofFields), ...ownOptions(operation) }
}

/** A yes-or-no field without a value means yes: this adds the value, because the parser does not know that. */
export function withYes(args: readonly string[], fields: readonly Field[]): string[] {
  const yesNo = fields.filter(isYesNo).flatMap(({ name, option }) => [asOption(name), asOption(option)])
  const says = (at: number) => /^(true|false)$/.test(args[at] ?? '')
  return args.flatMap((arg, at) => {
    if (yesNo.includes(arg)) return [`${arg}=${says(at + 1) ? args[at + 1] : 'true'}`]
    return says(at) && yesNo.includes(args[at - 1] ?? '') ? [] : [arg]
  })
}

export const isYesNo = ({ schema }: Field) => schema.type === 'boolean'

/** A list whose items can be typed one by one: texts, or records that require exactly one text. */
export const isList = ({ items }: FieldSchema) =>
  [items, ...(items?.anyOf ?? [])].some((one) => one?.type === 'string') || keyOfItems({ items }) !== null

/** The one text that the records of a list require (`fileId`); null if it is no such list. */
export function keyOfItems({ items }: Pick<FieldSchema, 'items'>): string | null {
  const [key, ...others] = items?.required ?? []
  const isText = key !== undefined && items?.properties?.[key]?.type === 'string'
  return isText && others.length === 0 ? key : null
}

/** The only values that a field can have; empty if it is open. */
export function valuesOf(field: Field): string[] {
  return field.schema.enum?.map(String) ?? (isYesNo(field) ? ['true', 'false'] : [])
}
