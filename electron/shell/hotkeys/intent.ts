import type { CommandInput } from '../../../shared/commands/commands.ts'
import { type Intent, intents } from '../../../shared/intents/intents.ts'
import type { HotkeyAction } from '../../../shared/settings/desktop.ts'
import { type AppState, type ProjectState, targetOf } from '../../../shared/state.ts'
import { whyNoStop, whyNoSync } from '../../../shared/view/reasons.ts'
import { FLASH_WORDS } from '../../../shared/words/flash.ts'
import { tellRefusal } from '../../../shared/words/outcomes.ts'
import { REASONS } from '../../../shared/words/reasons.ts'

/** What a press asks of the core, or why it asks for nothing. */
export type Asked = { command: CommandInput } | { why: string }

/** What the first press of a key asks for, in this state. */
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

const asks = (meant: Intent, why: string | null): Asked =>
  'reason' in meant ? { why: why ?? tellRefusal(meant) } : { command: meant }

/** @param nr counted from 1, in the order of the project */
function ofScene(nr: number, target: ProjectState): Asked {
  if (!target.scenes) return { why: REASONS.scenesUnread }
  const scene = target.scenes[nr - 1]
  if (!scene) return { why: FLASH_WORDS.noSuchScene(nr, target.scenes.length) }
  return { command: intents(target).switchScene(scene.id) }
}
