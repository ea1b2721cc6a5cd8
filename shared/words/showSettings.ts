/** What can be chosen for running shows: what it is called, what it means, and what it costs. */
import type { PreferenceName } from '../settings/preferenceNames.ts'
import type { Bounds } from '../settings/preferences.ts'
import { exactSpan } from './format.ts'

export const SHOW_HEADINGS = {
  guard: 'Stop and hotkeys',
  pace: 'Refresh rate',
  cost: 'Requests used',
} as const

/** Its name, and what it means. */
export const CHOICE_WORDS: Record<PreferenceName, { name: string; about: string }> = {
  holdMs: {
    name: 'Hold Stop for',
    about: 'The broadcast ends once Stop was held this long. Letting go earlier sends nothing.',
  },
  cancelWindowMs: {
    name: 'Time to cancel',
    about: 'By keyboard or screen reader, Stop is pressed once. It goes out after this time, unless you cancel it.',
  },
  pressUntilMs: {
    name: 'Time for the second press',
    about: 'With hotkeys, going live and stopping take two presses. A second one later than this begins anew.',
  },
  liveMs: {
    name: 'On air, every',
    about: 'How soon you see what happens without you: a fault of a destination, a stop by somebody else.',
  },
  idleMs: {
    name: 'Off air, every',
    about: 'How soon you see a start by somebody else. Half as often while no window is open.',
  },
}

export const SHOW_WORDS = {
  guard: 'A change counts from the next press on. Presses less than 0.4 s apart are one press, whatever you choose.',
  pace: 'Your own presses never wait for this: they go out at once, and what they did is read right after.',
  unit: 's',
  less: 'Less',
  more: 'More',
  isDefault: 'This is the default.',
  running: 'On air',
  idle: 'Off air',
} as const

/** What a button beside a field is called. */
export const stepName = (way: 'less' | 'more', name: PreferenceName): string =>
  `${SHOW_WORDS[way]}: ${CHOICE_WORDS[name].name}`

/** How far it goes. */
export const boundsSaid = ({ least, most }: Bounds): string => `${least / 1_000} to ${most / 1_000} s`

export const defaultSaid = (ms: number): string => `Default: ${exactSpan(ms)}`

export const backToDefault = (ms: number): string => `Back to ${exactSpan(ms)}`

/** When what is on air counts as not known any more. */
export const staleSaid = (ms: number): string =>
  `Without an answer for ${exactSpan(ms)}, what is on air counts as not known.`

/** What the readings of the show target take of the account's requests. */
export const costSaid = (requests: number, limit: number): string =>
  `about ${Math.ceil(requests)} of ${limit} a minute`

export const reserveSaid = (reserve: number): string =>
  `The last ${reserve} a minute are kept for what you press: refreshing never uses them. Where the budget runs short, refreshing waits.`

/** What a field takes, said when it got something else. */
export const takesSaid = (bounds: Bounds): string => `It takes ${boundsSaid(bounds)}.`
