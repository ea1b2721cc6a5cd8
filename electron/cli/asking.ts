/**
 * `query NAME …` and `edit NAME …`: what was typed is checked against its operation's schema before anything is sent.
 */
import { LARGEST_MESSAGE } from '../../shared/bridge/bridge.ts'
import type { AskedName } from '../../shared/query/query.ts'
import { ASKED_USAGE, askedHelp, doorHelp } from '../../shared/words/cli/asking.ts'
import { CLI_USAGE, didYouMean, LONGEST_WAIT_S } from '../../shared/words/cli/cli.ts'
import { exampleOf } from './example.ts'
import {
  DOORS,
  type DoorName,
  type Field,
  fieldsOf,
  optionsOf,
  ownOptions,
  typedSchema,
  withParts,
  withYes,
} from './fields.ts'
import {
  asOption,
  firstLook,
  nearest,
  OPTIONS,
  type Typed,
  takeApart,
  textOf,
  timeoutOf,
  typedFrom,
  UsageProblem,
} from './options.ts'
import { inputFrom, unfit } from './values.ts'

/** Parses such a line; `lines`: the requested help. Rejects with a `UsageProblem`. */
export async function readAsking(
  door: DoorName,
  args: readonly string[],
  now: number,
): Promise<Typed | { lines: readonly string[] }> {
  const { words, asksHelp } = firstLook(args)
  const typedName = words[1]
  if (typedName === undefined) {
    if (asksHelp) return { lines: doorHelp(door, DOORS[door]) }
    takeApart(args, OPTIONS, door)
    throw new UsageProblem(`${CLI_USAGE.missing('NAME')} ${CLI_USAGE.see(door)}`)
  }
  const operation = operationNamed(door, typedName)
  const fields = fieldsOf(operation)
  if (asksHelp) {
    const own = Object.keys(ownOptions(operation))
    return { lines: askedHelp(door, operation, fields, own, exampleOf(door, operation)) }
  }
  const all = withParts(fields)
  const about = `${door} ${operation}`
  const { values, positionals } = takeApart(withYes(args, all), optionsOf(operation), about)
  if (positionals.length > 2)
    throw new UsageProblem(`${CLI_USAGE.tooMuch(positionals.slice(2).join(' '))} ${CLI_USAGE.see(about)}`)
  const input = await inputFrom(all, values, textOf(values.input), now)
  check(operation, fields, input)
  const typed = typedFrom(door, values)
  if (typed.project !== null && input.projectId !== undefined) throw new UsageProblem(ASKED_USAGE.twoProjects)
  const waits = values.wait === true
  if (!waits && values.timeout !== undefined) throw new UsageProblem(ASKED_USAGE.onlyWithWait)
  const timeoutMs = timeoutOf(textOf(values.timeout), LONGEST_WAIT_S)
  const asked = { operation, input, all: values.all === true, seen: textOf(values.seen), waits }
  return { ...typed, quiet: values.quiet === true, timeoutMs, asked }
}

function operationNamed(door: DoorName, typed: string): AskedName {
  const names = DOORS[door]
  const plain = (name: string) => name.replaceAll('-', '').toLowerCase()
  const found = names.find((name) => plain(name) === plain(typed))
  if (found) return found
  throw new UsageProblem(
    `${ASKED_USAGE.unknownName(door, typed)}${didYouMean(nearest(typed, names))} ${CLI_USAGE.see(door)}`,
  )
}

/** The first invalid field is reported together with the values it takes. */
function check(operation: AskedName, fields: readonly Field[], input: Record<string, unknown>): void {
  const [issue] = typedSchema(operation).safeParse(input).error?.issues ?? []
  const field = fields.find(({ name }) => name === issue?.path[0])
  if (field && !(field.name in input))
    throw new UsageProblem(ASKED_USAGE.missing(asOption(field.option), field.schema))
  if (issue && !field) throw new UsageProblem(ASKED_USAGE.unknownField(issue.message))
  if (issue && field) throw unfitAt(field, input[field.name], issue.path.slice(1))
  const bytes = Buffer.byteLength(JSON.stringify(input))
  if (bytes > LARGEST_INPUT) throw new UsageProblem(ASKED_USAGE.tooLarge(LARGEST_INPUT))
}

/**
 * The largest message that a running Cuelight reads, less the space for what is sent around the input: it would not
 * read a longer line to its end.
 */
const LARGEST_INPUT = LARGEST_MESSAGE - 4 * 1024

/** A text within a list is reported as it was typed; anything deeper is reported with its path. */
function unfitAt(field: Field, value: unknown, path: readonly PropertyKey[]): UsageProblem {
  const typed = Array.isArray(value) && path.length === 1 ? value[Number(path[0])] : undefined
  return typeof typed === 'string' ? unfit(field, typed) : unfit(field, printed(value), path)
}

const printed = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
