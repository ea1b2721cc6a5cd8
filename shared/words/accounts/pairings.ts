/** Pairings: what is paired, and what each may do. */
import type { PairingShown } from '../../control/pairings.ts'
import type { Scope } from '../../control/scopes.ts'
import { beside, counted, shortDayOf, timeOfDay } from '../format.ts'

/** After the name of a pairing, or after "it". */
export const SCOPE_WORDS: Record<Scope, string> = {
  look: 'sees what is on air, and changes nothing',
  arm: 'can arm Stop and Go live, which a person confirms',
  cues: 'switches scenes and syncs; Stop and Go live only while you have armed it',
  show: 'runs the show, and edits nothing',
  edit: 'runs the show and edits projects',
}

const momentSaid = (at: number): string => `${shortDayOf(at)}, ${timeOfDay(at, false)}`

/** When it was last connected, or how many connections it has. */
export function lastUsedText({ connections, lastUsed }: PairingShown): string {
  if (connections > 0) return connections === 1 ? 'connected' : counted(connections, 'connection')
  return lastUsed === null ? 'never used' : `last used ${momentSaid(lastUsed)}`
}

/** Since when it is paired, when it was last used, and until when it is armed. */
export const pairingText = (one: PairingShown): string =>
  beside([`since ${momentSaid(one.since)}`, lastUsedText(one), ...[armedSaid(one)].filter((said) => said !== '')])

/** Empty: it is not armed. */
export const armedSaid = ({ armedUntil }: Pick<PairingShown, 'armedUntil'>): string =>
  armedUntil === null ? '' : `armed until ${timeOfDay(armedUntil, false)}`

/** Until when it may stop and go live, after its name. */
export const armedText = (name: string, until: number): string =>
  `${name} can stop and go live: until the show ends, at most until ${timeOfDay(until, false)}.`

export const PAIRING_NAMES = { end: 'End pairing', arm: 'Arm', disarm: 'Disarm' } as const

/** What to type or paste, where it cannot be pressed: a code must not be shown in a browser. */
export const PAIRING_HOW = {
  deck: 'Pair a deck or a script',
  deckAbout: 'In a terminal on this computer. It prints the code and the address to connect to, once.',
  deckCommand: 'cuelight pair "Left deck" --scope show',
  osc: 'Use OSC',
  oscAbout:
    'Hears presses on the first port and sends lamps to the second one, until you end it. Stop and Go live stay off until you arm it above.',
  oscCommand: 'cuelight osc 8000 127.0.0.1:9000',
  agent: 'Connect an AI agent',
  agentAbout:
    'Paste this into the settings of the agent’s program. It can read everything; what viewers could see it has to ask for, and you allow it here.',
  agentCommand: '{ "mcpServers": { "cuelight": { "command": "cuelight", "args": ["mcp", "Helper"] } } }',
  checkout: 'From a checkout, cuelight is: npm run --silent cuelight --',
} as const

export const PAIRING_WORDS = {
  heading: 'Decks, scripts and other programs',
  since: momentSaid,
  none: 'Nothing is paired. To pair a deck or a script: cuelight pair NAME --scope show.',
  howToEnd: 'To end one: cuelight pairings end NAME. To end all: cuelight pairings end all.',

  /** The code is printed once: no Cuelight can show it again. */
  code: (name: string) => `The code of ${name}, shown only now. Give it to the program, and to nobody else:`,
  address: 'It connects to:',
  where: (address: string) => `They connect to ${address}`,
  noSuch: (typed: string) => `Nothing is paired as "${typed.slice(0, 40)}". Nothing was changed.`,
  needsScope: (scopes: string) => `Say what it may do: --scope with one of ${scopes}.`,
} as const
