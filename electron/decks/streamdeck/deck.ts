/** One plugin: its connection to Cuelight, the keys in sight, and the hands on them. */
import type { Clock } from '../../../shared/util/clock.ts'
import { createHands } from './hands.ts'
import { createKeys, type Draw } from './keys.ts'
import { createLink } from './link.ts'
import type { Pairing, Status } from './settings.ts'

export type Deck = ReturnType<typeof createDeck>

/** @param draw shows a face @param onStatus what a property inspector shows may have changed */
export function createDeck(clock: Clock, draw: Draw, onStatus: () => void) {
  const link = createLink(clock, () => {
    keys.changed()
    onStatus()
  })
  const keys = createKeys(clock, link.view, draw)
  const { appear, disappear, unplugged, choose } = keys
  return {
    ...{ appear, disappear, unplugged, choose },
    ...createHands(clock, link, keys),
    /** Connects with this pairing from now on; null: with none. */
    use: (pairing: Pairing | null): void => link.use(pairing),
    pairing: link.pairing,
    /** What a property inspector shows. */
    status(): Status {
      const { isPaired, isFresh, state } = link.view()
      const namesOf = (list: readonly { name: string }[] | null = null) =>
        isFresh && list ? list.map(({ name }) => name) : []
      const [scenes, macros] = [namesOf(state?.scenes), namesOf(state?.macros)]
      return { type: 'status', ...link.said(), isPaired, scenes, macros }
    },
  }
}
