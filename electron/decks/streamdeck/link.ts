/** The connection to Cuelight, by the client that Cuelight prints for everyone. */

import type { ControlCommandInput } from '../../../shared/control/commands.ts'
import { CONTROL_CLOSE } from '../../../shared/control/protocol.ts'
import type { Paired } from '../../../shared/control/scopes.ts'
import type { View } from '../../../shared/decks/face.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { SCOPE_WORDS } from '../../../shared/words/accounts/pairings.ts'
import { DECK_NOTES, DECK_TROUBLES, INSPECTOR_WORDS } from '../../../shared/words/decks/streamDeck.ts'
import { connectControl, NotSent } from '../../cli/control/client.ts'
import type { Outcome } from './hold.ts'
import type { Pairing, Status } from './settings.ts'

/** Without their second step, nothing comes of them. */
const ONLY_ARM: readonly ControlCommandInput['type'][] = ['armStop', 'armGoLive']

interface Connection {
  pairing: Pairing
  client: ReturnType<typeof connectControl>
  /** How it is paired; null: it has not connected yet. */
  paired: Paired | null
  /** Why it is not connected, in words. */
  trouble: string | null
}

export type Link = ReturnType<typeof createLink>

/** @param onChange what is known has changed, or whether it is still true */
export function createLink(clock: Clock, onChange: () => void) {
  let connection: Connection | null = null

  function open(pairing: Pairing): Connection {
    // A client that was replaced says nothing any more.
    const ifCurrent = (change: (one: Connection) => void) => {
      if (connection !== one) return
      change(one)
      onChange()
    }
    const client = connectControl({
      ...{ ...pairing, after: (ms: number, callback: () => void) => clock.after(ms, callback) },
      clocks: () => [clock.monotonic(), clock.now()],
      onState: () => ifCurrent(() => {}),
      onTrouble: (why) =>
        ifCurrent((current) => {
          current.trouble = why === null ? null : troubleOf(why)
        }),
      onPaired: (as) =>
        ifCurrent((current) => {
          current.paired = as
        }),
    })
    const one: Connection = { client, pairing, paired: null, trouble: null }
    return one
  }

  return {
    /** Connects with this pairing from now on; null: with none. */
    use(pairing: Pairing | null): void {
      const before = connection
      connection = pairing && open(pairing)
      before?.client.close()
      onChange()
    },
    view: (): View => ({
      isPaired: connection !== null,
      isFresh: connection !== null && !connection.client.isStale(),
      state: connection?.client.state() ?? null,
      now: clock.now(),
    }),
    pairing: () => connection?.pairing ?? null,
    scope: () => connection?.paired?.scope ?? null,
    /** How it is paired and what is wrong, in words. */
    said(): Pick<Status, 'pairing' | 'address' | 'trouble'> {
      if (connection === null) return { pairing: INSPECTOR_WORDS.none, address: '', trouble: null }
      const { paired, client } = connection
      const known = paired && INSPECTOR_WORDS.pairedAs(paired.name, SCOPE_WORDS[paired.scope])
      const silent = paired && client.isStale() ? DECK_TROUBLES.silent : null
      const address = INSPECTOR_WORDS.connectsTo(connection.pairing.address)
      return { pairing: known ?? INSPECTOR_WORDS.connecting, address, trouble: connection.trouble ?? silent }
    },
    /** Sends a command once. @returns its outcome; or why there is none, as a note */
    async send(command: ControlCommandInput): Promise<Outcome | string> {
      if (connection === null) return DECK_NOTES.notPaired
      const { client } = connection
      if (client.isStale()) return DECK_NOTES.notSent
      try {
        const reply = await client.command(command)
        return reply.type === 'outcome' ? reply : DECK_NOTES.notUnderstood
      } catch (error) {
        if (error instanceof NotSent) return DECK_NOTES.notSent
        return ONLY_ARM.includes(command.type) ? DECK_NOTES.onlyArmed : DECK_NOTES.mayHaveWorked
      }
    },
  }
}

/** What the core says on closing, as the user reads it. */
function troubleOf(why: string): string {
  const known = (['notPaired', 'version', 'tooMany'] as const).find((name) => CONTROL_CLOSE[name].about === why)
  return DECK_TROUBLES[known ?? 'other']
}
