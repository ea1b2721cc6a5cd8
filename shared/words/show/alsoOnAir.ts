/** What else the account has on air, shown below the show. */
import { clockTime, numeral, span } from '../format.ts'

export const ALSO_WORDS = {
  heading: 'Also on air',
  readAgo: (ms: number) => `read ${span(ms)} ago`,
  preparing: 'Starting',
  onAir: 'On air',
  ended: 'No longer on air',
  stop: 'Stop it',
  notKnown: 'was on air, not known now',
  onAirFor: (ms: number) => clockTime(Math.floor(ms / 1000)),
  watching: (viewers: number) => `${numeral(viewers)} watching`,
  endsIn: (ms: number) => `ends in ${clockTime(Math.ceil(ms / 1000))}`,
  unsynced: 'viewers do not see every change',
} as const
