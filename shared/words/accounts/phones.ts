/** Phones: pairing one, what each may do, and what is wrong. */
import type { PhoneShown, Phones } from '../../phone/phones.ts'
import { beside, counted, shortDayOf, timeOfDay } from '../format.ts'
import { browserText } from './access.ts'
import { SCOPE_WORDS } from './pairings.ts'

export const PHONE_NAMES = {
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  pair: 'Pair a phone',
  show: 'Show the code',
  cancel: 'Cancel pairing',
  allow: 'The digits match',
  refuse: 'They do not',
  end: 'End access',
} as const

export const PHONE_WORDS = {
  heading: 'Phones',
  about:
    'The panel on a phone in the same network. Each phone is paired once. Other devices can see that something answers, and nothing else.',
  off: 'Off: nothing answers in the network.',
  network: 'Network',
  all: 'All local networks',
  scope: 'What it may do',
  name: 'Name',
  defaultName: 'Phone',
  scan: 'Scan this with the phone’s camera, or open the address there and enter the code.',
  warning:
    'Its browser warns once, because the certificate is Cuelight’s own. If it shows a SHA-256 fingerprint, compare it with this one:',
  code: 'Code',
  fingerprint: 'Fingerprint of the certificate',
  waiting: 'Waiting for the phone.',
  compare: 'Does the phone show these digits?',
  none: 'No phone has access.',
  here: 'this phone',
  ends: (at: number) => `The certificate is valid until ${shortDayOf(at)}.`,
  qr: 'QR code with the address and the code',
  asks: (name: string, by: Parameters<typeof browserText>[0]) => `${name} (${browserText(by)}) asks for access.`,
} as const

export const PHONE_PROBLEMS = {
  port: (port: number) => `Port ${port} is used by another program. Cuelight keeps trying: close that program.`,
  address: (address: string) => `This computer does not have the address ${address} now. Cuelight keeps trying.`,
  noNetwork: 'This computer is in no local network now. Cuelight keeps trying.',
  other: (message: string) => `The network cannot be served: ${message}. Cuelight keeps trying.`,
} as const

/** What a page outside of Cuelight says: nothing of what it belongs to. */
export const PHONE_PAGE_WORDS = {
  title: 'Enter the code',
  about: 'It is shown on the computer, under Settings, Access, Phones.',
  label: 'Code',
  go: 'Continue',
} as const

/** The states of that page. As HTML: `digits` is filled in by its script. */
export const PHONE_PAGE_STATES = {
  connecting: 'One moment.',
  wrong: 'That code is not valid, or not any more. Get a new one on the computer.',
  check: 'Compare these digits with the computer’s. If they match, confirm there.<p id="digits"></p>',
  allowed: 'Confirmed.',
  refused: 'Not confirmed. Nothing was shared.',
  ended: 'The access of this phone has ended. To get in again, get a new code on the computer.',
} as const

const momentSaid = (at: number): string => `${shortDayOf(at)}, ${timeOfDay(at, false)}`

/** What it may do, what it is, since when, and when it was last used. */
export function phoneText(one: PhoneShown): string {
  const used = one.panels > 0 ? 'connected' : `last used ${momentSaid(one.lastSeen)}`
  return beside([SCOPE_WORDS[one.scope], browserText(one), `since ${momentSaid(one.since)}`, used])
}

/** The doctor's line: where phones are served, until when the certificate is good, and how many are paired. */
export function phonesDoctorText({ on, served, phones }: Phones): string {
  if (!on) return 'off'
  const where = served.map(({ url, ends }) => `${url}, certificate until ${shortDayOf(ends)}`)
  return beside([...where, `${counted(phones.length, 'phone')} paired`])
}

export const PHONES_ON_THE_COMMAND_LINE = {
  on: 'Phones: on.',
  howToPair: 'To pair one: cuelight phone pair NAME --scope look|arm|show|edit.',
  howToEnd: 'To end one: cuelight phone end NAME.',
  howToAllow: 'The phone then shows six digits. If it is yours: cuelight phone allow DIGITS.',
  notOn: 'Phones are off. To turn them on: cuelight phone on.',
  noneAsks: 'No phone asks for access now.',
  otherDigits: 'The phone that asks shows other digits. Nothing was allowed.',
  noSuch: (typed: string) => `No phone with access is called "${typed.slice(0, 40)}". Nothing was ended.`,
  openThere: (url: string, code: string) => `On the phone, open ${url} and enter ${code}, or scan:`,
} as const
