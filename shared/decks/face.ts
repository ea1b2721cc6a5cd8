/** What each key shows: pure, from what was heard last and from nothing else. */
import type { ControlState } from '../control/model.ts'
import { DECK_KEY_WORDS } from '../words/decks/streamDeck.ts'
import { clockTime } from '../words/format.ts'
import { MARKS } from '../words/labels.ts'
import { editsInBadge, LAMP } from '../words/show/tally.ts'
import type { DeckAction } from './keys.ts'
import { airOf, type KeyState, macroMeant, sceneMeant, scenesAround } from './meaning.ts'

/**
 * `on`, `off`: known now. `pending`: on its way, or waiting for a second step. `stale`: there is no contact, or the
 * last reading is too old. `unknown`: Cuelight does not know either, or nothing is chosen.
 */
export type Lamp = 'on' | 'off' | 'pending' | 'stale' | 'unknown'
/** What a lit lamp means: viewers see it, viewers do not see it yet, or neither. */
export type Tone = 'air' | 'edit' | 'plain'

export interface Face {
  lamp: Lamp
  tone: Tone
  /** One word in capitals. */
  word: string
  /** The name: of the scene, or of what the key does. */
  text: string
  /** Nothing would come of a press now. */
  isDim?: boolean
  /** The tally's own lamp instead of the action's sign. */
  tally?: ControlState['tally']
  /** How far a hold has come, from 0 to 1. */
  ring?: number
  /** Covers the key for a moment: what a press did. */
  note?: string
  /** What viewers would see is not real. */
  isRehearsal?: boolean
}

/** What the plugin knows of Cuelight. */
export interface View {
  isPaired: boolean
  /** The last word is recent enough to be shown as true. */
  isFresh: boolean
  state: ControlState | null
  /** Wall ms. */
  now: number
}

/** The face of a key. Without recent contact it is grey, whatever was known before. */
export function faceOf(key: KeyState, view: View): Face {
  const face = shown(key, view)
  if (key.note !== null) face.note = key.note
  if (!view.isFresh) return face
  if (key.ring !== null) return { ...face, lamp: 'pending', word: DECK_KEY_WORDS.hold, ring: key.ring }
  return key.isBusy && face.lamp !== 'stale' ? { ...face, lamp: 'pending', word: DECK_KEY_WORDS.wait } : face
}

function shown(key: KeyState, { isPaired, isFresh, state, now }: View): Face {
  const text = nameOf(key)
  const plain = { tone: 'plain', text } as const
  if (!isPaired) return { ...plain, lamp: 'unknown', word: DECK_KEY_WORDS.notPaired }
  if (!isFresh || state === null) return { ...plain, lamp: 'stale', word: DECK_KEY_WORDS.stale }
  const face = FACES[key.action](key, state, now)
  return { ...plain, ...face, isRehearsal: state.rehearsal }
}

/** The name of a key, without anything that was read. */
function nameOf({ action, settings: { scene, macro } }: KeyState): string {
  if (action === 'scene' && scene !== '') return /^\d{1,4}$/.test(scene) ? DECK_KEY_WORDS.sceneNumber(scene) : scene
  return action === 'macro' && macro !== '' ? macro : DECK_KEY_WORDS[action]
}

type Shown = Pick<Face, 'lamp' | 'word'> & Partial<Face>
type Show = (key: KeyState, state: ControlState, now: number) => Shown

const dark = (more: Partial<Face> = {}): Shown => ({ lamp: 'off', word: '', ...more })
const unknown = (more: Partial<Face> = {}): Shown => ({ lamp: 'unknown', word: DECK_KEY_WORDS.unknown, ...more })
const stale = (): Shown => ({ lamp: 'stale', word: DECK_KEY_WORDS.stale })

/** A lamp about what is on air: only a recent and certain reading lights it. */
const ofAir =
  (show: (key: KeyState, state: ControlState, air: 'off' | 'preparing' | 'live') => Shown): Show =>
  (key, state) => {
    const air = airOf(state)
    if (air === 'stale') return stale()
    return air === 'unknown' ? unknown() : show(key, state, air)
  }

const isArmed = ({ armId }: KeyState, { arm }: ControlState): boolean => armId !== null && arm?.id === armId
const again = (): Shown => ({ lamp: 'pending', word: DECK_KEY_WORDS.again })
const yesOrNo = (is: boolean | null, words: { yes: string; no: string }): Shown => {
  if (is === null) return unknown()
  return is ? { lamp: 'on', word: words.yes } : dark({ word: words.no })
}

const FACES: Record<DeckAction, Show> = {
  tally: (_, state, now) => tallyFace(state, now),
  goLive(key, state, now) {
    if (isArmed(key, state)) return again()
    if (state.pending?.act === 'start') return { lamp: 'pending', word: DECK_KEY_WORDS.wait }
    return goLiveFace(key, state, now)
  },
  stop: ofAir((_, { pending }, air) => {
    if (pending?.act === 'stop') return { lamp: 'pending', word: DECK_KEY_WORDS.wait }
    return air === 'off' ? dark({ isDim: true }) : { lamp: 'on', word: DECK_KEY_WORDS.hold }
  }),
  scene: ofAir(sceneFace),
  next: ofAir((_, state) => leadsTo(state, state.nextScene)),
  previous: ofAir((_, state) => leadsTo(state, scenesAround(state).previous)),
  back: ofAir((_, state) => leadsTo(state, state.backScene)),
  take: ofAir((_, state) => leadsTo(state, state.nextScene)),
  sync: ofAir((_, { unsynced }, air) => {
    if (air !== 'live') return dark({ isDim: true })
    if (unsynced.some === null) return unknown()
    const word = unsynced.count === null ? MARKS.notYet : editsInBadge(unsynced.count)
    return unsynced.some ? { lamp: 'on', tone: 'edit', word } : dark()
  }),
  autoSync(_, state) {
    if (airOf(state) === 'stale') return stale()
    return yesOrNo(state.autoSync, { yes: DECK_KEY_WORDS.on, no: DECK_KEY_WORDS.off })
  },
  padlock: (_, { padlock }) => yesOrNo(padlock === 'closed', { yes: DECK_KEY_WORDS.closed, no: DECK_KEY_WORDS.open }),
  macro(key, state) {
    const meant = macroMeant(key, state)
    if (typeof meant === 'string') return unknown()
    return isArmed(key, state) ? again() : dark({ text: meant.name })
  },
}

const goLiveFace = ofAir((_, __, air) => {
  if (air === 'live') return { lamp: 'on', tone: 'air', word: LAMP.live }
  return air === 'preparing' ? { lamp: 'pending', word: LAMP.preparing } : dark()
})

function sceneFace(key: KeyState, state: ControlState, air: 'off' | 'preparing' | 'live'): Shown {
  const meant = sceneMeant(key, state)
  if (typeof meant === 'string') return unknown()
  const { id, name: text } = meant
  if (key.chosen !== null && key.chosen === id && id !== state.activeScene)
    return { lamp: 'pending', tone: 'edit', word: DECK_KEY_WORDS.chosen, text }
  if (id === state.onAirScene) {
    if (air === 'live') return { lamp: 'on', tone: 'air', word: MARKS.onAir, text }
    return { lamp: 'pending', word: MARKS.next, text }
  }
  if (id === state.activeScene) {
    if (air === 'off') return { lamp: 'on', word: MARKS.next, text }
    if (state.onAirScene === null) return unknown({ word: MARKS.active, text })
    return { lamp: 'pending', tone: 'edit', word: MARKS.notYet, text }
  }
  return dark({ word: id === state.nextScene ? DECK_KEY_WORDS.follows : '', text })
}

/** Of a key that leads to a scene: its name. */
function leadsTo({ scenes }: ControlState, id: string | null): Shown {
  if (scenes === null) return unknown()
  const found = scenes.find((one) => one.id === id)
  return found ? dark({ text: found.name }) : dark({ isDim: true })
}

/** The tally, the clock of the broadcast, and the scene viewers see. */
function tallyFace(state: ControlState, now: number): Shown {
  const { tally, live, scenes, onAirScene, project } = state
  const air = airOf(state)
  if (air === 'stale') return { ...stale(), tally }
  const word = LAMP[tally]
  if (air === 'unknown') return unknown({ word, tally, text: project?.name ?? DECK_KEY_WORDS.noProject })
  if (air === 'off') return dark({ word, tally, text: project?.name ?? DECK_KEY_WORDS.noProject })
  const lasts = live?.startedAt == null ? '' : clockTime((now - live.startedAt) / 1000)
  const scene = scenes?.find(({ id }) => id === onAirScene)?.name ?? project?.name ?? ''
  const lit: Pick<Face, 'lamp' | 'tone'> =
    air === 'live' ? { lamp: 'on', tone: 'air' } : { lamp: 'pending', tone: 'plain' }
  return { ...lit, word: lasts === '' ? word : lasts, tally, text: scene }
}
