/** Keeps the tray as it should be: drawn when it changed and only then; every press sent, and its answer told. */

import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import { type AppState, isRunning, type ProjectState, targetOf } from '../../../shared/state.ts'
import { ANSWER_EXPECTED_MS, forcedEnd, tallyOf } from '../../../shared/tally.ts'
import { type Clock, MINUTE_MS } from '../../../shared/util/clock.ts'
import { answerLine } from '../../../shared/words/tray.ts'
import { type Dispatch, runMenuAction, type ShellActions } from '../../app/dispatch.ts'
import type { Core } from '../../core/core.ts'
import { gap, lines, type PressItem, type TrayItem, type TrayView } from './items.ts'
import { macroItems } from './macroItems.ts'
import { sceneItems, showItems } from './showItems.ts'
import { type Seen, stateLines, titleOf, tooltipOf } from './stateLines.ts'
import { ownItems, targetItems } from './targetItems.ts'

/** The whole tray as a function of the state: pure, and equal for equal states, so that it is drawn only when it changed. */

/** Times are in whole minutes. @param answer what came of the last press, in words, while it is told */
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

/** When the tray changes by itself. */

/** The earliest wall time, in ms, at which `trayView` may differ though the state is the same; null: never. */
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
    // Counting down, a minute is over just after it is full.
    ...(end ? [nextMinute(end.at, now), nextMinute(end.at, now - 1) + 1] : []),
  ]
}

/** The next time that is a whole number of minutes away from another one, before or after it. */
function nextMinute(from: number, now: number): number {
  const since = (((now - from) % MINUTE_MS) + MINUTE_MS) % MINUTE_MS
  return now + MINUTE_MS - since
}

export interface TrayControlOptions {
  core: Pick<Core, 'store'>
  clock: Clock
  act: Dispatch
  actions: ShellActions
  /** Told how each command from the tray ended, after the menu says so. */
  onAnswer: (outcome: Outcome, command: CommandInput) => void
  /** Told when the tray could not be drawn. */
  log: (line: string) => void
  /** Draws the parts that changed; a part that is not there stays as it is drawn. */
  draw: (parts: Partial<TrayView>) => void
}

/** How long the menu tells what came of the last press, in ms: long enough to open it and look. */
const ANSWER_MS = 30_000
const PARTS = ['icon', 'tooltip', 'title', 'menu'] as const

export function createTrayControl(options: TrayControlOptions) {
  const { core, clock, act, actions, onAnswer } = options
  const painter = createPainter(options)
  let from: readonly unknown[] = []
  let answer: string | null = null
  /** The live status when it was told: an answer is not left standing beside what came of it. */
  let answeredAt: string | undefined
  let presses = 0
  let view: TrayView = trayView(core.store.get(), clock.now(), answer)
  let stopTimer = () => {}
  let stopAnswer = () => {}

  /** Most changes of the state are none of the tray's: then nothing is worked out at all. */
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
    // The system ticks and unticks a pressed item by itself: what is told before and after draws it as it is.
    tell(answerLine(command.type, null))
    const outcome = await act(command)
    // What is armed stands in the menu itself, with its second step.
    if (press === presses) tell(outcome.result === 'armed' ? null : answerLine(command.type, outcome))
    onAnswer(outcome, command)
  }

  const unsubscribe = core.store.subscribe(changed)
  look()
  return {
    /** What is drawn now. */
    view: () => view,
    press({ does }: PressItem) {
      if (does && 'command' in does) void send(does.command)
      else if (does) runMenuAction(does.shell, actions)
    },
    /** Draws everything anew, changed or not. */
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

/** Draws the parts of a view that are not drawn like that already. */
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
        // A tray that cannot be drawn must not keep a command from being carried out: the next change tries again.
        drawn.clear()
        log(`the tray could not be drawn: ${error instanceof Error ? error.stack : error}`)
      }
    },
  }
}

/** All of the state that the view is made from. */
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
