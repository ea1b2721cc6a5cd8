/** Sends the commands of keys, and shows on each key how its command ended. */
import type { ControlCommandInput } from '../../../shared/control/commands.ts'
import { DECK_NOTES } from '../../../shared/words/decks/streamDeck.ts'
import type { Outcome } from './hold.ts'
import type { Key, Keys } from './keys.ts'
import type { Link } from './link.ts'

export function createSender(link: Link, keys: Keys) {
  function noteOf({ result, sentence }: Outcome): string | null {
    if (result === 'done') return null
    if (result === 'armed') return link.scope() === 'arm' ? DECK_NOTES.confirmThere : null
    return sentence
  }

  /** @returns null: there is no outcome, and the key says why */
  return async (key: Key, command: ControlCommandInput): Promise<Outcome | null> => {
    key.waiting += 1
    keys.note(key, null)
    const outcome = await link.send(command)
    key.waiting -= 1
    if (typeof outcome === 'string') {
      keys.note(key, outcome)
      return null
    }
    if (outcome.arm) key.armId = outcome.arm.id
    if (outcome.result === 'done') Object.assign(key, { armId: null, chosen: null })
    keys.note(key, noteOf(outcome))
    return outcome
  }
}
