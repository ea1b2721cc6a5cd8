/** What hands do on the deck: presses, holds and turns become commands. */
import type { ControlState } from '../../../shared/control/model.ts'
import { scenesAround } from '../../../shared/decks/meaning.ts'
import { aboutShown, pressed } from '../../../shared/decks/presses.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { DECK_NOTES } from '../../../shared/words/decks/streamDeck.ts'
import { holdStop } from './hold.ts'
import type { Key, Keys } from './keys.ts'
import type { Link } from './link.ts'
import { createSender } from './sending.ts'

/** A scene that was chosen by turning and not pressed is forgotten after this long, in ms. */
const CHOSEN_MS = 10_000

export function createHands(clock: Clock, link: Link, keys: Keys) {
  const send = createSender(link, keys)

  function stop(key: Key, state: ControlState): void {
    // What a program may only arm, a person confirms in Cuelight: there is nothing to hold for.
    if (link.scope() === 'arm') {
      void send(key, aboutShown(state, 'armStop', { mode: 'press' }))
      return
    }
    key.hold?.abandon()
    key.hold = holdStop(aboutShown(state, 'armStop', { mode: 'hold' }), {
      clock,
      send: (command) => send(key, command),
      cancel: (armId) => void link.send({ type: 'cancelArm', armId }),
      onNote: (text) => keys.note(key, text),
      onRing(filled) {
        key.ring = filled
        keys.show(key)
      },
    })
  }

  /** The state that the keys show, or why nothing can be done, as a note. */
  function shown(): ControlState | string {
    const { isPaired, isFresh, state } = link.view()
    if (!isPaired) return DECK_NOTES.notPaired
    return isFresh && state ? state : DECK_NOTES.notSent
  }

  /** @returns why nothing is sent, as a note; null: nothing is to be said */
  function press(key: Key): string | null {
    const state = shown()
    if (typeof state === 'string') return state
    if (key.action === 'stop') {
      stop(key, state)
      return null
    }
    if (key.isDial && key.chosen === null) return DECK_NOTES.turn
    const command = pressed(key, state)
    if (typeof command === 'string') return command
    if (command) void send(key, command)
    return null
  }

  /** @returns why nothing is chosen, as a note; null: a scene is */
  function choose(key: Key, ticks: number): string | null {
    const state = shown()
    if (typeof state === 'string') return state
    const { scenes } = state
    if (!scenes) return DECK_NOTES.notKnown
    const from = key.chosen === null ? scenesAround(state).at : scenes.findIndex(({ id }) => id === key.chosen)
    key.chosen = scenes[Math.min(scenes.length - 1, Math.max(0, from + ticks))]?.id ?? null
    key.stopChosen()
    key.stopChosen = clock.after(CHOSEN_MS, () => {
      key.chosen = null
      keys.show(key)
    })
    return null
  }

  return {
    down(context: string): void {
      const key = keys.get(context)
      const why = key && press(key)
      if (key && typeof why === 'string') keys.note(key, why)
    },
    up(context: string): void {
      keys.get(context)?.hold?.release()
    },
    /** A dial was turned. @param ticks to the right; negative: to the left */
    turn(context: string, ticks: number): void {
      const key = keys.get(context)
      if (key?.isDial) keys.note(key, choose(key, ticks))
    },
  }
}
