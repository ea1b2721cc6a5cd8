import { isShutOut } from '../../shared/bridge/bridge.ts'
import { targetOf } from '../../shared/state.ts'
import { type Tally, tallyOf } from '../../shared/tally.ts'
import { LINK_WORDS } from '../../shared/words/labels.ts'
import { ENDED_WORDS } from '../../shared/words/panel/setup.ts'
import { tallySentence } from '../../shared/words/show/tally.ts'
import type { PanelState } from './store.ts'

/** The tally as far as this page knows it: without the core, nothing is certain. */
export function tallyHere({ state, link, ended }: PanelState, now: number): Tally {
  if (ended) return 'stale'
  if (link === 'lost' && state) return 'stale'
  // Waiting will not help: the user has to do something.
  if (link === 'lost' || isShutOut(link)) return 'error'
  if (!state) return 'unknown'
  return tallyOf(state, targetOf(state), now)
}

/** The sentence beside the lamp. It contains no ages, because screen readers announce every change. */
export function sentenceHere(panel: PanelState, now: number): string {
  const { state, link, ended } = panel
  if (ended) return ENDED_WORDS.title
  if (isShutOut(link)) return LINK_WORDS[link]
  if (link === 'lost') return state ? LINK_WORDS.lost : LINK_WORDS.neverUp
  if (!state) return LINK_WORDS.connecting
  return tallySentence(tallyHere(panel, now), state, targetOf(state), null)
}

/** Whether the shown on-air state is certain enough to be marked as such. */
export function airIsKnown(panel: PanelState, now: number): boolean {
  const isRead = panel.state !== null && targetOf(panel.state)?.live != null
  return isRead && panel.link === 'up' && tallyHere(panel, now) !== 'stale'
}
