import type { ClientMessage } from '../../shared/bridge/messages.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { LinkError } from './questions.ts'

/** A random UUID (RFC 9562, version 4). `randomUUID` is missing if the page is not served from a secure origin. */
export function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const [, one, two, three, four, five] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/.exec(hex) ?? []
  return `${one}-${two}-4${three}-8${four}-${five}`
}

/** How long a command waits for a broken link to recover, in ms. A cue that comes too late is worse than none. */
export const GRACE_MS = 5_000

type Message = Extract<ClientMessage, { type: 'command' }>

interface Waiting {
  message: Message
  resolve(outcome: Outcome): void
  reject(error: LinkError): void
}

/** Commands that were sent and have no outcome yet. */
export class Outbox {
  readonly #waiting = new Map<string, Waiting>()
  #giveUp: ReturnType<typeof setTimeout> | undefined

  /** @param at when it was pressed, by the core's clock, in wall ms */
  add(command: CommandInput, at: number, input?: 'midi'): { message: Message; outcome: Promise<Outcome> } {
    const message: Message = { type: 'command', id: uuid(), command, at, ...(input && { input }) }
    const outcome = new Promise<Outcome>((resolve, reject) => {
      this.#waiting.set(message.id, { message, resolve, reject })
    })
    return { message, outcome }
  }

  has(id: string): boolean {
    return this.#waiting.has(id)
  }

  settle(id: string, outcome: Outcome): void {
    this.#waiting.get(id)?.resolve(outcome)
    this.#waiting.delete(id)
  }

  /** The link broke: pending commands are rejected unless it recovers within `GRACE_MS`. */
  linkLost(): void {
    if (this.#waiting.size === 0 || this.#giveUp !== undefined) return
    this.#giveUp = setTimeout(() => this.rejectAll(), GRACE_MS)
  }

  /**
   * The link is up again.
   * @returns the commands to send once more, under their original ids so that the core acts only once
   */
  linkStands(): Message[] {
    this.#stopGivingUp()
    return [...this.#waiting.values()].map(({ message }) => message)
  }

  rejectAll(): void {
    this.#stopGivingUp()
    for (const one of this.#waiting.values()) one.reject(new LinkError(true))
    this.#waiting.clear()
  }

  #stopGivingUp(): void {
    clearTimeout(this.#giveUp)
    this.#giveUp = undefined
  }
}
