/** Items that act on the show: go live, stop, sync, auto-sync. */
import type { Arm } from '../../../shared/commands/arm.ts'
import { commitOf } from '../../../shared/commands/arming.ts'
import { type Ask, type Intents, intend, intents } from '../../../shared/intents/intents.ts'
import type { ProjectState, SceneState } from '../../../shared/state.ts'
import { favouritesFirst } from '../../../shared/view/looks.ts'
import { type Mark, markOf } from '../../../shared/view/marks.ts'
import {
  backSceneId,
  whyNoAutoSync,
  whyNoBack,
  whyNoGoLive,
  whyNoStop,
  whyNoSync,
} from '../../../shared/view/reasons.ts'
import { TRAY_NAMES, TRAY_WORDS } from '../../../shared/words/desktop/tray.ts'
import { EMPTY, NAMES } from '../../../shared/words/labels.ts'
import { REASONS } from '../../../shared/words/outcomes/reasons.ts'
import { armSentence, editsWaiting } from '../../../shared/words/show/show.ts'
import { asks, command, cutName, gap, lines, type PressItem, press, type TrayItem, text } from './items.ts'
import type { Seen } from './stateLines.ts'

/**
 * Going live takes two clicks here too, though the guard would let a tray do it with one: in a menu it is easy to hit
 * the wrong item, and a broadcast cannot be taken back. The second item states what goes where.
 */
export function showItems({ state, target, tally }: Seen): TrayItem[] {
  const armed = state.arm && isForPeople(state.arm) ? state.arm : null
  return [
    ...(armed?.act === 'macro' || armed?.act === 'proposal' ? secondStep(armed) : []),
    ...(armed?.act === 'goLive' ? secondStep(armed) : goLive(target)),
    ...(armed?.act === 'stop' ? secondStep(armed) : [stop(target)]),
    sync(target, tally !== 'stale'),
    autoSync(target),
  ]
}

/** An arm that waits for a user. One that is held down, or commits automatically, concerns only its own sender. */
const isForPeople = ({ mode }: Arm): boolean => mode === 'menu' || mode === 'press' || mode === 'proposed'

function secondStep(arm: Arm): TrayItem[] {
  const { armId, act } = arm
  const label = TRAY_WORDS.confirmNow({ ...arm, projectName: cutName(arm.projectName) })
  const second =
    // A menu has no room for every field, and nothing may be allowed that was not read.
    arm.proposed && arm.proposed.fields.length > 0
      ? press('look', TRAY_WORDS.readFirst, command({ type: 'showWindow', window: 'main' }))
      : press(`${act}Now`, label, command(commitOf(arm)))
  return [
    ...lines('armed', armSentence(arm, [])),
    second,
    press('cancel', arm.proposed ? TRAY_NAMES.refuse : TRAY_NAMES.cancel, command({ type: 'cancelArm', armId })),
  ]
}

/**
 * An action that the guard forbids (by the padlock) stays enabled, and is then refused. @param whyNot why the action
 * would do nothing
 */
function control(
  id: 'goLive' | 'stop' | 'sync' | 'autoSync',
  target: ProjectState | null,
  whyNot: (target: ProjectState) => string | null,
  ask: Ask,
  note: string | null = null,
): PressItem {
  const why = target ? whyNot(target) : REASONS.noTarget
  return press(id, TRAY_WORDS.withNote(TRAY_NAMES[id], why ?? note), asks(intend(target, ask), why))
}

function goLive(target: ProjectState | null): PressItem[] {
  const items = [control('goLive', target, whyNoGoLive, (show) => show.armGoLive('menu'))]
  if (target?.pending?.act === 'start' && target.pending.phase === 'checking')
    items.push(press('unlock', TRAY_NAMES.unlock, command(intents(target).unlockGoLive())))
  const by = target?.lastEnd?.by ?? 'plan'
  const end = { plan: null, elsewhere: TRAY_NAMES.putAwayEnd, lateStop: TRAY_NAMES.putAwayLate }[by]
  const over = target?.lastError ? TRAY_NAMES.putAway : end
  if (target && over) items.push(press('putAway', over, command(intents(target).acknowledge())))
  return items
}

const stop = (target: ProjectState | null) => control('stop', target, whyNoStop, (show) => show.armStop('menu'))

/** @param known false: the reading is too old to tell what viewers see */
const sync = (target: ProjectState | null, known: boolean) =>
  control('sync', target, whyNoSync, (show) => show.sync(), target && known ? waiting(target) : null)

/** What viewers do not see yet; null if unknown. */
function waiting({ unsynced }: ProjectState): string | null {
  if (unsynced.some === null) return null
  return unsynced.some ? editsWaiting(unsynced.edits) : TRAY_WORDS.allSynced
}

function autoSync(target: ProjectState | null): PressItem {
  const checked = target?.settings?.autoSync ?? false
  return { ...control('autoSync', target, whyNoAutoSync, (show) => show.setAutoSync(!checked)), checked }
}

/** Every scene, with its state for viewers, and the way back. */

/** How many scenes are in the menu itself. A few more would not be worth a second level. */
const DIRECT = { most: 24, withRanges: 18 }
/** How many scenes are in each submenu: one screen, without scrolling. */
const IN_RANGE = 30
/** The digits of the keyboard choose the first nine, as they do in the panel. */
const KEYS = 9

export function sceneItems({ state, target, tally }: Seen): TrayItem[] {
  if (!target) return []
  if (!target.scenes) return [gap, text('scenes', EMPTY.scenesUnread)]
  if (target.scenes.length === 0) return [gap, text('scenes', EMPTY.noScenes)]
  const show = intents(target)
  // The digits belong to the first nine of the project, whatever the order in the menu.
  const placed = target.scenes.map((scene, index) => ({ scene, index }))
  const shown = favouritesFirst(placed, ({ scene }) => state.looks[target.id]?.[scene.id])
  const items = shown.map(({ scene, index }) =>
    sceneItem(scene, index, markOf(target, scene, tally !== 'stale'), show),
  )
  const marks = shown.map(({ scene }) => markOf(target, scene, true))
  return [gap, ...inRanges(items, marks), back(target, show)]
}

function sceneItem(scene: SceneState, index: number, mark: Mark | null, show: Intents): PressItem {
  const item = press(`scene:${scene.id}`, TRAY_WORDS.scene(nameOf(scene), mark), command(show.switchScene(scene.id)))
  if (index < KEYS) item.key = index + 1
  // A checkmark only for the scene on air: all other marks are words.
  if (mark === 'onAir') item.checked = true
  return item
}

const nameOf = (scene: SceneState): string => cutName(scene.name) || EMPTY.nameless

/** The marks that the label of a submenu must show, most important first. */
const TELLING: readonly Mark[] = ['onAir', 'running', 'wasOnAir', 'notYet', 'next', 'active']

function inRanges(items: PressItem[], marks: readonly (Mark | null)[]): TrayItem[] {
  if (items.length <= DIRECT.most) return items
  const direct: TrayItem[] = items.slice(0, DIRECT.withRanges)
  for (let from = DIRECT.withRanges; from < items.length; from += IN_RANGE) {
    const some = items.slice(from, from + IN_RANGE)
    const label = TRAY_WORDS.sceneRange(from + 1, from + some.length, telling(some, marks.slice(from)))
    direct.push({ kind: 'menu', id: `scenes:${from + 1}`, label, items: some })
  }
  return direct
}

/** @param marks of these scenes, and of those that follow */
function telling(some: PressItem[], marks: readonly (Mark | null)[]): string | null {
  // The item's label already includes the mark, so only its position is needed.
  const found = TELLING.map((mark) => marks.slice(0, some.length).indexOf(mark)).find((at) => at >= 0)
  return found === undefined ? null : (some[found]?.label ?? null)
}

/** Switches to the scene that is named, whatever "back" would mean by the time of the click. */
function back(target: ProjectState, show: Intents): PressItem {
  const backId = backSceneId(target)
  const scene = target.scenes?.find(({ id }) => id === backId)
  if (!scene) return press('back', TRAY_WORDS.withNote(NAMES.back, whyNoBack(target)), null)
  return press('back', TRAY_WORDS.backTo(nameOf(scene)), command(show.switchScene(scene.id)))
}
