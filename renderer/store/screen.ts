import { isShutOut } from '../../shared/bridge/bridge.ts'
import type { PanelState } from './store.ts'

/** What can be drawn, as far as this page knows. */
export type Screen =
  | 'connecting'
  | 'starting'
  | 'neverUp'
  | 'refused'
  | 'accessEnded'
  | 'ended'
  | 'noKey'
  | 'choose'
  | 'show'

/** The screen that fits what is known. */
export function screenOf({ link, state, ended }: PanelState): Screen {
  if (ended) return 'ended'
  if (isShutOut(link)) return link
  if (!state) return link === 'lost' ? 'neverUp' : 'connecting'
  if (state.service.baseUrl === '') return 'starting'
  if (!state.service.keyPresent) return 'noKey'
  return state.targetId === null ? 'choose' : 'show'
}

/** Is there a Cuelight to set up? */
export const isKnown = (screen: Screen) => ['starting', 'noKey', 'choose', 'show'].includes(screen)
