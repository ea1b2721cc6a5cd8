/** How long the core may take to respond to a check, in ms. */
const ANSWER_WITHIN_MS = 4_000
/** After this many ms of silence the page checks whether the core still responds. */
const LONG_SILENCE_MS = 15_000

interface Needs {
  /** Sends a message that the core must respond to. */
  ask(): void
  /** The core did not respond. */
  gone(): void
}

/** Detects a core that hangs: it keeps its socket open but sends nothing. */
export class Heartbeat {
  readonly #needs: Needs
  #heardAt = 0
  #waiting: ReturnType<typeof setTimeout> | undefined
  /** How long the core may be silent, if it says something all the time. */
  #staleMs: number | null = null

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Any message counts as a sign of life. */
  heard(): void {
    this.#heardAt = Date.now()
    this.stop()
    if (this.#staleMs !== null) this.#waiting = setTimeout(() => this.#needs.gone(), this.#staleMs)
  }

  /** From now on the core says something all the time: once silent for this long, in ms, it is gone. */
  expect(staleMs: number): void {
    this.#staleMs = staleMs
    this.heard()
  }

  /** Sends a check, unless one is pending already. */
  check(): void {
    if (this.#waiting !== undefined) return
    this.#waiting = setTimeout(() => this.#needs.gone(), ANSWER_WITHIN_MS)
    this.#needs.ask()
  }

  checkAfterSilence(): void {
    const silentMs = Date.now() - this.#heardAt
    // A page that was frozen may run before its timers do.
    if (this.#staleMs !== null && silentMs > this.#staleMs) this.#needs.gone()
    else if (silentMs > LONG_SILENCE_MS) this.check()
  }

  stop(): void {
    clearTimeout(this.#waiting)
    this.#waiting = undefined
  }
}
