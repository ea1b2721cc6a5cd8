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
  PLATFORM_RATE_LIMITED: 'the platform’s rate limit is reached: wait',
  CONNECTION_ERROR: 'no connection to the platform',
  STREAM_ERROR: 'the platform rejects the stream',
  UNKNOWN_ERROR: 'unexplained fault: check the studio',
}

/** The same for a word of the service's own; a code that we have no words for says nothing to anybody. */
export function destinationError(error: string): string {
  if (Object.hasOwn(DESTINATION_ERROR_WORDS, error)) return DESTINATION_ERROR_WORDS[error as DestinationError]
  return /^[A-Z\d_]+$/.test(error) ? DESTINATION_ERROR_WORDS.UNKNOWN_ERROR : error
}

/** What is known of one, beside what it reports. */
export const DESTINATION_STATES = {
  /** Never "healthy": the absence of a fault is all that is known. */
  noKnownFault: 'no known fault',
  /** As the running broadcast says. */
  live: 'on air',
  waiting: 'not on air yet',
  failed: 'not on air: check the studio',
  /** Nobody asked the service about its login since this project was chosen. */
  notVerified: 'not verified yet',
  cannotBeChecked: 'cannot be checked until it is on air',
  /** A check found that the platform does not take the login any more. */
  loginInvalid: 'login expired: reconnect it in the studio',
} as const

export const LIVE_STATUS_WORDS: Record<LiveStatus, string> = {
  OFFLINE: 'off air',
  SCHEDULED: 'scheduled',
  PREPARING: 'preparing',
  LIVE: 'on air',
  COMPLETED: 'ended',
  ERROR: 'ended with an error',
  UNKNOWN: 'status not known',
}

export const FEWER_DESTINATIONS = 'Show fewer'

export const allDestinations = (count: number): string => `Show all ${count}`

/** How many there are, and how many of them have a fault that is known. */
export function destinationsText(count: number, faulty: number): string {
  if (faulty === 0) return String(count)
  return faulty === 1 ? `1 of ${count} has a fault` : `${faulty} of ${count} have a fault`
}
