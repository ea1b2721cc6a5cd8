/** The keys and dials that are in sight, and what each shows. */

import { type Face, faceOf, type View } from '../../../shared/decks/face.ts'
import { KeySettings } from '../../../shared/decks/keys.ts'
import type { KeyState } from '../../../shared/decks/meaning.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { holdStop } from './hold.ts'

/** How long what a press did covers its key, in ms. */
const NOTE_MS = 4_000
const SECOND_MS = 1_000

export interface Key extends KeyState {
  /** The Stream Deck's name for this key. */
  context: string
  device: string
  hold: ReturnType<typeof holdStop> | null
  /** How many of its commands have no outcome yet. */
  waiting: number
  stopNote: () => void
  stopChosen: () => void
}

/** A key or dial that came into sight. @property settings as the Stream Deck has them */
export type Appeared = Pick<Key, 'context' | 'device' | 'action' | 'isDial'> & { settings: unknown }

export type Draw = (key: Pick<Key, 'context' | 'isDial'>, face: Face) => void
export type Keys = ReturnType<typeof createKeys>

/** @param draw shows a face; also called if it stays the same */
export function createKeys(clock: Clock, view: () => View, draw: Draw) {
  const keys = new Map<string, Key>()
  let stopTick = () => {}

  const show = (key: Key) => {
    if (keys.get(key.context) === key) draw(key, faceOf({ ...key, isBusy: key.waiting > 0 }, view()))
  }

  /** The clock moves on while there is one in sight. */
  function tick(): void {
    stopTick()
    const clocks = [...keys.values()].filter(({ action }) => action === 'tally')
    if (clocks.length === 0 || !view().isFresh) return
    stopTick = clock.after(SECOND_MS - (clock.now() % SECOND_MS), () => {
      for (const key of clocks) show(key)
      tick()
    })
  }

  /** Ends what was begun on a key: a hold, a first press, a choice. */
  function forget(key: Key): void {
    key.hold?.abandon()
    key.stopChosen()
    Object.assign(key, { hold: null, armId: null, chosen: null })
  }

  function disappear(context: string): void {
    const key = keys.get(context)
    if (!key) return
    forget(key)
    key.stopNote()
    keys.delete(context)
    tick()
  }

  return {
    get: (context: string) => keys.get(context),
    show,
    /** Covers a key for a moment with what a press did; null: with nothing. */
    note(key: Key, text: string | null): void {
      key.stopNote()
      key.note = text
      if (text !== null) key.stopNote = clock.after(NOTE_MS, () => this.note(key, null))
      show(key)
    },
    /** What is known has changed. */
    changed(): void {
      const { isFresh } = view()
      for (const key of [...keys.values()]) {
        // A hold without contact is no Stop, also if contact is back before it is over.
        if (!isFresh) forget(key)
        show(key)
      }
      tick()
    },
    appear({ settings, ...rest }: Appeared): void {
      disappear(rest.context)
      const idle = { armId: null, ring: null, isBusy: false, note: null, chosen: null, hold: null, waiting: 0 }
      const timers = { stopNote: () => {}, stopChosen: () => {} }
      const key: Key = { ...rest, ...idle, ...timers, settings: KeySettings.parse(settings) }
      keys.set(key.context, key)
      show(key)
      tick()
    },
    disappear,
    /** A device was unplugged: whatever was held on it is not held any more. */
    unplugged(device: string): void {
      for (const key of keys.values()) if (key.device === device) forget(key)
    },
    /** The user chose something else for a key. */
    choose(context: string, settings: unknown): void {
      const key = keys.get(context)
      if (!key) return
      // A first press, or a hold, was of what the key meant then.
      forget(key)
      key.settings = KeySettings.parse(settings)
      show(key)
    },
  }
}
