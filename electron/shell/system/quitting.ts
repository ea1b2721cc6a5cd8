import type { CommandOf } from '../../../shared/commands/commands.ts'
import type { Refusal } from '../../../shared/outcome.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { describeRefusal } from '../../../shared/words/outcomes.ts'
import { onAirNow, QUIT_WORDS, SETUP_NAMES } from '../../../shared/words/setup.ts'
import type { Dispatch } from '../../app/dispatch.ts'

export interface QuittingOptions {
  clock: Clock
  /** Asks the core as a window does: a person sits before it. */
  act: Dispatch
  /** Opens the main window at the question what becomes of what is on air: there it can be stopped too, in its two steps. */
  ask: () => void
  /** Does the page of the main window speak to us? */
  canAnswer: () => boolean
  /** Asks by a box of the system, which cannot offer the two steps of a stop: leave it as it is, or stay? */
  askPlainly: (question: PlainQuestion) => Promise<'leave' | 'stay'>
  /** Ends the app without asking anybody. */
  end: () => void
  /** The system ends: the journal says so before this returns, and no window is in the way. */
  systemEnds: () => void
  /** The system asks the app to quit before it ends, and may yet be called off: macOS. */
  asksFirst: boolean
  log: (line: string) => void
}

/** What a box of the system asks, and what its button to quit is called and means. */
export interface PlainQuestion {
  readonly question: string
  readonly leave: string
  readonly more: string
}

/** What a person was told of, and leaves as it is. */
type Left = Pick<CommandOf<'quit'>, 'onAir' | 'openWork'>

export type Quitting = ReturnType<typeof createQuitting>

/** How long the main window may take to come with its question, in ms. */
const WINDOW_WITHIN_MS = 4_000
/**
 * An end of the system that has not come after this time, in ms, was called off: whoever did so for the sake of the show is
 * asked again before it is left.
 */
const CALLED_OFF_MS = 10_000

const onAirQuestion = (names: readonly string[]): PlainQuestion => ({
  ...{ question: onAirNow(names), leave: SETUP_NAMES.leave, more: QUIT_WORDS.leaveMore },
})

const halfDoneQuestion = (refusal: Refusal): PlainQuestion => ({
  ...{ question: describeRefusal(refusal), leave: SETUP_NAMES.quitAnyway, more: QUIT_WORDS.quitMore },
})

/** The one way out of the app, whoever asks for it. */
export function createQuitting(options: QuittingOptions) {
  const { clock, act, ask, canAnswer, askPlainly, end, asksFirst, log } = options
  let systemEnds = false
  let isAsking = false

  /** A person wants to quit. With something on air, or perhaps on air, they are asked first. */
  async function request(): Promise<void> {
    if (!isAsking) await quit({}, askInTheWindow)
  }

  async function quit(left: Left, askOf: typeof askInABox): Promise<void> {
    const outcome = await act({ type: 'quit', ...left })
    if (outcome.result === 'done') return
    const reason = outcome.result === 'refused' ? outcome.refusal : null
    if (reason?.reason === 'onAir') await askOf(onAirQuestion(reason.projectNames), { ...left, onAir: 'leave' })
    else if (reason?.reason === 'openWork') await askOf(halfDoneQuestion(reason), { ...left, openWork: 'leave' })
    // A core that has not begun, or has ended already, sends nothing any more: there is nobody to ask.
    else if (reason?.reason === 'notHere' || reason?.reason === 'closing') end()
    else log(`quitting did not succeed: ${JSON.stringify(outcome)}`)
  }

  async function askInTheWindow(question: PlainQuestion, left: Left): Promise<void> {
    ask()
    clock.after(WINDOW_WITHIN_MS, () => {
      if (!canAnswer() && !isAsking && !systemEnds) void askInABox(question, left)
    })
  }

  /** @param left what is left as it is, should the answer be so */
  async function askInABox(question: PlainQuestion, left: Left): Promise<void> {
    isAsking = true
    const answer = await askPlainly(question).catch((error) => {
      log(`the question could not be asked, so nothing ends: ${error}`)
      return 'stay' as const
    })
    isAsking = false
    if (answer === 'leave') await quit(left, askInABox)
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
