/** Every scene, with what viewers see of it, and the way back. */
import { type Intents, intents } from '../../../shared/intents/intents.ts'
import type { ProjectState, SceneState } from '../../../shared/state.ts'
import { type Mark, markOf } from '../../../shared/view/marks.ts'
import { whyNoBack } from '../../../shared/view/reasons.ts'
import { EMPTY, NAMES } from '../../../shared/words/labels.ts'
import { backToNamed, sceneLabel, sceneRange, withNote } from '../../../shared/words/tray.ts'
import { command, cutName, gap, type PressItem, press, type TrayItem, text } from './items.ts'
import type { Seen } from './stateLines.ts'

/** So many scenes stand in the menu itself. A few more would not be worth a second level. */
const DIRECT = { most: 24, withRanges: 18 }
/** So many stand in each menu of further ones: one screen, without scrolling. */
const IN_RANGE = 30
/** The digits of the keyboard choose the first nine, as they do in the panel. */
const KEYS = 9

export function sceneItems({ target, tally }: Seen): TrayItem[] {
  if (!target) return []
  if (!target.scenes) return [gap, text('scenes', EMPTY.scenesUnread)]
  if (target.scenes.length === 0) return [gap, text('scenes', EMPTY.noScenes)]
  const show = intents(target)
  const items = target.scenes.map((scene, index) =>
    sceneItem(scene, index, markOf(target, scene, tally !== 'stale'), show),
  )
  return [gap, ...inRanges(items, target), back(target, show)]
}

function sceneItem(scene: SceneState, index: number, mark: Mark | null, show: Intents): PressItem {
  const item = press(`scene:${scene.id}`, sceneLabel(nameOf(scene), mark), command(show.switchScene(scene.id)))
  if (index < KEYS) item.key = index + 1
  // A tick for what is on air, and for nothing else: all marks are words first.
  if (mark === 'onAir') item.checked = true
  return item
}

const nameOf = (scene: SceneState): string => cutName(scene.name) || EMPTY.nameless

/** What a menu of further scenes must tell from outside, most telling first. */
const TELLING: readonly Mark[] = ['onAir', 'running', 'wasOnAir', 'notYet', 'next', 'active']

function inRanges(items: PressItem[], target: ProjectState): TrayItem[] {
  if (items.length <= DIRECT.most) return items
  const direct: TrayItem[] = items.slice(0, DIRECT.withRanges)
  for (let from = DIRECT.withRanges; from < items.length; from += IN_RANGE) {
    const some = items.slice(from, from + IN_RANGE)
    const label = sceneRange(from + 1, from + some.length, telling(some, target, from))
    direct.push({ kind: 'menu', id: `scenes:${from + 1}`, label, items: some })
  }
  return direct
}

function telling(some: PressItem[], target: ProjectState, from: number): string | null {
  const scenes = target.scenes?.slice(from, from + some.length) ?? []
  // The item's label says it already: only which one is looked for here.
  const marks = scenes.map((scene) => markOf(target, scene, true))
  const found = TELLING.map((mark) => marks.indexOf(mark)).find((at) => at >= 0)
  return found === undefined ? null : (some[found]?.label ?? null)
}

/** The scene that is named is the one switched to, whatever "back" would mean by the time of the press. */
function back(target: ProjectState, show: Intents): PressItem {
  const scene = target.scenes?.find(({ id }) => id === target.previousSceneId)
  if (!scene) return press('back', withNote(NAMES.back, whyNoBack(target)), null)
  return press('back', backToNamed(nameOf(scene)), command(show.switchScene(scene.id)))
}
