import type { Act } from '../act.ts'

export interface QuittingOptions {
  /** Asks the core, as the tray: a person sits before it. */
  act: Act
  /** Shows the question what becomes of what is on air, where it can be answered. */
  ask: () => void
  /** Ends the app without asking anybody. */
  end: () => void
  log: (line: string) => void
}

export interface Quitting {
  /** A person wants to quit. With something on air, or perhaps on air, they are asked first. */
  request(): Promise<void>
  /** The system's way to ask: prevented, for the core decides; but never in the way of a shutdown. */
  beforeQuit(event: { preventDefault(): void }): void
  /** The system ends, with or without us: what is on air stays on air. */
  shutdown(): void
}

/** The one way out of the app, whoever asks for it. */
export function createQuitting({ act, ask, end, log }: QuittingOptions): Quitting {
  let systemEnds = false
  async function request(): Promise<void> {
    const outcome = await act({ type: 'quit' })
    if (outcome.result === 'refused' && outcome.refusal.reason === 'onAir') ask()
  }
  return {
    request,
    beforeQuit(event) {
      if (systemEnds) return
      event.preventDefault()
      void request()
    },
    shutdown() {
      if (systemEnds) return
      systemEnds = true
      log('the system ends: Cuelight ends with it, and leaves on air what is on air')
      end()
    },
  }
}
