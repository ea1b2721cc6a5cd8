import type { PairingShown, Pairings } from '../../shared/control/pairings.ts'
import { NO_PHONES, type Phones } from '../../shared/phone/phones.ts'
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
  (sessions: PanelSessionShown[], unopened = 0, pairings: PairingShown[] = [], phones = NO_PHONES) =>
  (name: string): PanelSessions | Pairings | Phones | string => {
    if (name === 'phones') return phones
    if (name === 'pairings') return { pairings, address: null }
    return name === 'panelSessions' ? { sessions, unopened } : `nothing answers ${name} here`
  }

export const DECKS: PairingShown[] = [
  {
    id: 'a'.repeat(16),
    name: 'Left deck',
    scope: 'show',
    since: NOW - DAY,
    lastUsed: NOW,
    connections: 1,
    armedUntil: null,
  },
  {
    id: 'b'.repeat(16),
    name: 'Script',
    scope: 'look',
    since: NOW - 2 * DAY,
    lastUsed: null,
    connections: 0,
    armedUntil: null,
  },
]

/** On, with one phone. */
export const PHONES: Phones = {
  ...{ on: true, address: null, choices: ['192.168.1.20', '127.0.0.1'], problem: null, pairing: null },
  served: [
    {
      url: 'https://192.168.1.20:4718/',
      fingerprint: Array.from({ length: 32 }, (_, at) => (160 + at).toString(16).toUpperCase()).join(':'),
      ends: NOW + 800 * DAY,
    },
  ],
  phones: [
    {
      ...{ id: 'c'.repeat(64), name: 'Old phone', scope: 'look', browser: 'Safari', system: 'iOS' },
      ...{ since: NOW - 9 * DAY, lastSeen: NOW - DAY, panels: 0 },
    },
  ],
}
export const WAITS: NonNullable<Phones['pairing']> = { name: 'Mine', scope: 'show', expires: NOW + DAY, asks: null }
/** What may stop and go live only while it is armed. */
export const OSC: PairingShown = {
  ...{ id: 'c'.repeat(16), name: 'OSC 8000', scope: 'cues', since: NOW - DAY, lastUsed: NOW, connections: 1 },
  armedUntil: null,
}

const at = (read: SetUpState['read'], press: string[] = []): SetUpState => ({
  ...{ hash: '#set-up/access', state: appState(offProject()), press },
  ...(read && { read }),
})

/** The list of browsers with access to the panel, in every state worth a picture. */
export const ACCESS_SHEET: Record<string, SetUpState> = {
  access: at(accessOf(SEVERAL, 1, DECKS)),
  accessArmed: at(
    accessOf([], 0, [
      { ...OSC, armedUntil: NOW + DAY / 2 },
      { ...OSC, id: 'd'.repeat(16), name: 'OSC 9000' },
    ]),
  ),
  accessNone: at(accessOf([])),
  accessMany: at(accessOf(Array.from({ length: 50 }, (_, index) => one(index + 1)))),
  accessFailed: at(() => 'It could not be read'),
  accessPhones: at(accessOf(SEVERAL, 0, DECKS, PHONES)),
  accessPhoneWaits: at(accessOf([], 0, [], { ...PHONES, pairing: WAITS })),
  accessPhoneAsks: at(
    accessOf([], 0, [], {
      ...PHONES,
      pairing: { ...WAITS, asks: { id: 'ask', check: '123 456', browser: 'Chrome', system: 'Android' } },
    }),
  ),
  accessPhonesProblem: at(
    accessOf([], 0, [], { ...PHONES, served: [], problem: 'This computer is in no local network now.' }),
  ),
  accessAsks: at(accessOf(SEVERAL), ['End all access']),
}
