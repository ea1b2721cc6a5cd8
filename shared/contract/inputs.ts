/** The input of `query` and `edit`: one flat object of an operation's path parameters, query and body. */
import * as z from 'zod'
import { COMPOSED_NAMES, type ComposedName, composedEdits, isComposed } from './composed.ts'
import {
  type Air,
  type Body,
  type EditName,
  type Operation,
  type OperationName,
  operations,
  type PathParameters,
  type Query,
} from './operations.ts'
import { internalShape } from './renaming.ts'

type Given<T> = T extends undefined ? unknown : T
/** An operation's input by internal names, e.g. `{ projectId, name }`. */
export type InputOf<Name extends OperationName> = PathParameters<Name> & Given<Query<Name>> & Given<Body<Name>>

/** The three parts that the client sends. */
export interface InputParts {
  params: Record<string, string>
  query: Record<string, unknown>
  body: Record<string, unknown> | undefined
}

const id = z.string().min(1).max(200)

/** Names of the `{…}` parts of a path, in order. */
export function parametersIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

/** The names of an operation's path parameters. */
export const parametersOf = (name: OperationName): string[] => parametersIn(operations[name].path)

/** The schema of the flat input; it accepts no other fields. */
export function inputSchema(name: AnyOperation): z.ZodObject {
  if (isComposed(name)) return composedEdits[name].input
  const { query, body, alwaysSent = [] }: Operation = operations[name]
  const params = Object.fromEntries(parametersOf(name).map((one) => [one, id]))
  const fields = z.strictObject({ ...query?.shape, ...(body ? internalShape(body) : {}), ...params })
  return fields.required(Object.fromEntries(alwaysSent.map((one) => [one, true])))
}

/**
 * Splits a flat input into the parts of a request.
 *
 * @returns what is sent, or the error of the first field that does not fit
 */
export function readInput(name: AnyOperation, input: unknown): { parts: InputParts } | { error: z.core.$ZodError } {
  const parsed = inputSchema(name).safeParse(input ?? {})
  if (!parsed.success) return { error: parsed.error }
  if (isComposed(name)) return { parts: { params: {}, query: {}, body: parsed.data } }
  const { query, body }: Operation = operations[name]
  const given = Object.entries(parsed.data).filter(([, value]) => value !== undefined)
  const pick = (isMeant: (field: string) => boolean) => Object.fromEntries(given.filter(([field]) => isMeant(field)))
  const isParam = (field: string) => parametersOf(name).includes(field)
  const isQuery = (field: string) => !isParam(field) && query !== null && field in query.shape
  return {
    parts: {
      params: pick(isParam) as Record<string, string>,
      query: pick(isQuery),
      body: body === null ? undefined : pick((field) => !isParam(field) && !isQuery(field)),
    },
  }
}

const names = Object.keys(operations) as OperationName[]
/** What `edit` accepts: a write of the contract, or one composed of several requests. */
export type AnyEdit = EditName | ComposedName

/** Every name that `query` or `edit` accepts. */
export type AnyOperation = OperationName | ComposedName

/** Could viewers see it? */
export const airOf = (name: AnyEdit): Air => (isComposed(name) ? composedEdits[name] : operations[name]).air

/** Every operation that `query` accepts, then every one that `edit` accepts. */
export const QUERY_NAMES = names.filter((name) => operations[name].class === 'refresh')
export const EDIT_NAMES: readonly AnyEdit[] = [
  ...(names.filter((name) => operations[name].class === 'edit') as EditName[]),
  ...COMPOSED_NAMES,
]
