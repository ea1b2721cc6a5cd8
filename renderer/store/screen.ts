import { isShutOut } from '../../shared/bridge/bridge.ts'
import type { PanelState } from './store.ts'

/** The screens that this page can draw. */
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

/** The screen for the current state. */
export function screenOf({ link, state, ended }: PanelState): Screen {
  if (ended) return 'ended'
  if (isShutOut(link)) return link
  if (!state) return link === 'lost' ? 'neverUp' : 'connecting'
  if (state.service.baseUrl === '') return 'starting'
  if (!state.service.keyPresent) return 'noKey'
  return state.targetId === null ? 'choose' : 'show'
}

/** Whether there is a running Cuelight to navigate and set up. */
export const isKnown = (screen: Screen) => ['starting', 'noKey', 'choose', 'show'].includes(screen)
