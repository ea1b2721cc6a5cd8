import { targetOf } from '../../../shared/state.ts'
import { KEYCHAIN_WORDS } from '../../../shared/words/accounts/profiles.ts'
import { lastEndAgo, lastErrorAgo, QUICK_WORDS } from '../../../shared/words/desktop/quick.ts'
import { describeFailure } from '../../../shared/words/outcomes/failures.ts'
import type { PanelState } from '../../store/store.ts'

/** The worst known problem in one sentence, for places with space for only one; null: no problem is known. */
export function worstNews({ state, link }: PanelState, now: number): string | null {
  if (!state) return null
  if (link !== 'up') return QUICK_WORDS.lost
  if (state.keychain.state === 'locked') return KEYCHAIN_WORDS.locked
  const target = targetOf(state)
  const failure = state.service.keyPresent ? (state.service.failure ?? target?.failure) : null
  if (failure) return describeFailure(failure).what
  if (target?.lastError) return lastErrorAgo(now - target.lastError.at)
  const end = target?.lastEnd
  return target && end && end.by !== 'plan' ? lastEndAgo(end, target.name, now - end.at) : null
}
