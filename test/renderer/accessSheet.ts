import type { PairingShown, Pairings } from '../../shared/control/pairings.ts'
import type { PanelSessionShown, PanelSessions } from '../../shared/query/panelSessions.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, NOW, offProject } from './states.ts'

const DAY = 86_400_000
const one = (nr: number, more: Partial<PanelSessionShown> = {}): PanelSessionShown => ({
  ...{ id: String(nr).repeat(64).slice(0, 64), browser: 'Firefox', system: 'Linux' },
  ...{ since: NOW - nr * 3 * DAY, lastSeen: NOW - nr * DAY, panels: 0, ...more },
})
export const SEVERAL: PanelSessionShown[] = [
  one(1, { panels: 2, lastSeen: NOW }),
  one(2, { browser: 'OBS', system: 'Windows', panels: 1, lastSeen: NOW }),
  one(3, { browser: null, system: null }),
]
export const accessOf =
  (sessions: PanelSessionShown[], unopened = 0, pairings: PairingShown[] = []) =>
  (name: string): PanelSessions | Pairings | string => {
    if (name === 'pairings') return { pairings, address: null }
    return name === 'panelSessions' ? { sessions, unopened } : `nothing answers ${name} here`
  }

export const DECKS: PairingShown[] = [
  { id: 'a'.repeat(16), name: 'Left deck', scope: 'show', since: NOW - DAY, lastUsed: NOW, connections: 1 },
  { id: 'b'.repeat(16), name: 'Script', scope: 'look', since: NOW - 2 * DAY, lastUsed: null, connections: 0 },
]

const at = (read: SetUpState['read'], press: string[] = []): SetUpState => ({
  ...{ hash: '#set-up/access', state: appState(offProject()), press },
  ...(read && { read }),
})

/** The list of browsers with access to the panel, in every state worth a picture. */
export const ACCESS_SHEET: Record<string, SetUpState> = {
  access: at(accessOf(SEVERAL, 1, DECKS)),
  accessNone: at(accessOf([])),
  accessMany: at(accessOf(Array.from({ length: 50 }, (_, index) => one(index + 1)))),
  accessFailed: at(() => 'It could not be read'),
  accessAsks: at(accessOf(SEVERAL), ['End all access']),
}
