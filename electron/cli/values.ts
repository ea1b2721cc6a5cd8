/** Converts what was typed to the type that the schema of its field expects; the schema then validates it. */
import { readFile } from 'node:fs/promises'
import { text as textFrom } from 'node:stream/consumers'
import * as z from 'zod'
import { parseJson } from '../../shared/util/json.ts'
import { ASKED_USAGE, type FieldSchema } from '../../shared/words/cli/asking.ts'
import { describeDiskError } from '../../shared/words/outcomes/disk.ts'
import { standardInput } from '../util/standardInput.ts'
import { momentsTyped, typedWithOffset } from './dates.ts'
import { type Field, isList, keyOfItems } from './fields.ts'
import { asOption, UsageProblem } from './options.ts'

type Values = Readonly<Record<string, unknown>>

/** Builds the whole input: the object from `--input` first, then each typed field and part on top. */
export async function inputFrom(
  fields: readonly Field[],
  values: Values,
  whole: string | null,
  now: number,
): Promise<Record<string, unknown>> {
  const input = whole === null ? {} : await wholeInput(whole)
  for (const field of fields) {
    const spelled = [...new Set([field.option, field.name])]
    const typed = spelled.flatMap((one) => values[one] ?? []).map(String)
    if (typed.length > 0) put(input, field.path, await givenTo(field, typed, now))
  }
  return input
}

async function wholeInput(typed: string): Promise<Record<string, unknown>> {
  const value = parseJson(await fromElsewhere('input', typed))
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new UsageProblem(ASKED_USAGE.noObject)
}

/** A part is merged into its field, which may have been given as a whole before. */
function put(input: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  const [part] = rest
  const there = input[name]
  const before = typeof there === 'object' ? there : {}
  input[name] = part === undefined ? value : { ...before, [part]: value }
}

async function givenTo(field: Field, typed: readonly string[], now: number): Promise<unknown> {
  const values = await Promise.all(typed.map(async (text) => dated(field, text, await readText(field, text), now)))
  return isList(field.schema) ? values.flat() : values.at(-1)
}

/**
 * A date may be typed in everyday form, converted to the contract's (UTC). Anything else is left unchanged, so that the
 * schema refuses it as it was typed.
 */
function dated({ schema, option }: Field, typed: string, value: unknown, now: number): unknown {
  const isDate = [schema, schema.items].some((one) => one?.format === 'date-time')
  if (!isDate || value !== typed || z.iso.datetime().safeParse(typed).success) return value
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const [at, second] = momentsTyped(typed, now, zone)
  if (at === undefined) return value
  if (second === undefined) return new Date(at).toISOString()
  const both = [at, second].map((one) => typedWithOffset(one, zone))
  throw new UsageProblem(ASKED_USAGE.twice(asOption(option), typed, both))
}

async function readText(field: Field, typed: string): Promise<unknown> {
  const types = typesOf(field.schema)
  const key = keyOfItems(field.schema)
  const isJson = !types.includes('string') && (types.includes('array') || types.includes('object'))
  const text = isJson ? await fromElsewhere(field.option, typed) : typed
  const value = parseJson(text)
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  if (types.some((one) => (one === 'integer' ? 'number' : one) === type) && type !== 'string') return value
  if (key !== null) return type === 'object' ? value : { [key]: text }
  if (types.includes('string') || isList(field.schema)) return text
  throw unfit(field, typed)
}

/** Larger values come from a file (`@name`) or from the piped input (`-`). */
async function fromElsewhere(option: string, typed: string): Promise<string> {
  try {
    if (typed === '-') return await textFrom(standardInput())
    return typed.startsWith('@') ? await readFile(typed.slice(1), 'utf8') : typed
  } catch (error) {
    throw new UsageProblem(ASKED_USAGE.unreadable(asOption(option), describeDiskError(error)))
  }
}

function typesOf(schema: FieldSchema): string[] {
  const either = schema.anyOf ?? schema.oneOf
  return either ? either.flatMap(typesOf) : [schema.type ?? []].flat()
}

export const unfit = ({ option, schema }: Field, typed: string, path: readonly PropertyKey[] = []): UsageProblem =>
  new UsageProblem(ASKED_USAGE.unfit(asOption(option), path.map(String).join('.'), typed, schema))
