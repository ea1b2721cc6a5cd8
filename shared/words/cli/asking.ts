/** The command line's texts for `query` and `edit`: help and refusals are generated from the contract's schemas. */
import type * as z from 'zod'
import type { AskedName } from '../../query/query.ts'
import { OPERATION_WORDS } from '../commands/operations.ts'
import { LOCAL_QUERY_WORDS } from '../commands/views.ts'
import { asSentence, numeral, span } from '../format.ts'
import { commandHelp, table } from './cli.ts'

/** The part of JSON Schema that the contract's rows use. */
export interface FieldSchema extends z.core.JSONSchema.BaseSchema {
  anyOf?: FieldSchema[]
  oneOf?: FieldSchema[]
  items?: FieldSchema
  properties?: Record<string, FieldSchema>
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true|false',
  null: 'null',
}
const FORMATS: Readonly<Record<string, string>> = {
  uri: 'URL',
  'date-time': 'time such as "tomorrow 19:00", "fri 8pm" or 2026-11-20T19:00:00Z',
}

/** e.g. `text (1 to 60 characters)`, `video|audio|image`, `{fileId: text, name?: text}`. */
export function takes(schema: FieldSchema): string {
  const { enum: values, items, properties, required = [], format } = schema
  const either = schema.anyOf ?? schema.oneOf
  if (values) return values.join('|')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (either) return either.map(takes).join(' | ')
  if (items) return `[${takes(items)}, …]${within(schema.minItems, schema.maxItems, ' of them')}`
  if (properties) {
    const members = Object.entries(properties).map(
      ([name, one]) => `${name}${required.includes(name) ? '' : '?'}: ${takes(one)}`,
    )
    return `{${members.join(', ')}}`
  }
  if (format && FORMATS[format]) return FORMATS[format]
  const types = [schema.type ?? []].flat().map((type) => TYPES[type] ?? type)
  const length = within(schema.minLength, schema.maxLength, ' characters')
  return `${types.join(' | ')}${length}${within(schema.minimum, schema.maximum)}`
}

/** Omits trivial bounds: that a text is not empty, and JavaScript's largest integer. */
function within(least: number | undefined, most: number | undefined, unit = ''): string {
  const end = most === Number.MAX_SAFE_INTEGER ? undefined : most
  if (end === undefined)
    return least === undefined || (least === 1 && unit) ? '' : ` (at least ${numeral(least)}${unit})`
  if (least === undefined) return ` (at most ${numeral(end)}${unit})`
  return ` (${numeral(least)} to ${numeral(end)}${unit})`
}

type Door = 'query' | 'edit'

/** What a query or edit does, in one sentence. */
export const summaryOf = (name: AskedName): string =>
  name in LOCAL_QUERY_WORDS
    ? LOCAL_QUERY_WORDS[name as keyof typeof LOCAL_QUERY_WORDS]
    : OPERATION_WORDS[name as keyof typeof OPERATION_WORDS].summary

/** Lists what `query` or `edit` accepts. */
export function doorHelp(door: Door, names: readonly AskedName[]): string[] {
  const rows = names.map((name) => [name, summaryOf(name)] as const)
  return [...commandHelp(door).slice(0, 1), '', ...table(rows), '', `Fields of one: cuelight ${door} NAME --help`]
}

/** A field as the user types it. */
interface TypedField {
  readonly option: string
  readonly required: boolean
  readonly schema: FieldSchema
}

/** The help for one query or edit; `own`: its options that are not fields. */
export function askedHelp(
  door: Door,
  name: AskedName,
  fields: readonly TypedField[],
  own: readonly string[],
  example: string,
) {
  const rows = fields.map(({ option, required, schema }) => {
    return [`--${option}`, `${takes(schema)}${required ? ', required' : ''}`] as const
  })
  const usage = `Usage: cuelight ${door} ${name}${fields.length > 0 ? ' [--FIELD VALUE …]' : ''}`
  const options = Object.entries(OPTIONS).filter(([option]) => own.includes(option))
  const json = fields.some(({ schema }) => /[{[]/.test(takes(schema))) ? JSON_FROM : []
  const all = table([...rows, ...options.map(([, row]) => row)])
  return [usage, summaryOf(name), `Example: ${example}`, '', ...all, ...json]
}

/** Sample values for examples. */
export const SAMPLES: Readonly<{ name: string; names: Record<string, string>; formats: Record<string, string> }> = {
  name: 'Sunday Morning',
  names: { operation: 'updateLayer', links: 'https://example.com/video.mp4' },
  formats: { uri: 'https://example.com/video.mp4', 'date-time': '2026-11-20T19:00:00Z' },
}

const OPTIONS = {
  project: ['--project NAME', 'the project by name; default: the show target'],
  all: ['--all', 'every page of the list'],
  seen: ['--seen LIVEID', 'only if this broadcast is on air'],
  wait: ['--wait', 'waits until it has finished, or, if the reply is lost, until Cuelight knows'],
  timeout: ['--timeout S', 'how long to wait, in seconds'],
  input: ['--input JSON', 'all fields as one object; options typed beside it win'],
  quiet: ['--quiet, -q', 'only ids, one a line, for scripts'],
  json: ['--json', 'one JSON object on stdout'],
} as const satisfies Record<string, readonly [string, string]>

const JSON_FROM = [
  'Lists and objects are JSON: typed, from a file (@FILE) or from stdin (-).',
  'A list can also repeat its option, where text is enough for an item: --files ID --files ID.',
  'A field of an object can stand alone: --duration.manual, --settings.volume 5.',
]

/** Errors in what the user typed. */
export const ASKED_USAGE = {
  unknownName: (door: Door, typed: string) => `There is no ${door} "${typed.slice(0, 40)}".`,
  missing: (option: string, schema: FieldSchema) => `It needs ${option}: ${takes(schema)}.`,
  unfit: (option: string, path: string, typed: string, schema: FieldSchema) =>
    `${option}${path && ` (${path})`} cannot be "${typed.slice(0, 40)}". Expected: ${takes(schema)}.`,
  twice: (option: string, typed: string, both: readonly string[]) =>
    `${option} "${typed.slice(0, 40)}" comes twice that day: the clock goes back. Say which one: ${both.join(' or ')}.`,
  unreadable: (option: string, why: string) => `${option} cannot be read: ${asSentence(why)}`,
  noObject: '--input takes an object of fields as JSON: typed, from a file (@FILE) or from stdin (-).',
  unknownField: (message: string) => `--input: ${asSentence(message)}`,
  onlyWithWait: '--timeout needs --wait.',
  tooLarge: (bytes: number) => `Too large: at most ${numeral(bytes)} bytes fit in one command.`,
  twoProjects: 'Name the project once: --project or --project-id.',
} as const

/** Texts about results. */
export const ASKED = {
  /** An empty list. */
  none: 'none',
  /** How old the result is, and how much of a list it shows. */
  read(ageMs: number, list: { shown: number; total: number } | null): string {
    const age = ageMs < 1_500 ? 'just now' : `${span(ageMs)} ago`
    if (list === null) return `Read ${age}.`
    return `${numeral(list.shown)} of ${numeral(list.total)}, read ${age}.`
  },
  rest: 'For the whole list, add --all.',
  /** For a view that is read in parts. */
  bitByBit: 'For all of it, add --wait.',
  /** An edit whose response was lost and that is not reconciled. */
  unsettled: (noReply: string) => `${noReply} Outcome unknown.`,
  /** While it is being reconciled. */
  looksAt: (lost: string, name: AskedName | undefined) => (name ? `${lost} Reading ${name}…` : lost),
  lookAt: (name: AskedName) => `It will not be sent again. To check: cuelight query ${name}`,
} as const
