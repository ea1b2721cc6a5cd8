/** A state during a show, and keys that show it. */

import type { ControlState } from '../../shared/control/model.ts'
import type { View } from '../../shared/decks/face.ts'
import { type DeckAction, KeySettings } from '../../shared/decks/keys.ts'
import type { KeyState } from '../../shared/decks/meaning.ts'

export const SCENES = ['Opening', 'Talk', 'Break'].map((name, at) => ({ number: at + 1, id: `s${at + 1}`, name }))
export const LIVE: NonNullable<ControlState['live']> = {
  ...{ id: 'l', status: 'LIVE', startedAt: 0, endsAt: null, endsBy: null, viewers: 3 },
}
export const STATE: ControlState = {
  ...{ tally: 'unsynced', rehearsal: false, project: { id: 'p', name: 'Friday Night' }, live: LIVE },
  ...{ scenes: SCENES, activeScene: 's2', onAirScene: 's1', nextScene: 's3', backScene: 's1', destinations: [] },
  ...{ unsynced: { some: true, count: 2 }, autoSync: false, padlock: 'open', arm: null, pending: null },
  budget: { limit: 150, remaining: 100, blockedUntil: null },
  macros: [{ id: 'm', name: 'Show opening' }],
  lastOutcome: null,
  read: { live: 1, scenes: 1, settings: 1, staleAfterMs: 20_000 },
}

export const keyOf = (action: DeckAction, settings: object = {}, more: Partial<KeyState> = {}): KeyState => ({
  ...{ action, isDial: false, settings: KeySettings.parse(settings), armId: null, ring: null },
  ...{ isBusy: false, note: null, chosen: null, ...more },
})
export const viewOf = (state: Partial<ControlState> = {}, more: Partial<View> = {}): View => ({
  ...{ isPaired: true, isFresh: true, now: 61_000, state: { ...STATE, ...state } },
  ...more,
})
