/** `query NAME …` and `edit NAME …`: what was typed, checked by the row it is about before anybody is asked. */
import { LARGEST_MESSAGE } from '../../shared/bridge/bridge.ts'
import type { AnyOperation } from '../../shared/contract/inputs.ts'
import { ASKED_USAGE, askedHelp, doorHelp } from '../../shared/words/asking.ts'
import { CLI_USAGE, didYouMean } from '../../shared/words/cli.ts'
import {
  DOORS,
  type DoorName,
  type Field,
  fieldsOf,
  givenTo,
  optionsOf,
  ownOptions,
  typedSchema,
  unfit,
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
  typedFrom,
  UsageProblem,
} from './options.ts'

/** Reads such a line; `lines`: help that was asked for. Rejects with a `UsageProblem`. */
export async function readAsking(
  door: DoorName,
  args: readonly string[],
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
  if (asksHelp) return { lines: askedHelp(door, operation, fields, Object.keys(ownOptions(operation))) }
  const about = `${door} ${operation}`
  const { values, positionals } = takeApart(withYes(args, fields), optionsOf(operation), about)
  if (positionals.length > 2)
    throw new UsageProblem(`${CLI_USAGE.tooMuch(positionals.slice(2).join(' '))} ${CLI_USAGE.see(about)}`)
  const input: Record<string, unknown> = {}
  for (const field of fields) {
    const spelled = [...new Set([field.option, field.name])]
    const typed = spelled.flatMap((one) => values[one] ?? []).map(String)
    if (typed.length > 0) input[field.name] = await givenTo(field, typed)
  }
  check(operation, fields, input)
  const typed = typedFrom(door, values)
  if (typed.project !== null && input.projectId !== undefined) throw new UsageProblem(ASKED_USAGE.twoProjects)
  return { ...typed, asked: { operation, input, all: values.all === true, seen: textOf(values.seen) } }
}

function operationNamed(door: DoorName, typed: string): AnyOperation {
  const names = DOORS[door]
  const plain = (name: string) => name.replaceAll('-', '').toLowerCase()
  const found = names.find((name) => plain(name) === plain(typed))
  if (found) return found
  throw new UsageProblem(
    `${ASKED_USAGE.unknownName(door, typed)}${didYouMean(nearest(typed, names))} ${CLI_USAGE.see(door)}`,
  )
}

/** The first field that does not fit is told by what it takes. */
function check(operation: AnyOperation, fields: readonly Field[], input: Record<string, unknown>): void {
  const [issue] = typedSchema(operation).safeParse(input).error?.issues ?? []
  const field = fields.find(({ name }) => name === issue?.path[0])
  if (field && !(field.name in input))
    throw new UsageProblem(ASKED_USAGE.missing(asOption(field.option), field.schema))
  if (issue && field) throw unfit(field, printed(input[field.name]), issue.path.slice(1))
  const bytes = Buffer.byteLength(JSON.stringify(input))
  if (bytes > LARGEST_INPUT) throw new UsageProblem(ASKED_USAGE.tooLarge(LARGEST_INPUT))
}

/** What a running Cuelight takes at once, less what is sent around it: longer lines it would not read to their end. */
const LARGEST_INPUT = LARGEST_MESSAGE - 4 * 1024

const printed = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
