/** Where a show goes and the state of each destination, identical on every surface. */
import type { Provider } from '../contract/records.ts'
import { type DestinationState, isRunning, type ProjectState } from '../state.ts'
import { checkedServer, DESTINATION_STATES, errorWords } from '../words/projects/destinations.ts'

const NONE: readonly DestinationState[] = []

/** The running broadcast's destinations, else those chosen in the project; null when not read yet. */
export function destinationsOf(target: ProjectState | null): readonly DestinationState[] | null {
  if (!target) return null
  const running = isRunning(target.live) ? target.live?.destinations : undefined
  if (running?.length) return running
  return target.settings ? target.settings.destinations : target.live ? NONE : null
}

/** The fault of a destination in words, or null if none is known. */
export function faultOf(target: ProjectState, destination: DestinationState): string | null {
  if (destination.error) return errorWords(destination.error, destination.provider)
  const checked = destination.id === null ? undefined : target.check?.results[destination.id]
  if (!checked || checked.valid) return null
  return destination.provider === 'rtmp' ? checkedServer(checked.error) : DESTINATION_STATES.loginInvalid
}

/** The state of a destination in a running broadcast. Services use words of their own; unknown ones show no state. */
export type DestinationLook = 'live' | 'waiting' | 'failed'

const LOOKS: Readonly<Record<string, DestinationLook>> = {
  ...{ LIVE: 'live', STREAMING: 'live', ACTIVE: 'live' },
  ...{
    PREPARING: 'waiting',
    STARTING: 'waiting',
    CONNECTING: 'waiting',
    RECONNECTING: 'waiting',
    WAITING: 'waiting',
  },
  ...{ PENDING: 'waiting', READY: 'waiting' },
  ...{ ERROR: 'failed', FAILED: 'failed', STOPPED: 'failed', COMPLETED: 'failed' },
}

/** What the running broadcast reports about a destination; null: nothing runs, or it reports nothing. */
export function lookOf(target: ProjectState, { status, error }: DestinationState): DestinationLook | null {
  if (!isRunning(target.live)) return null
  if (error) return 'failed'
  return (status !== null && LOOKS[status.toUpperCase()]) || null
}

/** The known state of a destination, in words. */
export function stateOf(target: ProjectState, destination: DestinationState): string {
  const fault = faultOf(target, destination)
  const look = lookOf(target, destination)
  if (fault === null && look !== null) return DESTINATION_STATES[look]
  if (fault !== null || isRunning(target.live)) return fault ?? DESTINATION_STATES.noKnownFault
  if (destination.id === null || !(destination.id in (target.check?.results ?? {})))
    return DESTINATION_STATES.notVerified
  return NEVER_CONTACTED.has(destination.provider)
    ? DESTINATION_STATES.cannotBeChecked
    : DESTINATION_STATES.noKnownFault
}

/** Verifying contacts platforms only: for these it only shows that they are on the account (contract, P). */
export const NEVER_CONTACTED: ReadonlySet<string> = new Set(['rtmp', 'local', 'unknown'])

/** What verifying a destination's login showed, in words. */
export function verifiedState(provider: Provider, valid: boolean): string {
  if (!valid) return DESTINATION_STATES.expired
  return NEVER_CONTACTED.has(provider) ? DESTINATION_STATES.cannotBeChecked : DESTINATION_STATES.works
}

/** Names of the destinations whose login the last check found invalid. */
export function faultyNames(target: ProjectState): string[] {
  const { settings, check } = target
  if (!settings || !check) return []
  return settings.destinations
    .filter(({ id }) => id !== null && check.results[id]?.valid === false)
    .map(({ name }) => name)
}

/** The local studio's watch page, on this computer: nothing but that page can be at such an address. */
const WATCH_PAGE = /^http:\/\/127\.0\.0\.1:\d{1,5}\/watch\/\w{1,100}$/

export const isWatchAddress = (url: string): boolean => WATCH_PAGE.test(url)

/** Allows only https links, and the watch page of the local studio. */
export const safeLink = (url: string | null): string | null =>
  url !== null && (/^https:\/\//i.test(url) || isWatchAddress(url)) ? url : null

/** At most `most` destinations, faulty ones before others; in the service's order. */
export function mostTelling(target: ProjectState, all: readonly DestinationState[], most: number) {
  if (all.length <= most) return all
  const faulty = all.filter((one) => faultOf(target, one) !== null)
  const others = all.filter((one) => faultOf(target, one) === null)
  const chosen = new Set([...faulty, ...others].slice(0, most))
  return all.filter((one) => chosen.has(one))
}
