import type { CommandInput } from '../../../shared/commands.ts'
import type { HotkeyAction } from '../../../shared/desktop.ts'
import { type AppState, type ProjectState, targetOf } from '../../../shared/state.ts'
import { seenLiveId, whyNoStop, whyNoSync } from '../../../shared/view/reasons.ts'
import { FLASH_WORDS } from '../../../shared/words/flash.ts'
import { REASONS } from '../../../shared/words/reasons.ts'

/** What a press asks of the core, or why it asks for nothing. */
export type Asked = { command: CommandInput } | { why: string }

/**
 * What the first press of a key asks for, in this state. It names the broadcast that the state shows, so that nothing
 * reaches another one.
 */
export function askedBy(action: HotkeyAction, state: AppState): Asked {
  if (action === 'showPanel') return { command: { type: 'showWindow', window: 'main' } }
  // Only a person who looks at us opens it again: a key pressed blindly must never do that.
  if (action === 'padlock')
    return state.padlock.locked
      ? { why: FLASH_WORDS.padlockClosed }
      : { command: { type: 'setPadlock', locked: true } }
  const target = targetOf(state)
  return target ? ofShow(action, target) : { why: REASONS.noTarget }
}

type ShowAction = Exclude<HotkeyAction, 'showPanel' | 'padlock'>

function ofShow(action: ShowAction, target: ProjectState): Asked {
  const [projectId, liveId] = [target.id, seenLiveId(target)]
  switch (action) {
    case 'goLive':
      return { command: { type: 'armGoLive', projectId, mode: 'press' } }
    case 'stop':
      if (liveId === null) return { why: whyNoStop(target) ?? REASONS.noLiveId }
      return { command: { type: 'armStop', projectId, liveId, mode: 'press' } }
    case 'sync':
      if (liveId === null) return { why: whyNoSync(target) ?? REASONS.noLiveId }
      return { command: { type: 'sync', projectId, liveId } }
    case 'nextScene':
    case 'previousScene':
    case 'backToScene':
      return { command: { type: action, projectId, liveId } }
    default:
      return ofScene(Number(action.slice('scene'.length)), target)
  }
}

/** @param nr counted from 1, in the order of the project */
function ofScene(nr: number, target: ProjectState): Asked {
  if (!target.scenes) return { why: REASONS.scenesUnread }
  const scene = target.scenes[nr - 1]
  if (!scene) return { why: FLASH_WORDS.noSuchScene(nr, target.scenes.length) }
  return { command: { type: 'switchScene', projectId: target.id, liveId: seenLiveId(target), sceneId: scene.id } }
}
