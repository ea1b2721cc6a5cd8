/** A deck in this process: the real core and client, keys that a test presses, and a clock that it moves. */
import { expect } from 'vitest'
import { createDeck } from '../../electron/decks/streamdeck/deck.ts'
import type { Scope } from '../../shared/control/scopes.ts'
import type { Face } from '../../shared/decks/face.ts'
import type { DeckAction } from '../../shared/decks/keys.ts'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { controlled } from '../remote/controlKit.ts'
import { atEnd } from '../support/atEnd.ts'

export async function deckOn(options: IndependentOptions & { scope?: Scope } = {}) {
  const { scope = 'show', ...service } = options
  const on = await controlled(service)
  const clock = new VirtualClock(on.rig.clock.now())
  const faces = new Map<string, Face>()
  const deck = createDeck(
    clock,
    ({ context }, face) => faces.set(context, face),
    () => {},
  )
  atEnd(() => deck.use(null))
  const face = (context: string): Face => {
    const shown = faces.get(context)
    if (!shown) throw new Error(`nothing is shown on ${context}`)
    return shown
  }
  return {
    ...{ ...on, deck, face, faces },
    deckClock: clock,
    /** Puts a key on the deck, named as its action. */
    place(action: DeckAction, settings: object = {}, isDial = false): string {
      const context = isDial ? 'dial' : action
      deck.appear({ context, device: 'device', action, isDial, settings })
      return context
    },
    use: async () => deck.use({ code: await on.pair(scope), address: on.address }),
    /** Waits until a face is as expected. Little time passes: a reading would become old while its news travels. */
    shows: (context: string, what: (face: Face) => boolean) =>
      expect
        .poll(() => {
          on.rig.clock.advance(20)
          return face(context)
        })
        .toSatisfy(what),
  }
}
