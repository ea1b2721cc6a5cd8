/** What acts on the show: go live, stop, sync, auto-sync. */
import type { Arm } from '../../../shared/arming.ts'
import type { ProjectState } from '../../../shared/state.ts'
import { seenLiveId, whyNoAutoSync, whyNoGoLive, whyNoStop, whyNoSync } from '../../../shared/view/reasons.ts'
import { REASONS } from '../../../shared/words/reasons.ts'
import { armSentence, editsWaiting } from '../../../shared/words/show.ts'
import { confirmNow, TRAY_NAMES, TRAY_WORDS, withNote } from '../../../shared/words/tray.ts'
import { command, cutName, lines, type PressItem, press, type TrayItem } from './items.ts'
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
  const arms = command({ type: 'armGoLive', mode: 'menu', ...projectOf(target) })
  const items = [press('goLive', withNote(TRAY_NAMES.goLive, why), arms, why === null)]
  if (target?.pending?.act === 'start' && target.pending.phase === 'checking')
    items.push(press('unlock', TRAY_NAMES.unlock, command({ type: 'unlockGoLive', projectId: target.id })))
  if (target?.lastError)
    items.push(press('putAway', TRAY_NAMES.putAway, command({ type: 'acknowledge', projectId: target.id })))
  return items
}

function stop(target: ProjectState | null): PressItem[] {
  const why = about(target, whyNoStop)
  const liveId = seenLiveId(target) ?? ''
  const arms = command({ type: 'armStop', mode: 'menu', liveId, ...projectOf(target) })
  return [press('stop', withNote(TRAY_NAMES.stop, why), arms, why === null)]
}

/** @param known false: the reading is too old to say what viewers see */
function sync(target: ProjectState | null, known: boolean): PressItem {
  const why = about(target, whyNoSync)
  const note = why ?? (target && known ? waiting(target) : null)
  const liveId = seenLiveId(target) ?? ''
  return press(
    'sync',
    withNote(TRAY_NAMES.sync, note),
    command({ type: 'sync', liveId, ...projectOf(target) }),
    why === null,
  )
}

/** What viewers do not see yet; null where that is not known. */
function waiting({ unsynced }: ProjectState): string | null {
  if (unsynced.some === null) return null
  return unsynced.some ? editsWaiting(unsynced.edits) : TRAY_WORDS.allSynced
}

function autoSync(target: ProjectState | null): PressItem {
  const why = about(target, whyNoAutoSync)
  const checked = target?.settings?.autoSync ?? false
  const set = command({ type: 'setAutoSync', liveId: seenLiveId(target), on: !checked, ...projectOf(target) })
  return { ...press('autoSync', withNote(TRAY_NAMES.autoSync, why), set, why === null), checked }
}

/** Why a press would mean nothing. What the guard forbids (the padlock) is pressed all the same, and answered in words. */
function about(target: ProjectState | null, why: (target: ProjectState) => string | null): string | null {
  return target ? why(target) : REASONS.noTarget
}

/** The project that was seen is meant, even if another one is the show target by the time of the press. */
const projectOf = (target: ProjectState | null) => (target ? { projectId: target.id } : {})
