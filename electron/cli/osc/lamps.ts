/** What OSC surfaces are shown: pure, from what was heard last and from nothing else. */
import type { ControlState } from '../../../shared/control/model.ts'
import { type Face, faceOf, type Lamp, type View } from '../../../shared/decks/face.ts'
import type { DeckAction } from '../../../shared/decks/keys.ts'
import { airOf, type KeyState } from '../../../shared/decks/meaning.ts'
import { DECK_KEY_WORDS } from '../../../shared/words/decks/streamDeck.ts'
import { clockTime } from '../../../shared/words/format.ts'
import { KEYS, ROOT } from './addresses.ts'

export type OscValue = { type: 'float' | 'integer'; value: number } | { type: 'string'; value: string }
/** Values by address. */
export type Lamps = Map<string, OscValue[]>

/** What OSC itself has armed, by key. */
export type Armed = Readonly<Record<'goLive' | 'stop', string | null>>

/** The most scenes that have lamps. */
const MOST_SCENES = 60
/** How bright a lamp is, for surfaces that show no words. What is not known now is dark. */
const LEVELS: Record<Lamp, number> = { on: 1, pending: 0.5, off: 0, stale: 0, unknown: 0 }

const text = (value: string): OscValue => ({ type: 'string', value })
const whole = (value: number): OscValue => ({ type: 'integer', value })
const lamp = ({ lamp, word }: Pick<Face, 'lamp' | 'word'>): OscValue[] => [
  { type: 'float', value: LEVELS[lamp] },
  text(lamp),
  text(word),
]

export const keyOf = (action: DeckAction, scene = '', armId: string | null = null): KeyState => ({
  ...{ action, isDial: false, armId, ring: null, isBusy: false, note: null, chosen: null },
  settings: { scene, press: 'asSet', macro: '' },
})

/** Every lamp. Without recent contact each is stale, and names and clocks are empty. */
export function lampsOf(view: View, armed: Armed): Lamps {
  const lamps: Lamps = new Map()
  const state = view.isFresh ? view.state : null
  for (const [name, value] of Object.entries(factsOf(state, view.now))) lamps.set(`${ROOT}/${name}`, [value])
  for (const [name, action] of Object.entries(KEYS)) {
    const armId = action === 'goLive' || action === 'stop' ? armed[action] : null
    lamps.set(`${ROOT}/${name}/lamp`, lamp(faceHere(keyOf(action, '', armId), view)))
  }
  for (const [at, { id }] of (view.state?.scenes ?? []).slice(0, MOST_SCENES).entries()) {
    const face = faceOf(keyOf('scene', state === null ? String(at + 1) : id), view)
    lamps.set(`${ROOT}/scene/${at + 1}/lamp`, lamp(face))
    lamps.set(`${ROOT}/scene/${at + 1}/name`, [text(state === null ? '' : face.text)])
  }
  return lamps
}

/** Stop takes two presses here, because a packet that says that a key was let go may be lost. */
function faceHere(key: KeyState, view: View): Face {
  const face = faceOf(key, view)
  if (key.action !== 'stop' || face.lamp === 'stale' || face.lamp === 'unknown') return face
  const isArmed = key.armId !== null && view.state?.arm?.id === key.armId
  if (isArmed) return { ...face, lamp: 'pending', word: DECK_KEY_WORDS.again }
  return face.lamp === 'on' ? { ...face, word: '' } : face
}

/** @param state null: nothing is known now */
function factsOf(state: ControlState | null, now: number): Record<string, OscValue> {
  const tally = state?.tally ?? 'stale'
  const isOn = state !== null && ['live', 'preparing'].includes(airOf(state))
  const live = isOn ? state.live : null
  const lasts = (from: number | null | undefined, to: number | null | undefined) =>
    from == null || to == null ? '' : clockTime((to - from) / 1_000)
  return {
    tally: text(tally),
    stale: whole(tally === 'stale' ? 1 : 0),
    project: text(state?.project?.name ?? ''),
    clock: text(lasts(live?.startedAt, now)),
    left: text(lasts(now, live?.endsAt)),
    viewers: whole(live?.viewers ?? -1),
    unsynced: whole(state?.unsynced.count ?? -1),
  }
}
