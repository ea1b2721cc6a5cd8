import type { DestinationError, LiveStatus, Provider } from '../contract/records.ts'

export const PROVIDER_WORDS: Record<Provider, string> = {
  youtube: 'YouTube',
  facebook: 'Facebook',
  twitch: 'Twitch',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  rtmp: 'RTMP',
  unknown: 'Other platform',
}

/** What a destination reports, and what to do. */
export const DESTINATION_ERROR_WORDS: Record<DestinationError, string> = {
  AUTH_ERROR: 'login expired: reconnect it in the studio',
  PLATFORM_RATE_LIMITED: 'the platform takes no more for now: wait',
  CONNECTION_ERROR: 'no connection to the platform',
  STREAM_ERROR: 'the platform does not take the stream',
  UNKNOWN_ERROR: 'a fault it does not explain: look in the studio',
}

/** The same for a word of the service's own; a code that we have no words for says nothing to anybody. */
export function destinationError(error: string): string {
  if (Object.hasOwn(DESTINATION_ERROR_WORDS, error)) return DESTINATION_ERROR_WORDS[error as DestinationError]
  return /^[A-Z\d_]+$/.test(error) ? DESTINATION_ERROR_WORDS.UNKNOWN_ERROR : error
}

/** Never "healthy": the absence of a fault is all that is known. */
export const NO_KNOWN_FAULT = 'no known fault'

/** Nobody asked the service about its login since this project was chosen. */
export const NOT_VERIFIED = 'not verified yet'
export const CANNOT_BE_CHECKED = 'cannot be checked before it is on air'

export const LIVE_STATUS_WORDS: Record<LiveStatus, string> = {
  OFFLINE: 'off air',
  SCHEDULED: 'scheduled',
  PREPARING: 'preparing',
  LIVE: 'on air',
  COMPLETED: 'ended',
  ERROR: 'ended with an error',
  UNKNOWN: 'status not known',
}

/** A check found that the platform does not take the login any more. */
export const LOGIN_INVALID = 'login expired: reconnect it in the studio'

export const FEWER_DESTINATIONS = 'Show fewer'

export function allDestinations(count: number): string {
  return `Show all ${count}`
}

/** How many there are, and how many of them have a fault that is known. */
export function destinationsTold(count: number, faulty: number): string {
  if (faulty === 0) return String(count)
  return faulty === 1 ? `1 of ${count} has a fault` : `${faulty} of ${count} have a fault`
}
