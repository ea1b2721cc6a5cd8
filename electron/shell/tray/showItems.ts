/** What acts on the show: go live, stop, sync, auto-sync. */
import type { Arm } from '../../../shared/commands/arming.ts'
import { intents } from '../../../shared/intents/intents.ts'
import type { ProjectState } from '../../../shared/state.ts'
import { whyNoAutoSync, whyNoGoLive, whyNoStop, whyNoSync } from '../../../shared/view/reasons.ts'
import { REASONS } from '../../../shared/words/reasons.ts'
import { armSentence, editsWaiting } from '../../../shared/words/show.ts'
import { confirmNow, TRAY_NAMES, TRAY_WORDS, withNote } from '../../../shared/words/tray.ts'
import { asks, command, cutName, lines, type PressItem, press, type TrayItem } from './items.ts'
import type { Seen } from './stateLines.ts'

/**
 * Going live takes two presses here, too, though the guard would let a tray do it by one: in a menu a slip of the hand
 * chooses the item beside, and a broadcast cannot be taken back. The second one says what goes where.
 */
export function showItems({ state, target, tally }: Seen): TrayItem[] {
  const armed = state.arm && isForPeople(state.arm) ? state.arm : null
  return [
    ...(armed?.act === 'goLive' ? secondStep(armed) : goLive(target)),
    ...(armed?.act === 'stop' ? secondStep(armed) : stop(target)),
    sync(target, tally !== 'stale'),
    autoSync(target),
  ]
}

/** An arm that waits for a person. One that is held down, or goes off by itself, is its own sender's matter. */
const isForPeople = ({ mode }: Arm): boolean => mode === 'menu' || mode === 'press'

function secondStep(arm: Arm): TrayItem[] {
  const { armId, act } = arm
  const commit =
    act === 'stop' ? ({ type: 'commitStop', armId } as const) : ({ type: 'commitGoLive', armId } as const)
  const label = confirmNow({ ...arm, projectName: cutName(arm.projectName) })
  return [
    ...lines('armed', armSentence(arm)),
    press(act === 'stop' ? 'stopNow' : 'goLiveNow', label, command(commit)),
    press('cancel', TRAY_NAMES.cancel, command({ type: 'cancelArm', armId })),
  ]
}

function goLive(target: ProjectState | null): PressItem[] {
  const why = about(target, whyNoGoLive)
  const show = target && intents(target)
  const items = [press('goLive', withNote(TRAY_NAMES.goLive, why), asks(show?.armGoLive('menu'), why))]
  if (show && target.pending?.act === 'start' && target.pending.phase === 'checking')
    items.push(press('unlock', TRAY_NAMES.unlock, command(show.unlockGoLive())))
  if (show && target.lastError) items.push(press('putAway', TRAY_NAMES.putAway, command(show.acknowledge())))
  return items
}

function stop(target: ProjectState | null): PressItem[] {
  const why = about(target, whyNoStop)
  const meant = target ? intents(target).armStop('menu') : undefined
  return [press('stop', withNote(TRAY_NAMES.stop, why), asks(meant, why))]
}

/** @param known false: the reading is too old to say what viewers see */
function sync(target: ProjectState | null, known: boolean): PressItem {
  const why = about(target, whyNoSync)
  const note = why ?? (target && known ? waiting(target) : null)
  return press('sync', withNote(TRAY_NAMES.sync, note), asks(target ? intents(target).sync() : undefined, why))
}

/** What viewers do not see yet; null where that is not known. */
function waiting({ unsynced }: ProjectState): string | null {
  if (unsynced.some === null) return null
  return unsynced.some ? editsWaiting(unsynced.edits) : TRAY_WORDS.allSynced
}

function autoSync(target: ProjectState | null): PressItem {
  const why = about(target, whyNoAutoSync)
  const checked = target?.settings?.autoSync ?? false
  const meant = target ? intents(target).setAutoSync(!checked) : undefined
  return { ...press('autoSync', withNote(TRAY_NAMES.autoSync, why), asks(meant, why)), checked }
}

/** Why a press would mean nothing. What the guard forbids (the padlock) is pressed all the same, and answered in words. */
function about(target: ProjectState | null, why: (target: ProjectState) => string | null): string | null {
  return target ? why(target) : REASONS.noTarget
}
