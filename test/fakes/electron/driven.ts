/** The end of the fork channel in the app's process: the driver asks, this answers. */
import type { control as Control } from './standIn.ts'

interface Question {
  nr: number
  ask: 'evaluate' | 'endpoint' | 'target' | 'press'
  /** Source of a function of (electron, arg). */
  source?: string
  arg?: unknown
}

/** Answers the driver, and ends with it: a spec that died leaves no app behind. */
export function serveDriver(control: typeof Control, electron: unknown): void {
  const answer = async ({ ask, source, arg }: Question): Promise<unknown> => {
    switch (ask) {
      case 'evaluate':
        return new Function('electron', 'arg', `return (${source})(electron, arg)`)(electron, arg)
      case 'endpoint':
        return control.endpoint()
      case 'press':
        return control.pressed(String(arg))
      case 'target':
        return targetOf(control, String(arg))
    }
  }
  process.on('message', (message: Question) => {
    answer(message).then(
      (value) => process.send?.({ nr: message.nr, value }),
      (error) => process.send?.({ nr: message.nr, error: error instanceof Error ? error.message : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
  Object.assign(globalThis, { [Symbol.for('cuelight.control')]: control })
}

/** The browser's name for the page of a window. */
async function targetOf(control: typeof Control, page: string): Promise<string | null> {
  const window = control.windows().find((one) => one.webContents.getURL().includes(`page=${page}`))
  return window ? window.targetId() : null
}
