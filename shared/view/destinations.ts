/** Where a show goes and what is known of each destination: the same for every surface. */
import { type DestinationState, isRunning, type ProjectState } from '../state.ts'
import { DESTINATION_ERROR_WORDS, DESTINATION_STATES } from '../words/destinations.ts'

const NONE: readonly DestinationState[] = []

/** Where it goes: what the running broadcast says, else what the project has chosen; null when not read yet. */
export function destinationsOf(target: ProjectState | null): readonly DestinationState[] | null {
  if (!target) return null
  const running = isRunning(target.live) ? target.live?.destinations : undefined
  if (running?.length) return running
  return target.settings ? target.settings.destinations : target.live ? NONE : null
}

/** The fault of a destination in words, or null: none is known. */
export function faultOf(target: ProjectState, destination: DestinationState): string | null {
  if (destination.error) return DESTINATION_ERROR_WORDS[destination.error]
  const checked = destination.id === null ? undefined : target.check?.results[destination.id]
  return checked && !checked.valid ? DESTINATION_STATES.loginInvalid : null
}

/** How a destination of a running broadcast is. Services name it in words of their own; of any other nothing is told. */
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

/** What the running broadcast says of one; null: nothing runs, or it does not say. */
export function lookOf(target: ProjectState, { status, error }: DestinationState): DestinationLook | null {
  if (!isRunning(target.live)) return null
  if (error) return 'failed'
  return (status !== null && LOOKS[status.toUpperCase()]) || null
}

/** What is known of a destination, in words. */
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

/** Verifying contacts platforms only: of these it says no more than that they are on the account (contract, P). */
export const NEVER_CONTACTED: ReadonlySet<string> = new Set(['rtmp', 'unknown'])

/** Names of those whose login the last check found not valid. */
export function faultyNames(target: ProjectState): string[] {
  const { settings, check } = target
  if (!settings || !check) return []
  return settings.destinations
    .filter(({ id }) => id !== null && check.results[id]?.valid === false)
    .map(({ name }) => name)
}

/** A link that may be followed: https, and nothing else. */
export const safeLink = (url: string | null): string | null => (url !== null && /^https:\/\//i.test(url) ? url : null)

/** The first few, with every one that has a fault before any that has none is left out; in the service's order. */
export function mostTelling(target: ProjectState, all: readonly DestinationState[], most: number) {
  if (all.length <= most) return all
  const faulty = all.filter((one) => faultOf(target, one) !== null)
  const others = all.filter((one) => faultOf(target, one) === null)
  const chosen = new Set([...faulty, ...others].slice(0, most))
  return all.filter((one) => chosen.has(one))
}
