/** Ms an answer to a question that must be answered may take. */
const ANSWER_WITHIN_MS = 4_000
/** A silence of this many ms is long enough to ask whether somebody is still there. */
const LONG_SILENCE_MS = 15_000

interface Needs {
  /** Sends something that must be answered. */
  ask(): void
  /** No answer came. */
  gone(): void
}

/** Notices a core that hangs: it keeps its socket open and says nothing. */
export class Heartbeat {
  readonly #needs: Needs
  #heardAt = 0
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Anything heard is a sign of life. */
  heard(): void {
    this.#heardAt = Date.now()
    this.stop()
  }

  /** Asks, unless an answer is being waited for already. */
  check(): void {
    if (this.#waiting !== undefined) return
    this.#waiting = setTimeout(() => this.#needs.gone(), ANSWER_WITHIN_MS)
    this.#needs.ask()
  }

  checkAfterSilence(): void {
    if (Date.now() - this.#heardAt > LONG_SILENCE_MS) this.check()
  }

  stop(): void {
    clearTimeout(this.#waiting)
    this.#waiting = undefined
  }
}
