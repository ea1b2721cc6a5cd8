/** When processes die: at any moment, and at the moments that hurt most. */
import { isAct } from './operations.ts'
import type { Wire } from './wire.ts'

/**
 * - `now`: whatever it is doing.
 * - `beforeWire`: a command is in the journal, its bytes have not gone out.
 * - `onWire`: right after the bytes.
 * - `executed`: the service has done it and not answered yet.
 * - `answered`: the answer is there and has not been read.
 * - `told`: the outcome is in the journal, and its sender has not heard it.
 * - `checking`: while a lost start or stop is being found out.
 */
export const MOMENTS = ['now', 'beforeWire', 'onWire', 'executed', 'answered', 'told', 'checking'] as const
export type Moment = (typeof MOMENTS)[number]

/** Ends the present life at a moment that was set; one moment is set at a time. */
export class Killer {
  readonly #kill: (moment: Moment) => void
  #set: Moment | null = null

  constructor(kill: (moment: Moment) => void) {
    this.#kill = kill
  }

  set(moment: Moment): void {
    this.#set = moment
    if (moment === 'now') this.#strike('now')
  }

  /** From now on nobody dies. */
  rest(): void {
    this.#set = null
  }

  about(wire: Wire): void {
    if (isAct(wire.operation)) this.#strike('beforeWire')
  }

  sent(wire: Wire): void {
    if (!isAct(wire.operation) || this.#set !== 'onWire') return
    process.nextTick(() => this.#strike('onWire'))
  }

  /** The server has carried a request out, and is about to answer. */
  executed(method: string): void {
    if (method !== 'GET') this.#strike('executed')
  }

  answered(wire: Wire): void {
    if (isAct(wire.operation)) this.#strike('answered')
  }

  telling(): void {
    this.#strike('told')
  }

  look(isChecking: boolean): void {
    if (isChecking) this.#strike('checking')
  }

  #strike(moment: Moment): void {
    if (this.#set !== moment) return
    this.#set = null
    this.#kill(moment)
  }
}
