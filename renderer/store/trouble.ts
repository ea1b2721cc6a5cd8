import { targetOf } from '../../shared/state.ts'
import type { PanelState } from './store.ts'
import { tallyHere } from './tally.ts'

/** Ms until the account may send requests again; null: it may now. */
export function limitedFor({ state, link }: PanelState, now: number): number | null {
  if (link !== 'up' || !state?.service.keyPresent) return null
  const { budget, service } = state
  const left = (budget.blockedUntil ?? 0) - now
  if (left > 0) return left
  if (service.failure?.kind !== 'rateLimited') return null
  return Math.max(0, (service.failingSince ?? now) + (service.failure.retryAfterMs ?? 0) - now)
}

/** Ms since the live status was read, if that is too long ago and no failure explains it. */
export function staleFor(panel: PanelState, now: number): number | null {
  const { state, link } = panel
  const target = state && targetOf(state)
  if (link !== 'up' || !state || !target?.live || state.service.failure || target.failure) return null
  return tallyHere(panel, now) === 'stale' ? now - target.live.readAt : null
}

/** Whether reads currently fail, so that missing data will not arrive on its own. The failure is reported elsewhere. */
export function readingFails({ state, link }: PanelState): boolean {
  const failure = state && (state.service.failure ?? targetOf(state)?.failure)
  return link !== 'up' || failure != null
}
