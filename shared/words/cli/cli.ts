/** The command line's own texts. */
import type { ProjectState } from '../../state.ts'
import { onAirFor } from '../../view/clock.ts'
import { capitalised, clockTime, inARow, listed, onPlaces, quotedName, span } from '../format.ts'
import { ACCOUNT_WORDS, FAULT_WORDS, SCENARIO_WORDS } from '../show/rehearsal.ts'

/** The outcome of a command as an exit code. Scripts depend on these numbers: they never change. */
export const EXIT = { done: 0, refused: 1, usage: 2, noApp: 3, notKnown: 4, timedOut: 5 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

const EXIT_WORDS: Record<keyof typeof EXIT, string> = {
  done: 'done',
  refused: 'refused or failed: it was not carried out, and the sentence says why',
  usage: 'not understood, or --confirm is missing: nothing was sent',
  noApp: 'Cuelight is not running, or ended meanwhile; it is never started for you',
  notKnown: 'not known: sent, but the reply was lost; it is never sent again',
  timedOut: 'what you waited for did not come in time',
}

/** One row per command: its arguments, and what it does. */
export const CLI_WORDS = {
  status: ['', 'what is on air, and how fresh that is'],
  watch: ['', 'a line for each change, until Ctrl+C'],
  'go-live': [
    '[--confirm] [--despite-faults]',
    'starts the broadcast; the first of an account, or one with known faults, only if you say so',
  ],
  stop: ['--confirm', 'stops the broadcast that is on air'],
  sync: ['', 'shows viewers the project as it is now'],
  scene: ['NAME|NUMBER [--take]', 'switches to a scene; with --take it goes on air at once'],
  opening: ['NAME|NUMBER|active', 'the scene that shows begin with from now on'],
  next: ['[--take]', 'switches to the next scene'],
  previous: ['[--take]', 'switches to the scene before this one in the list'],
  back: ['[--take]', 'switches back to the scene viewers saw last'],
  'auto-sync': ['on|off', 'whether changes reach viewers at once'],
  playback: ['start|stop LAYER_ID', 'starts or stops what one layer plays in the running broadcast'],
  macro: [
    'NAME [--confirm|--rehearse]',
    'runs a macro of the show target; one that goes live or stops takes --confirm; with --rehearse nothing goes out',
  ],
  padlock: ['close', 'closes the padlock; only a person opens it, in window, panel or tray'],
  target: ['NAME', 'chooses the show target'],
  show: ['[main|quick]', 'brings the window to the front; without one, prints an address of the panel'],
  panel: ['', 'prints an address that opens the panel in a browser, once'],
  sessions: ['[end ID|end all]', 'lists the browsers that have access to the panel; ends that of one, or of all'],
  pair: [
    'NAME --scope look|arm|cues|show|edit',
    'pairs a deck, a script or another program, and prints its code, once',
  ],
  pairings: [
    '[end NAME|end all|arm NAME|disarm NAME]',
    'lists what is paired; ends one pairing, or all; lets one of the scope cues stop and go live until the show ends',
  ],
  phone: [
    '[on|off|pair NAME|allow DIGITS|end NAME] [--scope look|arm|show|edit]',
    'the panel on phones in the same network: turns it on or off, pairs one, ends one',
  ],
  'control-api': ['document|client', 'prints the AsyncAPI document of the control API, or a client in TypeScript'],
  osc: [
    'PORT [ADDRESS[:PORT] …]',
    'presses by OSC from these addresses, and lamps to their ports, until Ctrl+C; without any, from this computer only',
  ],
  mcp: ['NAME', 'lets an AI agent use Cuelight over stdin and stdout (MCP); the journal calls it NAME'],
  wait: ['live|off|file ID … [--timeout S]', 'waits until it is on air, or off, or until files can be used'],
  query: ['NAME [--FIELD VALUE …]', 'reads anything from the service; query --help lists the names'],
  edit: ['NAME [--FIELD VALUE …]', 'makes any change that is not a show command; edit --help lists the names'],
  rehearse: [
    'NAME|off',
    'makes the local studio misbehave, or play another account; rehearse --help lists the names',
  ],
  server: [
    'add URL NAME|rename ID NAME|move ID URL|key ID|remove ID',
    'a server to which the local studio really broadcasts; the URL without the stream key, which add, move and key read from standard input',
  ],
  completion: ['bash|zsh|fish', 'prints a completion script for that shell'],
  doctor: ['', 'tries what Cuelight needs of this computer: what works, what does not, and what to do'],
  'override-schema': ['', 'prints the JSON Schema of an override file'],
} as const satisfies Record<string, readonly [takes: string, about: string]>
export type CliCommandName = keyof typeof CLI_WORDS

export const CLI_NAMES = Object.keys(CLI_WORDS) as CliCommandName[]

/** How long `wait` waits by default, in s: longer than any platform takes to go on air. */
export const WAIT_S = 120
/** The maximum wait, in s. */
export const LONGEST_WAIT_S = 86_400

const OPTIONS = [
  ['--json', 'one JSON object on stdout (watch: one a line)'],
  ['--project NAME', 'another project than the show target, by name or id'],
  ['--data-dir DIR', 'the Cuelight that keeps its data there'],
  ['--help, -h', 'this text; after a command, help with that one'],
  ['--version', 'which Cuelight this is'],
] as const

/** The whole help, line by line. */
export function cliHelp(): string[] {
  const rows = CLI_NAMES.map((name) => [`${name} ${CLI_WORDS[name][0]}`.trim(), CLI_WORDS[name][1]] as const)
  const help = ['help [COMMAND]', 'this text, or about one command'] as const
  const codes = Object.entries(EXIT).map(
    ([name, code]) => [String(code), EXIT_WORDS[name as keyof typeof EXIT]] as const,
  )
  return [
    'Usage: cuelight COMMAND [options]',
    'Talks to the Cuelight that is running, and starts nothing.',
    '',
    ...table([...rows, help]),
    '',
    ...table(OPTIONS),
    '',
    'Exit codes:',
    ...table(codes),
  ]
}

/** The help of one command. */
export function commandHelp(name: CliCommandName): string[] {
  const [takes, about] = CLI_WORDS[name]
  const extra =
    name === 'wait'
      ? [`At most ${WAIT_S} s, unless --timeout says otherwise.`]
      : name === 'rehearse'
        ? rehearsalHelp()
        : []
  return [`Usage: cuelight ${name} ${takes}`.trim(), `${capitalised(about)}.`, ...extra]
}

/** What can be rehearsed, by the names that are typed. */
function rehearsalHelp(): string[] {
  const lists = { Faults: FAULT_WORDS, Scenarios: SCENARIO_WORDS, Accounts: ACCOUNT_WORDS }
  const lines = Object.entries(lists).flatMap(([heading, words]) => [
    '',
    `${heading}:`,
    ...table(Object.entries(words).map(([name, { about }]) => [name, about] as const)),
  ])
  return [...lines, '', ...table([['off', 'ends all faults and the scenario; the account stays as it is']])]
}

/** Rows of two columns, the left one as wide as it needs. */
export function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

/** Errors in what the user typed. */
export const CLI_USAGE = {
  noCommand: 'Say what to do.',
  unknownCommand: (typed: string) => `There is no command "${typed.slice(0, 40)}".`,
  tooMuch: (typed: string) => `"${typed.slice(0, 40)}" does not belong here.`,
  unknownOption: (typed: string) => `There is no option ${typed.slice(0, 40)}.`,
  noValue: (option: string) => `${option} takes no value.`,
  needsValue: (option: string) => `${option} needs a value.`,
  missing: (takes: string) => `It needs ${takes}.`,
  notFor: (option: string, name: CliCommandName) => `--${option} is not for ${name}.`,
  timeout: `--timeout takes a number of seconds, more than 0 and at most ${LONGEST_WAIT_S}.`,
  see: (name: string | null) => `See: cuelight ${name === null ? '' : `${name} `}--help`,
} as const

/** After an unknown name, if there is a similar one. */
export const didYouMean = (name: string | null): string => (name === null ? '' : ` Did you mean ${name}?`)

/** The current state besides the broadcast, for one line. */
export const CLI_STANDS = {
  autoSync: (on: boolean | null) => `auto-sync ${on === null ? 'not known' : on ? 'on' : 'off'}`,
  padlock: (locked: boolean) => `padlock ${locked ? 'closed' : 'open'}`,
  armed: (what: string) => `armed: ${what}`,
  /** Where a broadcast can be watched. */
  watch: (name: string, url: string) => `${name}: ${url}`,
} as const

export const CLI_SENTENCES = {
  /** The link was lost while waiting for a response. */
  sentAndLost: 'Sent, but no reply came: it may or may not have worked. It will not be sent again.',
  noAppNow: 'Cuelight is not running now. Any live broadcast continues. Start it to find out.',
  noAnswerNow: 'Cuelight is still not answering.',
  saysNow: (sentence: string) => `Cuelight says now: ${sentence}.`,
  nothingSent: 'Nothing was sent.',
  serverName: 'Give the server a name, as the last words. Nothing was sent.',
  streamKey:
    'Pass the stream key through a pipe, so that it appears nowhere: cuelight server add URL NAME < FILE. Nothing was sent.',
  despiteFaults: 'To go live anyway: cuelight go-live --despite-faults',
  confirm: 'To go live with that: cuelight go-live --confirm',
  cancelDates: 'To cancel them: cuelight edit cancelSchedules',
  destinations:
    'On the command line: cuelight edit updateProject --destination-ids ID (cuelight query listDestinations).',
  /** @param ageMs of the names by which the command was understood; null: unknown */
  oldNames: (ageMs: number | null) =>
    ageMs === null ? 'Going by an older scene list.' : `Going by the scene list read ${span(ageMs)} ago.`,
  notStopped: 'It was not stopped from here.',
  watchEnded: 'Cuelight ended, or closed the connection. Any live broadcast continues.',
  gaveUp: 'Stopped waiting.',
  waitedInVain: (ms: number, sentence: string) => `Not within ${span(ms)}. ${sentence}.`,
  noWindow: 'This Cuelight has no window. Its panel:',
} as const

/** What Stop would stop, shown when --confirm is missing. */
export function wouldStop(project: ProjectState, now: number): string {
  const where = onPlaces(project.live?.destinations.map((one) => one.name) ?? [])
  const ms = onAirFor(project, now)
  const since = ms === null ? '' : `, on air for ${clockTime(ms / 1000)}`
  return `Not stopped: stopping takes --confirm. It would stop ${project.name}${where}${since}.`
}
export const WOULD_STOP_NOTHING = 'Not stopped: stopping takes --confirm. Nothing is known to be on air now.'

/** Refusals for a name that matches nothing or several things. */

/** How many names fit on a line. */
const MOST_NAMED = 12

export const couldBe = (wanted: string, names: readonly string[]): string =>
  `${quotedName(wanted)} could be ${among(names)}. Say which. Nothing was sent.`

export function noSuchScene(wanted: string, names: readonly string[]): string {
  const there = names.length === 0 ? 'the project has none' : `there are ${among(names)}`
  return `No scene is called ${quotedName(wanted)}: ${there}. Nothing was sent.`
}

export const noSuchProject = (wanted: string): string =>
  `No project is called ${quotedName(wanted)}. Nothing was sent.`

function among(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED)
  const more = names.length - shown.length
  return more > 0 ? listed([...shown, `${more} more`]) : inARow(shown)
}
