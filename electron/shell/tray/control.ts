/** Controls the tray: draws it only when it changed, sends every command, and shows the outcome. */

import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import { type AppState, isRunning, type ProjectState, targetOf } from '../../../shared/state.ts'
import { ANSWER_EXPECTED_MS, forcedEnd, tallyOf } from '../../../shared/tally.ts'
import { type Clock, MINUTE_MS } from '../../../shared/util/clock.ts'
import { answerLine } from '../../../shared/words/desktop/tray.ts'
import { type Dispatch, runMenuAction, type ShellActions } from '../../app/dispatch.ts'
import type { Core } from '../../core/core.ts'
import { gap, lines, type PressItem, type TrayItem, type TrayView } from './items.ts'
import { macroItems } from './macroItems.ts'
import { sceneItems, showItems } from './showItems.ts'
import { type Seen, stateLines, titleOf, tooltipOf } from './stateLines.ts'
import { ownItems, targetItems } from './targetItems.ts'

/**
 * The whole tray as a function of the state: pure, and equal for equal states, so that it is only drawn when it
 * changed.
 */

/** Times are in whole minutes. @param answer the outcome of the last command, in words, while it is shown */
export function trayView(state: AppState, now: number, answer: string | null): TrayView {
  const target = targetOf(state)
  const seen: Seen = { state, target, tally: tallyOf(state, target, now), now }
  return {
    icon: { tally: seen.tally, rehearsal: state.service.rehearsal },
    tooltip: tooltipOf(seen),
    title: titleOf(seen),
    menu: [
      ...answerItems(answer),
      ...stateLines(seen),
      gap,
      ...showItems(seen),
      ...sceneItems(seen),
      ...macroItems(seen),
      ...targetItems(seen),
      ...ownItems(seen),
    ],
  }
}

const answerItems = (answer: string | null): TrayItem[] => (answer === null ? [] : [...lines('answer', answer), gap])

/** When the tray changes without a change of the state. */

/** The earliest wall time, in ms, at which `trayView` may differ for the same state; null: never. */
export function viewChangesAt(state: AppState, now: number): number | null {
  const target = targetOf(state)
  const times = target ? timesOf(target, now).filter((at) => at > now) : []
  return times.length ? Math.min(...times) : null
}

function timesOf(target: ProjectState, now: number): number[] {
  const { live, pending, staleAfterMs } = target
  const end = forcedEnd(target)
  return [
    ...(pending?.phase === 'sending' ? [pending.sentAt + ANSWER_EXPECTED_MS + 1] : []),
    ...(live ? [live.readAt + staleAfterMs + 1, nextMinute(live.readAt, now)] : []),
    ...(live && isRunning(live) && live.startedAt !== null ? [nextMinute(live.startedAt, now)] : []),
    // In a countdown, a minute is over just after it is full.
    ...(end ? [nextMinute(end.at, now), nextMinute(end.at, now - 1) + 1] : []),
  ]
}

/** The next time that is a whole number of minutes before or after another time. */
function nextMinute(from: number, now: number): number {
  const since = (((now - from) % MINUTE_MS) + MINUTE_MS) % MINUTE_MS
  return now + MINUTE_MS - since
}

export interface TrayControlOptions {
  core: Pick<Core, 'store'>
  clock: Clock
  act: Dispatch
  actions: ShellActions
  /** Receives the outcome of each command from the tray, after the menu shows it. */
  onAnswer: (outcome: Outcome, command: CommandInput) => void
  /** Receives an error if the tray could not be drawn. */
  log: (line: string) => void
  /** Draws the parts that changed; a part that is missing is left unchanged. */
  draw: (parts: Partial<TrayView>) => void
}

/** How long the menu shows the outcome of the last command, in ms: long enough to open it and look. */
const ANSWER_MS = 30_000
const PARTS = ['icon', 'tooltip', 'title', 'menu'] as const

export function createTrayControl(options: TrayControlOptions) {
  const { core, clock, act, actions, onAnswer } = options
  const painter = createPainter(options)
  let from: readonly unknown[] = []
  let answer: string | null = null
  /** The live status when the outcome was shown: once that changes, the outcome is out of date and removed. */
  let answeredAt: string | undefined
  let presses = 0
  let view: TrayView = trayView(core.store.get(), clock.now(), answer)
  let stopTimer = () => {}
  let stopAnswer = () => {}

  /** Most changes of the state do not concern the tray: then nothing is computed. */
  function changed(): void {
    const next = drawnFrom(core.store.get())
    if (next.every((value, index) => value === from[index])) return
    look()
  }

  function look(): void {
    stopTimer()
    const [state, now] = [core.store.get(), clock.now()]
    from = drawnFrom(state)
    if (targetOf(state)?.live?.status !== answeredAt) answer = null
    view = trayView(state, now, answer)
    painter.draw(view)
    const at = viewChangesAt(state, now)
    if (at !== null) stopTimer = clock.after(at - now, look)
  }

  function tell(sentence: string | null): void {
    stopAnswer()
    answer = sentence
    answeredAt = targetOf(core.store.get())?.live?.status
    look()
    if (sentence !== null) stopAnswer = clock.after(ANSWER_MS, () => tell(null))
  }

  async function send(command: CommandInput): Promise<void> {
    const press = ++presses
    // The system toggles the checkmark of a clicked item itself: redrawing before and after restores the real state.
    tell(answerLine(command.type, null))
    const outcome = await act(command)
    // An arm is shown in the menu itself, with its second step.
    if (press === presses) tell(outcome.result === 'armed' ? null : answerLine(command.type, outcome))
    onAnswer(outcome, command)
  }

  const unsubscribe = core.store.subscribe(changed)
  look()
  return {
    view: () => view,
    press({ does }: PressItem) {
      if (does && 'command' in does) void send(does.command)
      else if (does) runMenuAction(does.shell, actions)
    },
    /** Draws everything again, changed or not. */
    redraw() {
      painter.forget()
      look()
    },
    stop() {
      unsubscribe()
      stopTimer()
      stopAnswer()
    },
  }
}

/** Draws the parts of a view that differ from what is drawn. */
function createPainter({ draw, log }: TrayControlOptions) {
  const drawn = new Map<string, string>()
  return {
    forget: () => drawn.clear(),
    draw(view: TrayView): void {
      const parts: Partial<TrayView> = {}
      for (const part of PARTS) {
        const print = JSON.stringify(view[part])
        if (drawn.get(part) === print) continue
        drawn.set(part, print)
        Object.assign(parts, { [part]: view[part] })
      }
      if (Object.keys(parts).length === 0) return
      try {
        draw(parts)
      } catch (error) {
        // A tray that cannot be drawn must not prevent a command: the next change tries again.
        drawn.clear()
        log(`the tray could not be drawn: ${error instanceof Error ? error.stack : error}`)
      }
    },
  }
}

/** All parts of the state that the view depends on. */
function drawnFrom(state: AppState): readonly unknown[] {
  const { profiles, profileId, padlock, projectList, targetId, projects, arm, macros, macro } = state
  const { rehearsal, failure, keyPresent } = state.service
  return [
    rehearsal,
    failure,
    keyPresent,
    profiles,
    profileId,
    padlock,
    projectList,
    targetId,
    projects,
    arm,
    macros,
    macro,
  ]
}
