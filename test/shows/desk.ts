import type { Arm } from '../../shared/commands/arm.ts'
import type { CommandInput, Source } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { Life } from './life.ts'
import { asking } from './wire.ts'

/** One command of one sender, however often it was sent. Times are monotonic ms. */
export interface Ask {
  readonly key: string
  readonly id: string
  readonly source: Source
  readonly command: CommandInput
  readonly at: number
  /** When it was last sent. */
  sentAt: number
  /** The life it was last sent to; null: none yet. */
  life: number | null
  told: Outcome | null
  toldAt: number | null
  /** The sender no longer waits for an outcome. */
  givenUp: boolean
}

/** An arm, as its sender was notified of it. */
export interface KnownArm {
  arm: Arm
  life: number
  /** When the first step was requested, and when its sender received the arm: it was armed in between. */
  at: number
  heardAt: number
}

export interface DeskOptions {
  now: () => number
  life: () => Life | null
  /** A sender sends or repeats a command. */
  asked: (ask: Ask) => void
  /** Called before a sender receives its outcome; if this ends the life, the sender never receives it. */
  telling: (ask: Ask) => void
  /** The sender has received an outcome; `before` is the earlier outcome of the same id. */
  told: (ask: Ask, outcome: Outcome, before: Outcome | null) => void
  failed: (ask: Ask, error: unknown) => void
}

export type Desk = ReturnType<typeof createDesk>

/** How long a panel keeps what it sent over a broken link (renderer/bridge/outbox.ts), in ms. */
const GRACE_MS = 5_000

/** All senders of commands, and the outcomes they received. */
export function createDesk({ now, life, asked, telling, told, failed }: DeskOptions) {
  const asks: Ask[] = []
  const byKey = new Map<string, Ask>()
  const arms = new Map<string, KnownArm>()
  let linkLostAt = 0

  /** Null if no core runs: only a panel outlives the core, and sends once it is back. */
  function press(command: CommandInput, source: Source): Ask | null {
    if (!life() && source !== 'panel') return null
    const ask = taken(`command-${asks.length + 1}`, command, source)
    send(ask)
    return ask
  }

  function taken(id: string, command: CommandInput, source: Source): Ask {
    const key = keyOf(id, source)
    const at = now()
    const fresh = { life: null, told: null, toldAt: null, givenUp: false }
    const ask: Ask = { key, id, source, command, at, sentAt: at, ...fresh }
    asks.push(ask)
    byKey.set(key, ask)
    return ask
  }

  /** Sends a command, or repeats it under the same id. */
  function send(ask: Ask): void {
    const to = life()
    if (to) void carry(ask, to)
  }

  function carry(ask: Ask, to: Life): Promise<Outcome> {
    ask.life = to.number
    ask.sentAt = now()
    asked(ask)
    return asking.run(ask.key, () => {
      const outcome = to.core.dispatch(ask.id, ask.command, ask.source)
      outcome.then(
        (told) => tell(ask, to, told),
        (error) => failed(ask, error),
      )
      return outcome
    })
  }

  function tell(ask: Ask, from: Life, outcome: Outcome): void {
    if (!from.isAlive()) return
    telling(ask)
    if (!from.isAlive()) return
    const before = ask.told
    ask.told = outcome
    ask.toldAt = now()
    if (outcome.result === 'armed' && !before)
      arms.set(outcome.arm.armId, { arm: outcome.arm, life: from.number, at: ask.at, heardAt: now() })
    told(ask, outcome, before)
  }

  return {
    asks: asks as readonly Ask[],
    ask: (key: string) => byKey.get(key),
    arm: (armId: string) => arms.get(armId),
    press,
    send,
    /**
     * A command that came by a client's own session, which gets the outcome as well. After the life has ended it gets
     * none.
     */
    came: (to: Life, id: string, command: CommandInput, source: Source): Promise<Outcome> =>
      to.isAlive() ? carry(taken(id, command, source), to) : new Promise(() => {}),
    /** The process died, and with it every sender but the panels. */
    linkLost(): void {
      linkLostAt = now()
    },
    /** The next process runs: panels repeat what has no outcome yet, unless they have given it up. */
    linkStands(): void {
      const tooLate = now() - linkLostAt > GRACE_MS
      for (const ask of asks.filter((one) => !one.told && !one.givenUp)) {
        ask.givenUp = tooLate || ask.source !== 'panel'
        if (!ask.givenUp) send(ask)
      }
    },
    /** Sent to the running life, and without an outcome. */
    waiting: (): Ask[] => asks.filter((ask) => !ask.told && ask.life !== null && ask.life === life()?.number),
  }
}

export const keyOf = (id: string, source: Source): string => `${source} ${id}`
