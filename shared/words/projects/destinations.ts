import type { DestinationError, LiveStatus, Provider } from '../../contract/records.ts'

export const PROVIDER_WORDS: Record<Provider, string> = {
  youtube: 'YouTube',
  facebook: 'Facebook',
  twitch: 'Twitch',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  rtmp: 'RTMP',
  local: 'This computer',
  unknown: 'Other platform',
}

/**
 * Where a destination of the local studio leads: those on platforms are there to rehearse with. Whether an RTMP server
 * is an example or the user's own is not reported.
 */
export function studioDestination(provider: Provider): string {
  if (provider === 'local') return 'Really broadcast, to browsers on this computer'
  return provider === 'rtmp' ? PROVIDER_WORDS.rtmp : `${PROVIDER_WORDS[provider]}, pretend`
}

/** A destination's error, and what to do. */
export const DESTINATION_ERROR_WORDS: Record<DestinationError, string> = {
  AUTH_ERROR: 'login expired: reconnect it in the studio',
  PLATFORM_RATE_LIMITED: 'the platform’s rate limit is reached: wait',
  CONNECTION_ERROR: 'no connection to the platform',
  STREAM_ERROR: 'the platform rejects the stream',
  UNKNOWN_ERROR: 'unexplained fault: check the studio',
}

/** Of a server of the user's own, which has a stream key and no login. */
const SERVER_ERROR_WORDS: Partial<Record<DestinationError, string>> = {
  AUTH_ERROR: 'no stream key, or the server refuses it: set it again',
  CONNECTION_ERROR: 'no connection to the server: trying again',
  STREAM_ERROR: 'the server rejects the stream: check its address',
}

/** What is wrong with a destination, and what to do. */
export function errorWords(error: DestinationError, provider: Provider): string {
  if (provider === 'local') return 'interrupted: trying again'
  return (provider === 'rtmp' ? SERVER_ERROR_WORDS[error] : undefined) ?? DESTINATION_ERROR_WORDS[error]
}

/** Why a check found a server unusable: our studio sends a code and a sentence. */
export const checkedServer = (error: string | null | undefined): string =>
  /^[A-Z_]{1,40}: (.{1,300})$/.exec(error ?? '')?.[1] ?? DESTINATION_STATES.failed

/** For error codes or texts of the service: a code without words of ours would mean nothing to users. */
export function destinationError(error: string): string {
  if (Object.hasOwn(DESTINATION_ERROR_WORDS, error)) return DESTINATION_ERROR_WORDS[error as DestinationError]
  return /^[A-Z\d_]+$/.test(error) ? DESTINATION_ERROR_WORDS.UNKNOWN_ERROR : error
}

/** What is known of a destination, besides its error. */
export const DESTINATION_STATES = {
  /** Never "healthy": all we know is that no fault was reported. */
  noKnownFault: 'no known fault',
  /** As the running broadcast reports. */
  live: 'on air',
  waiting: 'not on air yet',
  failed: 'not on air: check the studio',
  /** Its login was not verified since this project was chosen. */
  notVerified: 'not verified yet',
  cannotBeChecked: 'cannot be checked until it is on air',
  /** Right after a check. */
  works: 'login works',
  expired: 'login expired',
  /** A check found that the platform does not accept the login any more. */
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

/** Leads to the user's own servers and the watch page. */
export const SERVERS_LINK = 'Servers and watch page'

export const FEWER_DESTINATIONS = 'Show fewer'

export const allDestinations = (count: number): string => `Show all ${count}`

/** The number of destinations, and how many have a known fault. */
export function destinationsText(count: number, faulty: number): string {
  if (faulty === 0) return String(count)
  return faulty === 1 ? `1 of ${count} has a fault` : `${faulty} of ${count} have a fault`
}
