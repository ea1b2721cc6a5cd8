import { parseArgs } from 'node:util'
import {
  CLI_NAMES,
  CLI_USAGE,
  CLI_WORDS,
  type CliCommandName,
  cliHelp,
  commandHelp,
  EXIT,
  WAIT_S,
} from '../../shared/words/cli.ts'
import { defaultDataDir } from '../core/files/dataDir.ts'
import { VERSION } from '../util/version.ts'
import type { Answer } from './answer.ts'

/** What was typed, understood. */
export interface Typed {
  command: CliCommandName
  /** What follows the command: a name, a number, on or off. */
  about: string
  json: boolean
  dataDir: string
  project: string | null
  confirm: boolean
  despiteFaults: boolean
  timeoutMs: number
}

/** A text instead of a deed: help that was asked for, or what was not understood. */
export interface Printed {
  answer: Answer
  json: boolean
}

/** What each command takes after its name; left out: nothing. `words` may be several, as a name often is. */
const TAKES: Partial<Record<CliCommandName, 'words' | readonly string[]>> = {
  scene: 'words',
  target: 'words',
  'auto-sync': ['on', 'off'],
  // Opening is asked of the core too, and refused there: the guard is one.
  padlock: ['close', 'open'],
  show: ['main', 'quick', ''],
  wait: ['live', 'off'],
}

/** Options that belong to one command. */
const OWN = { confirm: 'stop', 'despite-faults': 'go-live', timeout: 'wait' } as const
/** Commands that are about the whole of Cuelight, or name their project themselves. */
const NO_PROJECT: readonly CliCommandName[] = ['padlock', 'target', 'show', 'panel']

const OPTIONS = {
  json: { type: 'boolean' },
  'data-dir': { type: 'string' },
  project: { type: 'string' },
  confirm: { type: 'boolean' },
  'despite-faults': { type: 'boolean' },
  timeout: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

/** What was typed is wrong, in words for whoever typed it. */
class UsageProblem extends Error {}

/** Reads the command line. Never throws. */
export function readCommandLine(args: readonly string[]): Typed | Printed {
  try {
    return read(args)
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error
    return told({ code: EXIT.usage, sentence: error.message }, args.includes('--json'))
  }
}

const told = (answer: Answer, json = false): Printed => ({ answer, json })
const text = (lines: readonly string[]): Answer => ({ code: EXIT.done, sentence: lines.join('\n'), lines })

function read(args: readonly string[]): Typed | Printed {
  refuseMistyped(args)
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  if (values.version) return told(text([`Cuelight ${VERSION}`]), values.json)
  const asksHelp = positionals[0] === 'help' || values.help
  const [first, ...rest] = positionals[0] === 'help' ? positionals.slice(1) : positionals
  const command = CLI_NAMES.find((name) => name === first) ?? null
  if (command === null && first !== undefined)
    throw new UsageProblem(`${CLI_USAGE.unknownCommand(first)} ${CLI_USAGE.see(null)}`)
  if (asksHelp) return told(text(command === null ? cliHelp() : commandHelp(command)), values.json)
  if (command === null) {
    const lines = [CLI_USAGE.noCommand, '', ...cliHelp()]
    return told({ code: EXIT.usage, sentence: CLI_USAGE.noCommand, lines }, values.json)
  }
  refuseForeign(command, values)
  return {
    command,
    about: aboutOf(command, rest),
    json: values.json ?? false,
    dataDir: values['data-dir'] ?? defaultDataDir('cuelight'),
    project: values.project ?? null,
    confirm: values.confirm ?? false,
    despiteFaults: values['despite-faults'] ?? false,
    timeoutMs: timeoutOf(values.timeout),
  }
}

/** Node's parser would say it in words of its own, for programmers. */
function refuseMistyped(args: readonly string[]): void {
  const reading = { args: [...args], options: OPTIONS, allowPositionals: true, strict: false, tokens: true } as const
  for (const token of parseArgs(reading).tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const known = Object.hasOwn(OPTIONS, name) ? OPTIONS[name as keyof typeof OPTIONS] : null
    if (!known) throw new UsageProblem(`${CLI_USAGE.unknownOption(rawName)} ${CLI_USAGE.see(null)}`)
    if (known.type === 'boolean' && value !== undefined) throw new UsageProblem(CLI_USAGE.noValue(rawName))
    // What begins with a dash is the next option, and the value was forgotten.
    const isMissing = value === undefined || (!inlineValue && value.startsWith('-'))
    if (known.type === 'string' && isMissing) throw new UsageProblem(CLI_USAGE.needsValue(rawName))
  }
}

/** An option that means nothing here was meant for something: it is not passed over. */
function refuseForeign(command: CliCommandName, values: Record<string, unknown>): void {
  for (const [option, owner] of Object.entries(OWN))
    if (values[option] !== undefined && owner !== command) throw notFor(option, command)
  if (values.project !== undefined && NO_PROJECT.includes(command)) throw notFor('project', command)
}

const notFor = (option: string, command: CliCommandName) =>
  new UsageProblem(`${CLI_USAGE.notFor(option, command)} ${CLI_USAGE.see(command)}`)

function aboutOf(command: CliCommandName, rest: readonly string[]): string {
  const takes = TAKES[command]
  const about = rest.join(' ')
  if (takes === undefined) {
    if (about === '') return ''
    throw new UsageProblem(`${CLI_USAGE.tooMuch(about)} ${CLI_USAGE.see(command)}`)
  }
  if (takes === 'words' ? about.trim() !== '' : takes.includes(about)) return about
  throw new UsageProblem(`${CLI_USAGE.missing(CLI_WORDS[command][0])} ${CLI_USAGE.see(command)}`)
}

function timeoutOf(text: string | undefined): number {
  const seconds = text === undefined ? WAIT_S : Number(text)
  if (text === '' || !(seconds > 0 && seconds <= 86_400)) throw new UsageProblem(CLI_USAGE.timeout)
  return seconds * 1000
}
