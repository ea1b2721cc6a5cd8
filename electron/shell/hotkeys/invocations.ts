import type { Arm } from '../../../shared/commands/arm.ts'
import { commitOf, lastsMs } from '../../../shared/commands/arming.ts'
import type { CommandInput } from '../../../shared/commands/commands.ts'
import { type Intent, intents } from '../../../shared/intents/intents.ts'
import { macrosHere } from '../../../shared/macros/offered.ts'
import type { HotkeyAction } from '../../../shared/settings/desktopNames.ts'
import { type AppState, type ProjectState, targetOf } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { whyNoStop, whyNoSync } from '../../../shared/view/reasons.ts'
import { noMacroOfNr } from '../../../shared/words/commands/macros.ts'
import { TOAST_WORDS } from '../../../shared/words/desktop/hotkeys.ts'
import { describeRefusal } from '../../../shared/words/outcomes/outcomes.ts'
import { REASONS } from '../../../shared/words/outcomes/reasons.ts'
import type { Dispatch } from '../../app/dispatch.ts'
import { SAYS, type Toasts } from './toasts.ts'

/** The command for a key press, or why there is none. */
export type HotkeyIntent = { command: CommandInput } | { why: string }

/** The command for the first press of a key in this state. */
export function intentOf(action: HotkeyAction, state: AppState): HotkeyIntent {
  if (action === 'showPanel') return { command: { type: 'showWindow', window: 'main' } }
  // Only a user who looks at Cuelight may open it again: a key pressed blindly must never do that.
  if (action === 'padlock')
    return state.padlock.locked
      ? { why: TOAST_WORDS.padlockClosed }
      : { command: { type: 'setPadlock', locked: true } }
  const target = targetOf(state)
  if (!target) return { why: REASONS.noTarget }
  return action.startsWith('macro') ? ofMacro(Number(action.slice('macro'.length)), state) : ofShow(action, target)
}

type ShowAction = Exclude<HotkeyAction, 'showPanel' | 'padlock'>

function ofShow(action: ShowAction, target: ProjectState): HotkeyIntent {
  const show = intents(target)
  switch (action) {
    case 'goLive':
      return { command: show.armGoLive('press') }
    case 'stop':
      return asks(show.armStop('press'), whyNoStop(target))
    case 'sync':
      return asks(show.sync(), whyNoSync(target))
    case 'nextScene':
    case 'previousScene':
    case 'backToScene':
      return { command: show[action]() }
    default:
      return ofScene(Number(action.slice('scene'.length)), target)
  }
}

const asks = (meant: Intent, why: string | null): HotkeyIntent =>
  'reason' in meant ? { why: why ?? describeRefusal(meant) } : { command: meant }

/** @param nr counted from 1, in the order they were made */
function ofMacro(nr: number, state: AppState): HotkeyIntent {
  const macro = macrosHere(state)[nr - 1]
  return macro ? { command: { type: 'runMacro', macroId: macro.id, mode: 'press' } } : { why: noMacroOfNr(nr) }
}

/** @param nr counted from 1, in the order of the project */
function ofScene(nr: number, target: ProjectState): HotkeyIntent {
  if (!target.scenes) return { why: REASONS.scenesUnread }
  const scene = target.scenes[nr - 1]
  if (!scene) return { why: TOAST_WORDS.noSuchScene(nr, target.scenes.length) }
  return { command: intents(target).switchScene(scene.id) }
}

/** In ms: commands are sent first, drawing follows. Far below what a user would notice, or what is promised. */
export const DRAWN_AFTER_MS = 10

interface OwnArm {
  arm: Arm
  /** Monotonic ms. */
  until: number
}

/**
 * Turns presses into commands. Going live and stopping take two: the first press arms, the second commits only what
 * this key armed. While a command of a key is under way, that key sends nothing more.
 */
export function createPresses(options: { act: Dispatch; state: () => AppState; clock: Clock; toasts: Toasts }) {
  const { act, state, clock, toasts } = options
  const onItsWay = new Set<HotkeyAction>()
  const arms = new Map<HotkeyAction, OwnArm>()

  /** What this key armed and can still be committed. */
  function armedBy(action: HotkeyAction): Arm | null {
    const own = arms.get(action)
    return own && clock.monotonic() <= own.until ? own.arm : null
  }

  function asked(action: HotkeyAction): HotkeyIntent & { commits?: Arm } {
    const arm = armedBy(action)
    if (!arm) return intentOf(action, state())
    // Used up whatever the outcome: no later press may find it again.
    arms.delete(action)
    return { command: commitOf(arm), commits: arm }
  }

  async function press(action: HotkeyAction): Promise<void> {
    if (onItsWay.has(action)) return toasts.say(SAYS.onItsWay())
    const what = asked(action)
    if ('why' in what) return toasts.say(SAYS.inert(action, what.why))
    const arming = !what.commits && (action === 'goLive' || action === 'stop')
    onItsWay.add(action)
    const answer = act(what.command)
    if (what.commits?.act === 'goLive') toasts.starts(what.commits.projectId, answer)
    // Delayed, because a command refused at once was never sent. Arming shows its own toast.
    const quiet = arming ? () => {} : clock.after(DRAWN_AFTER_MS, () => toasts.say(SAYS.sent(action)))
    const outcome = await answer
    quiet()
    onItsWay.delete(action)
    if (outcome.result === 'armed') keep(action, outcome.arm)
    toasts.outcome(outcome, action)
  }

  function keep(action: HotkeyAction, arm: Arm): void {
    arms.set(action, { arm, until: clock.monotonic() + lastsMs(arm) })
  }

  return {
    press,
    doubt(action: HotkeyAction) {
      const arm = armedBy(action)
      if (arm) toasts.say(SAYS.letGo(arm), arm)
    },
    held: () => toasts.say(SAYS.held()),
  }
}
