/** The app's end of the fork channel: what a driver asks of the stand-in, as Playwright asks it of Electron. */

/** What a driver sends. */
export type Question = { nr: number } & (
  | { ask: 'evaluate'; source: string; arg: unknown }
  /** Where the browser can be joined; null: there is none yet. */
  | { ask: 'endpoint' }
)

/** What it gets. */
export type Answer = { nr: number } & ({ value: unknown } | { error: string })

/** How long an app has to end by itself when its driver is gone, in ms. */
const END_WITHIN_MS = 3_000

/** Answers the driver, and ends with it: a spec that died leaves no app behind. */
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
    // Written in a spec, run here: it comes as text.
    return new Function('electron', 'arg', `return (${question.source})(electron, arg)`)(electron, question.arg)
  }
}

function reply(answer: Answer): void {
  process.send?.(answer)
}
