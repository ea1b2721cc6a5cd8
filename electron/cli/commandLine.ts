import {
  CLI_NAMES,
  CLI_USAGE,
  CLI_WORDS,
  type CliCommandName,
  cliHelp,
  commandHelp,
  didYouMean,
  EXIT,
  WAIT_S,
} from '../../shared/words/cli/cli.ts'
import { VERSION } from '../util/version.ts'
import type { Answer } from './answer.ts'
import {
  firstLook,
  isFor,
  nearest,
  OPTIONS,
  type Printed,
  TAKES,
  type Typed,
  takeApart,
  textOf,
  timeoutOf,
  typedFrom,
  UsageProblem,
} from './options.ts'

/** Reads the command line. Never rejects. @param now wall ms, for dates such as "tomorrow 19:00" */
export async function readCommandLine(args: readonly string[], now: number): Promise<Typed | Printed> {
  try {
    return await read(args, now)
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error
    return printed({ code: EXIT.usage, sentence: error.message }, args.includes('--json'))
  }
}

const printed = (answer: Answer, json = false): Printed => ({ answer, json })
const text = (lines: readonly string[]): Answer => ({ code: EXIT.done, sentence: lines.join('\n'), lines })

/** Called by the completion scripts, with the words after `cuelight`. */
const COMPLETE = '--complete'

async function read(args: readonly string[], now: number): Promise<Typed | Printed> {
  // The contract is loaded only for the commands that need it: a key on a Stream Deck must not wait for it.
  if (args[0] === COMPLETE) return printed(text((await import('./completion.ts')).completions(args.slice(1))))
  const { words, asksHelp } = firstLook(args)
  const [first, ...rest] = words
  if (first === 'query' || first === 'edit') {
    const asked = await (await import('./asking.ts')).readAsking(first, args, now)
    return 'lines' in asked ? printed(text(asked.lines), args.includes('--json')) : asked
  }
  const { values } = takeApart(args, OPTIONS)
  const json = values.json === true
  if (values.version) return printed(text([`Cuelight ${VERSION}`]), json)
  const command = CLI_NAMES.find((name) => name === first) ?? null
  if (command === null && first !== undefined) {
    const meant = didYouMean(nearest(first, CLI_NAMES))
    throw new UsageProblem(`${CLI_USAGE.unknownCommand(first)}${meant} ${CLI_USAGE.see(null)}`)
  }
  if (asksHelp) return printed(text(command === null ? cliHelp() : commandHelp(command)), json)
  if (command === null) {
    const lines = [CLI_USAGE.noCommand, '', ...cliHelp()]
    return printed({ code: EXIT.usage, sentence: CLI_USAGE.noCommand, lines }, json)
  }
  refuseForeign(command, values)
  const about = aboutOf(command, rest)
  if (command === 'completion') return printed(text((await import('./completion.ts')).scriptFor(about)), json)
  if (command === 'override-schema') {
    const { overrideSchema } = await import('../../shared/contract/override.ts')
    return printed(text(JSON.stringify(overrideSchema(), null, 2).split('\n')), json)
  }
  if (command === 'control-api') {
    const { controlApi } = await import('./control/controlApi.ts')
    return printed(text(controlApi(about)), json)
  }
  return { ...typedFrom(command, values), about, timeoutMs: timeoutOf(textOf(values.timeout), WAIT_S) }
}

/** An option that does not apply to this command is reported, not ignored: the user meant something by it. */
function refuseForeign(command: CliCommandName, values: object): void {
  const foreign = Object.keys(values).find((option) => !isFor(option, command))
  if (foreign) throw new UsageProblem(`${CLI_USAGE.notFor(foreign, command)} ${CLI_USAGE.see(command)}`)
}

function aboutOf(command: CliCommandName, rest: readonly string[]): string {
  const takes = TAKES[command]
  const about = rest.join(' ')
  if (takes === undefined) {
    if (about === '') return ''
    throw new UsageProblem(`${CLI_USAGE.tooMuch(about)} ${CLI_USAGE.see(command)}`)
  }
  if (takes === 'words' ? about.trim() !== '' : takes.some((one) => fits(about, one))) return about
  const names = takes === 'words' ? [] : takes.map((one) => one.trim())
  const meant = names.includes(about) ? null : nearest(about, names)
  throw new UsageProblem(`${CLI_USAGE.missing(CLI_WORDS[command][0])}${didYouMean(meant)} ${CLI_USAGE.see(command)}`)
}

const fits = (about: string, one: string) => (one.endsWith(' ') ? about.startsWith(one) : about === one)
