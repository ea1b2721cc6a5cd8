/** What an operation of the contract is asked with on the command line: all of it made from its row. */
import { readFile } from 'node:fs/promises'
import { text as textFrom } from 'node:stream/consumers'
import type { ParseArgsOptionsConfig } from 'node:util'
import * as z from 'zod'
import { isComposed } from '../../shared/contract/composed.ts'
import { type AnyOperation, EDIT_NAMES, inputSchema, QUERY_NAMES } from '../../shared/contract/inputs.ts'
import { type Operation, operations } from '../../shared/contract/operations.ts'
import { parseJson } from '../../shared/util/json.ts'
import { ASKED_USAGE, type FieldSchema } from '../../shared/words/asking.ts'
import { tellDiskError } from '../../shared/words/disk.ts'
import { asOption, OPTIONS, UsageProblem } from './options.ts'

/** The two commands that ask by the contract. */
export const DOORS = { query: QUERY_NAMES, edit: EDIT_NAMES } as const
export type DoorName = keyof typeof DOORS

/** A field of an operation's input. */
export interface Field {
  /** As the contract calls it: `projectId`. */
  name: string
  /** As it is typed: `project-id`; the name itself is taken as well. */
  option: string
  required: boolean
  schema: FieldSchema
}

export const hasProject = (name: AnyOperation): boolean => 'projectId' in inputSchema(name).shape

/** Whether it answers a page of a list. */
export function isPaged(name: AnyOperation): boolean {
  if (isComposed(name)) return false
  const { query }: Operation = operations[name]
  return query !== null && 'limit' in query.shape && 'offset' in query.shape
}

/** What may be typed: the project can come from elsewhere. */
export function typedSchema(name: AnyOperation): z.ZodObject {
  const schema = inputSchema(name)
  return hasProject(name) ? schema.partial({ projectId: true }) : schema
}

/** The fields of an operation, what is required first. */
export function fieldsOf(operation: AnyOperation): Field[] {
  const { properties = {}, required = [] } = z.toJSONSchema(typedSchema(operation), { io: 'input' }) as FieldSchema
  const fields = Object.entries(properties).map(([name, schema]) => {
    return { name, option: kebab(name), required: required.includes(name), schema }
  })
  return fields.toSorted((one, other) => Number(other.required) - Number(one.required))
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The options of an operation beside its fields. */
export function ownOptions(operation: AnyOperation) {
  const { json, 'data-dir': dataDir, project, help } = OPTIONS
  const seen = EDIT_NAMES.some((name) => name === operation) && hasProject(operation)
  return {
    ...(hasProject(operation) ? { project } : {}),
    ...(isPaged(operation) ? { all: { type: 'boolean' } as const } : {}),
    ...(seen ? { seen: { type: 'string' } as const } : {}),
    ...{ json, 'data-dir': dataDir, help },
  }
}

/** All options of an operation, each field in both spellings. */
export function optionsOf(operation: AnyOperation): ParseArgsOptionsConfig {
  const ofFields = fieldsOf(operation).flatMap(({ name, option, schema }) => {
    const config = { type: 'string', multiple: isTexts(schema) } as const
    return [name, option].map((spelled) => [spelled, config] as const)
  })
  return { ...Object.fromEntries(ofFields), ...ownOptions(operation) }
}

/** A yes-or-no field alone means yes: says so, for what takes lines apart does not know it. */
export function withYes(args: readonly string[], fields: readonly Field[]): string[] {
  const yesNo = fields.filter(isYesNo).flatMap(({ name, option }) => [asOption(name), asOption(option)])
  const says = (at: number) => /^(true|false)$/.test(args[at] ?? '')
  return args.flatMap((arg, at) => {
    if (yesNo.includes(arg)) return [`${arg}=${says(at + 1) ? args[at + 1] : 'true'}`]
    return says(at) && yesNo.includes(args[at - 1] ?? '') ? [] : [arg]
  })
}

const isYesNo = ({ schema }: Field) => schema.type === 'boolean'
/** A list of texts can be typed by repeating its option. */
const isTexts = ({ items }: FieldSchema) => items?.type === 'string'

/** The values that a field can only have; none: it is open. */
export function valuesOf(field: Field): string[] {
  return field.schema.enum?.map(String) ?? (isYesNo(field) ? ['true', 'false'] : [])
}

/** What a field was given, as its schema wants it: whether it fits there is for the schema to say. */
export async function givenTo(field: Field, typed: readonly string[]): Promise<unknown> {
  const values = await Promise.all(typed.map((text) => readText(field, text)))
  return isTexts(field.schema) ? values.flat() : values.at(-1)
}

async function readText(field: Field, typed: string): Promise<unknown> {
  const types = typesOf(field.schema)
  const isJson = !types.includes('string') && (types.includes('array') || types.includes('object'))
  const text = isJson ? await fromElsewhere(field, typed) : typed
  const value = parseJson(text)
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  if (types.some((one) => (one === 'integer' ? 'number' : one) === type) && type !== 'string') return value
  if (types.includes('string') || isTexts(field.schema)) return text
  throw unfit(field, typed)
}

/** Larger values come from a file (`@name`), or from what is piped in (`-`). */
async function fromElsewhere({ option }: Field, typed: string): Promise<string> {
  try {
    if (typed === '-') return await textFrom(process.stdin)
    return typed.startsWith('@') ? await readFile(typed.slice(1), 'utf8') : typed
  } catch (error) {
    throw new UsageProblem(ASKED_USAGE.unreadable(asOption(option), tellDiskError(error)))
  }
}

function typesOf(schema: FieldSchema): string[] {
  const either = schema.anyOf ?? schema.oneOf
  return either ? either.flatMap(typesOf) : [schema.type ?? []].flat()
}

export const unfit = ({ option, schema }: Field, typed: string, path: readonly PropertyKey[] = []): UsageProblem =>
  new UsageProblem(ASKED_USAGE.unfit(asOption(option), path.map(String).join('.'), typed, schema))
