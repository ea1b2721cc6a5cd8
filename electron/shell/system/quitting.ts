import type { CommandOf } from '../../../shared/commands/commands.ts'
import type { Refusal } from '../../../shared/outcome.ts'
import type { AppState } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { describeRefusal } from '../../../shared/words/outcomes/outcomes.ts'
import { onAirNow, QUIT_WORDS, SETUP_NAMES } from '../../../shared/words/panel/setup.ts'
import type { Dispatch } from '../../app/dispatch.ts'
import { leavesHalfDone } from '../../core/commands/guard.ts'
import { mustStayAwake } from './awake.ts'

export interface QuittingOptions {
  clock: Clock
  /** Sends commands with the source `window`, because a user is present. */
  act: Dispatch
  /** Opens the main window with the question about what is on air; it can also be stopped there, in two steps. */
  ask: () => void
  /** Has the page of the main window connected to us? */
  canAnswer: () => boolean
  /** Asks in a system dialog, which cannot offer the two steps of a stop: leave it as it is, or stay? */
  askPlainly: (question: PlainQuestion) => Promise<'leave' | 'stay'>
  /** Ends the app without asking. */
  end: () => void
  /** The system is shutting down: writes that to the journal before it returns, and lets all windows close. */
  systemEnds: () => void
  /** The system asks the app to quit before it shuts down, and may still cancel: macOS. */
  asksFirst: boolean
  /** Is anything on air, armed or incomplete, or may it be? */
  isNeeded: () => boolean
  log: (line: string) => void
}

/** The question of a system dialog, and the label and meaning of its quit button. */
export interface PlainQuestion {
  readonly question: string
  readonly leave: string
  readonly more: string
}

/** What the user was told about and chose to leave as it is. */
type Left = Pick<CommandOf<'quit'>, 'onAir' | 'openWork'>

export type Quitting = ReturnType<typeof createQuitting>

/** How long the main window may take to show its question, in ms. */
const WINDOW_WITHIN_MS = 4_000
/**
 * A shutdown that has not happened after this time, in ms, was cancelled. From then on, quitting asks again: the user
 * may have cancelled for the sake of the show.
 */
const CALLED_OFF_MS = 10_000
/**
 * In ms: for this long after a shutdown was announced, a request to quit may still be part of it. macOS asks one app
 * after the other, and another app may hold it up with a question of its own. One that prevents it interrupts it.
 */
const HELD_UP_MS = 120_000

/** Is anything on air, armed or incomplete, or may it be? Then quitting asks first. */
export const isNeeded = (state: AppState): boolean => mustStayAwake(state) || leavesHalfDone('quit', state) !== null

const onAirQuestion = ({ projectNames, mayBe }: Extract<Refusal, { reason: 'onAir' }>): PlainQuestion => ({
  ...{ question: onAirNow(projectNames, mayBe), leave: SETUP_NAMES.leave, more: QUIT_WORDS.leaveMore },
})

const halfDoneQuestion = (refusal: Refusal): PlainQuestion => ({
  ...{ question: describeRefusal(refusal), leave: SETUP_NAMES.quitAnyway, more: QUIT_WORDS.quitMore },
})

/** The only way to quit the app, whoever requests it. */
export function createQuitting(options: QuittingOptions) {
  const { clock, act, ask, canAnswer, askPlainly, end, asksFirst, log } = options
  let systemEnds = false
  /** When a shutdown was last announced (monotonic ms). */
  let announcedAt = Number.NEGATIVE_INFINITY
  let isAsking = false

  /** The user wants to quit. If something is or may be on air, this asks first. */
  async function request(): Promise<void> {
    if (!isAsking) await quit({}, askInTheWindow)
  }

  async function quit(left: Left, askOf: typeof askInABox): Promise<void> {
    const outcome = await act({ type: 'quit', ...left })
    if (outcome.result === 'done') return
    const reason = outcome.result === 'refused' ? outcome.refusal : null
    if (reason?.reason === 'onAir') await askOf(onAirQuestion(reason), { ...left, onAir: 'leave' })
    else if (reason?.reason === 'openWork') await askOf(halfDoneQuestion(reason), { ...left, openWork: 'leave' })
    // A core that has not started, or has already ended, sends nothing any more, so there is nothing to ask.
    else if (reason?.reason === 'notHere' || reason?.reason === 'closing') end()
    else log(`quitting did not succeed: ${JSON.stringify(outcome)}`)
  }

  async function askInTheWindow(question: PlainQuestion, left: Left): Promise<void> {
    ask()
    clock.after(WINDOW_WITHIN_MS, () => {
      if (!canAnswer() && !isAsking && !systemEnds) void askInABox(question, left)
    })
  }

  /** @param left what to leave as it is if the user chooses to quit */
  async function askInABox(question: PlainQuestion, left: Left): Promise<void> {
    isAsking = true
    const answer = await askPlainly(question).catch((error) => {
      log(`the question could not be asked, so nothing ends: ${error}`)
      return 'stay' as const
    })
    isAsking = false
    if (answer === 'leave') await quit(left, askInABox)
  }

  /** Called directly and not as a command: Windows kills us as soon as its notice has been handled. */
  function endWithIt(): void {
    systemEnds = true
    options.systemEnds()
  }

  return {
    request,
    /** The system's quit event: prevented, because the core decides; but a shutdown is never blocked. */
    beforeQuit(event: { preventDefault(): void }) {
      const mayBeShutdown = clock.monotonic() - announcedAt < HELD_UP_MS
      if (systemEnds || (mayBeShutdown && !options.isNeeded())) return end()
      event.preventDefault()
      void request()
    },
    /** The system shuts down in any case: what is on air stays on air, and the journal records that. */
    shutdown() {
      if (systemEnds) return
      announcedAt = clock.monotonic()
      log('the system ends: Cuelight ends with it, and what is on air stays on air')
      endWithIt()
      if (!asksFirst) return end()
      clock.after(CALLED_OFF_MS, () => {
        systemEnds = false
      })
    },
    /** A process that ends us by a signal asks nothing: a session on Linux does so when its user logs out. */
    signalled() {
      log('ended by a signal: what is on air stays on air')
      if (!systemEnds) endWithIt()
      end()
    },
  }
}
