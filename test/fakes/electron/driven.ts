/** The app's end of the fork channel: what a driver requests of the stand-in, as Playwright does of Electron. */

/** A request of a driver. */
export type Question = { nr: number } & (
  | { ask: 'evaluate'; source: string; arg: unknown }
  /** The address at which the browser can be joined; null: there is none yet. */
  | { ask: 'endpoint' }
)

/** The response to it. */
export type Answer = { nr: number } & ({ value: unknown } | { error: string })

/** How long an app has to quit when its driver is gone, in ms. */
const END_WITHIN_MS = 3_000

/** Handles the driver's requests, and ends with it: a spec that died leaves no app behind. */
export function serveDriver(electron: object, endpoint: () => Promise<string | null>): void {
  process.on('message', (question: Question) => {
    answer(question).then(
      (value) => reply({ nr: question.nr, value }),
      (error) => reply({ nr: question.nr, error: error instanceof Error ? error.message : String(error) }),
    )
  })
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.exit(1), END_WITHIN_MS)
  })

  async function answer(question: Question): Promise<unknown> {
    if (question.ask === 'endpoint') return endpoint()
    // A function of a spec that runs here: it arrives as text.
    return new Function('electron', 'arg', `return (${question.source})(electron, arg)`)(electron, question.arg)
  }
}

function reply(answer: Answer): void {
  process.send?.(answer)
}
