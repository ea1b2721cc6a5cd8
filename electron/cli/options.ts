/** The words and options of the commands, and the parser of a line. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { distance } from 'fastest-levenshtein'
import type { AskedName } from '../../shared/query/query.ts'
import { ACCOUNT_KINDS, FAULT_KINDS, SCENARIO_NAMES } from '../../shared/rehearsal/rehearsalKinds.ts'
import { CLI_USAGE, type CliCommandName, didYouMean, LONGEST_WAIT_S } from '../../shared/words/cli/cli.ts'
import { defaultDataDir } from '../core/files/dataDir.ts'
import type { Answer } from './answer.ts'

/** Commands sent to a running Cuelight: all but those that only print. */
export type RequestedCommand = Exclude<CliCommandName, 'completion' | 'override-schema' | 'control-api'>

/** A parsed command line. */
export interface Typed {
  command: RequestedCommand
  /** The argument of the command: a name, a number, on or off. */
  about: string
  json: boolean
  dataDir: string
  project: string | null
  confirm: boolean
  despiteFaults: boolean
  /** Undefined: not given, so the setting applies. */
  take: true | undefined
  /** A macro runs on a studio of its own, and nothing goes out. */
  rehearse: boolean
  /** Only ids are printed, one per line. */
  quiet: boolean
  /** What a new pairing may do, as typed; null: not given. */
  scope: string | null
  timeoutMs: number
  /** For `query` and `edit`. */
  asked: ParsedCommand | null
}

/** An operation by its name, with its input as far as it was typed. */
export interface ParsedCommand {
  operation: AskedName
  input: Readonly<Record<string, unknown>>
  /** Read every page of a list. */
  all: boolean
  /** The broadcast that the user takes to be on air; null: not given. */
  seen: string | null
  /** Wait for the work that it starts. */
  waits: boolean
}

/** A text to print instead of running a command: requested help, or a usage error. */
export interface Printed {
  answer: Answer
  json: boolean
}

/** The argument that each command takes; omitted: none. `words` may be several, as in a name. */
export const TAKES: Partial<Record<CliCommandName, 'words' | readonly string[]>> = {
  scene: 'words',
  opening: 'words',
  macro: 'words',
  target: 'words',
  'auto-sync': ['on', 'off'],
  // A value that ends in a space is followed by more.
  playback: ['start ', 'stop '],
  // Opening is also sent to the core and refused there: only the guard decides.
  padlock: ['close', 'open'],
  show: ['main', 'quick', ''],
  sessions: ['', 'end '],
  pair: 'words',
  pairings: ['', 'end ', 'arm ', 'disarm '],
  phone: ['', 'on', 'off', 'pair ', 'allow ', 'end '],
  osc: 'words',
  mcp: 'words',
  'control-api': ['document', 'client'],
  wait: ['live', 'off', 'file '],
  rehearse: [...FAULT_KINDS, ...SCENARIO_NAMES, ...ACCOUNT_KINDS, 'off'],
  server: ['add ', 'rename ', 'move ', 'key ', 'remove '],
  completion: ['bash', 'zsh', 'fish'],
}

export const OPTIONS = {
  json: { type: 'boolean' },
  'data-dir': { type: 'string' },
  project: { type: 'string' },
  confirm: { type: 'boolean' },
  'despite-faults': { type: 'boolean' },
  take: { type: 'boolean' },
  rehearse: { type: 'boolean' },
  wait: { type: 'boolean' },
  timeout: { type: 'string' },
  scope: { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig

/** Options that only some commands have; empty: only operations (`query` and `edit`) have them. */
const OWN: Readonly<Record<string, readonly CliCommandName[]>> = {
  confirm: ['stop', 'go-live', 'macro'],
  'despite-faults': ['go-live'],
  take: ['scene', 'next', 'previous', 'back'],
  rehearse: ['macro'],
  timeout: ['wait'],
  scope: ['pair', 'phone'],
  wait: [],
  quiet: [],
}
/** Commands that are about Cuelight as a whole, or name their project themselves. */
const NO_PROJECT: readonly CliCommandName[] = [
  'macro',
  'padlock',
  'target',
  'show',
  'panel',
  'sessions',
  'pair',
  'pairings',
  'phone',
  'control-api',
  'osc',
  'mcp',
  'rehearse',
  'server',
  'completion',
  'override-schema',
]

/** Does an option apply to a command? */
export function isFor(option: string, command: CliCommandName): boolean {
  if (option === 'project') return !NO_PROJECT.includes(command)
  return !Object.hasOwn(OWN, option) || OWN[option]?.includes(command) === true
}

/** A usage error, with a message for the user. */
export class UsageProblem extends Error {}

type Values = Partial<Record<string, string | boolean | (string | boolean)[]>>

/** Parses a line. @throws UsageProblem if an option is unknown or lacks its value */
export function takeApart(args: readonly string[], options: ParseArgsOptionsConfig, about: string | null = null) {
  const reading = { args: [...args], options, allowPositionals: true, strict: false, tokens: true } as const
  const { tokens, positionals, values } = parseArgs(reading)
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const known = Object.hasOwn(options, name) ? options[name] : undefined
    if (!known) {
      const meant = didYouMean(nearest(rawName, Object.keys(options).map(asOption)))
      throw new UsageProblem(`${CLI_USAGE.unknownOption(rawName)}${meant} ${CLI_USAGE.see(about)}`)
    }
    if (known.type === 'boolean' && value !== undefined) throw new UsageProblem(CLI_USAGE.noValue(rawName))
    // A text that starts with a dash is the next option: the value was forgotten. A dash alone stands for the piped
    // input.
    const isMissing = value === undefined || (!inlineValue && /^-./.test(value))
    if (known.type === 'string' && isMissing) throw new UsageProblem(CLI_USAGE.needsValue(rawName))
  }
  return { positionals, values: values as Values }
}

/**
 * What can be read from a line before its command is known: the words that are not options, and whether help is
 * requested.
 */
export function firstLook(args: readonly string[]): { words: string[]; asksHelp: boolean } {
  const reading = { args: [...args], options: OPTIONS, allowPositionals: true, strict: false } as const
  const { positionals, values } = parseArgs(reading)
  const isHelp = positionals[0] === 'help'
  return { words: isHelp ? positionals.slice(1) : positionals, asksHelp: isHelp || values.help === true }
}

export const asOption = (name: string): string => `--${name}`

/** The options that most commands share. */
export function typedFrom(command: RequestedCommand, values: Values): Typed {
  return {
    command,
    about: '',
    json: values.json === true,
    dataDir: textOf(values['data-dir']) ?? defaultDataDir('cuelight'),
    project: textOf(values.project),
    confirm: values.confirm === true,
    despiteFaults: values['despite-faults'] === true,
    take: values.take === true || undefined,
    rehearse: values.rehearse === true,
    quiet: false,
    scope: textOf(values.scope),
    timeoutMs: 0,
    asked: null,
  }
}

/** In ms. @param otherwise seconds, if no timeout was given @throws UsageProblem */
export function timeoutOf(text: string | null, otherwise: number): number {
  const seconds = text === null ? otherwise : Number(text)
  if (text === '' || !(seconds > 0 && seconds <= LONGEST_WAIT_S)) throw new UsageProblem(CLI_USAGE.timeout)
  return seconds * 1000
}

export const textOf = (value: Values[string]): string | null => (typeof value === 'string' ? value : null)

/** The name that differs from the typed one only by a typing error; null: there is none. */
export function nearest(typed: string, names: readonly string[]): string | null {
  const plain = (text: string) => text.toLowerCase().replaceAll('-', '')
  const ranked = names.map((name) => ({ name, slips: distance(plain(typed).slice(0, 60), plain(name)) }))
  const [first] = ranked.toSorted((one, other) => one.slips - other.slips)
  const { length } = plain(typed)
  return first && first.slips <= Math.max(length > 3 ? 2 : 1, Math.floor(length / 3)) ? first.name : null
}
