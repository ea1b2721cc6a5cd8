import type { Outcome } from '../../../shared/outcome.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Dispatch } from '../../app/dispatch.ts'

export interface QuittingOptions {
  clock: Clock
  /** Asks the core as a window does: a person sits before it. */
  act: Dispatch
  /** Opens the main window at the question what becomes of what is on air: there it can be stopped too, in its two steps. */
  ask: () => void
  /** Does the page of the main window speak to us? */
  canAnswer: () => boolean
  /** Asks by a box of the system, which cannot offer the two steps of a stop: leave on air, or stay? */
  askPlainly: (names: readonly string[]) => Promise<'leave' | 'stay'>
  /** Ends the app without asking anybody. */
  end: () => void
  /** The system ends: the journal says so before this returns, and no window is in the way. */
  systemEnds: () => void
  /** The system asks the app to quit before it ends, and may yet be called off: macOS. */
  asksFirst: boolean
  log: (line: string) => void
}

export type Quitting = ReturnType<typeof createQuitting>

/** How long the main window may take to come with its question, in ms. */
const WINDOW_WITHIN_MS = 4_000
/** An end of the system that has not come after this time, in ms, was called off. */
const CALLED_OFF_MS = 60_000

/** The one way out of the app, whoever asks for it. */
export function createQuitting(options: QuittingOptions) {
  const { clock, act, ask, canAnswer, askPlainly, end, asksFirst, log } = options
  let systemEnds = false
  let asking = false

  /** A person wants to quit. With something on air, or perhaps on air, they are asked first. */
  async function request(): Promise<void> {
    if (asking) return
    judge(await act({ type: 'quit' }))
  }

  function judge(outcome: Outcome): void {
    if (outcome.result === 'done') return
    const reason = outcome.result === 'refused' ? outcome.refusal : null
    if (reason?.reason === 'onAir') askWhatBecomes(reason.projectNames)
    // A core that has not begun, or has ended already, sends nothing any more: there is nobody to ask.
    else if (reason?.reason === 'notHere' || reason?.reason === 'closing') end()
    else log(`quitting did not succeed: ${JSON.stringify(outcome)}`)
  }

  function askWhatBecomes(names: readonly string[]): void {
    ask()
    clock.after(WINDOW_WITHIN_MS, () => {
      if (!canAnswer() && !asking && !systemEnds) void askInABox(names)
    })
  }

  async function askInABox(names: readonly string[]): Promise<void> {
    asking = true
    const answer = await askPlainly(names).catch((error) => {
      log(`the question could not be asked, so nothing ends: ${error}`)
      return 'stay' as const
    })
    asking = false
    if (answer === 'leave') judge(await act({ type: 'quit', onAir: 'leave' }))
  }

  return {
    request,
    /** The system's way to ask: prevented, for the core decides; but never in the way of a shutdown. */
    beforeQuit(event: { preventDefault(): void }) {
      if (systemEnds) return end()
      event.preventDefault()
      void request()
    },
    /** The system ends, with or without us: what is on air stays on air, and the journal says so. */
    shutdown() {
      if (systemEnds) return
      systemEnds = true
      log('the system ends: Cuelight ends with it, and what is on air stays on air')
      // Now, and not by a command: Windows kills us as soon as this has returned.
      options.systemEnds()
      if (!asksFirst) return end()
      clock.after(CALLED_OFF_MS, () => {
        systemEnds = false
      })
    },
  }
}
