import type { LiveEvent } from '../../../shared/outcome.ts'
import { type DestinationState, isRunning, type LiveState, type Pending } from '../../../shared/state.ts'

/**
 * What happened between two readings that nobody asked for through us. Pure.
 *
 * @param pending what is on its way: then the command's own outcome, or its settling, tells the story
 * @param error the service's words for how it ended, where it gives any
 */
export function liveEvents(
  before: LiveState | null,
  after: LiveState,
  pending: Pending | null,
  error: string | null,
): LiveEvent[] {
  if (!before) return []
  const [ran, runs] = [isRunning(before), isRunning(after)]
  const same = before.liveId === after.liveId
  const events: LiveEvent[] = []
  if (ran && !(runs && same) && pending?.act !== 'stop') events.push({ event: 'ended', error })
  if (runs && !(ran && same) && pending?.act !== 'start') events.push({ event: 'startedElsewhere' })
  if (after.status === 'LIVE' && !(same && before.status === 'LIVE')) events.push({ event: 'onAir' })
  return ran && runs && same ? [...events, ...destinationEvents(before, after)] : events
}

/** Which destinations of one broadcast began to fail, and which work again. */
function destinationEvents(before: LiveState, after: LiveState): LiveEvent[] {
  const known = new Map(before.destinations.map((one) => [keyOf(one), one]))
  return after.destinations.flatMap((one): LiveEvent[] => {
    const { name, error } = one
    const had = known.get(keyOf(one))?.error ?? null
    if (error !== null && error !== had) return [{ event: 'destinationFailed', name, error }]
    return error === null && had !== null ? [{ event: 'destinationRecovered', name }] : []
  })
}

const keyOf = ({ id, provider, name }: DestinationState) => id ?? `${provider} ${name}`

/** An error as the service gives it: words, or an object that holds some. */
export function errorText(error: unknown): string | null {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return null
  for (const key of ['message', 'code', 'error']) {
    const value = (error as Record<string, unknown>)[key]
    if (typeof value === 'string') return value
  }
  return 'unnamed'
}
