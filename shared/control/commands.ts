/**
 * The commands of the control API. They name the project and the broadcast that the surface showed when its key was
 * pressed: if another one is on air by then, nothing is sent.
 */
import * as z from 'zod'
import { canBeKey, NO_KEY } from '../commands/ids.ts'
import { type Intent, intend, projectOf } from '../intents/intents.ts'
import { macroNamed, sceneNamed } from '../intents/naming.ts'
import type { AppState } from '../state.ts'

const id = z.string().min(1).max(200).refine(canBeKey, NO_KEY)
const name = z.string().min(1).max(200)
const seen = { projectId: id, liveId: id.nullable() }
const running = { projectId: id, liveId: id }
const take = z.boolean().optional().describe('Sync right after the switch. Left out: as the user set it.')

/** One command: its type and its fields. */
const row = <const Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape })

const Switch = row('switchScene', {
  ...seen,
  scene: z.union([name, z.number().int().min(1).max(9_999)]).describe('Its name or its id; or its number, from 1.'),
  take,
})

export const ControlCommand = z.discriminatedUnion('type', [
  row('goLive', { projectId: id }),
  row('armGoLive', { projectId: id }),
  row('commitGoLive', { armId: id }),
  row('armStop', { ...seen, mode: z.enum(['press', 'hold']).default('press') }),
  row('commitStop', { armId: id }),
  row('cancelArm', { armId: id }),
  row('sync', running),
  Switch,
  row('nextScene', { ...seen, take }),
  row('previousScene', { ...seen, take }),
  row('backToScene', { ...seen, take }),
  row('setAutoSync', { ...seen, on: z.boolean() }),
  row('setPlayback', { ...running, layerId: id, action: z.enum(['start', 'stop']) }),
  row('closePadlock', {}),
  row('runMacro', { macro: name.describe('Its id or its name, among those of the show target.') }),
  row('commitMacro', { armId: id }),
  row('stopMacro', {}),
  row('refresh', { projectId: id }),
  row('edit', {
    operation: name,
    input: z.record(z.string(), z.unknown()).default({}),
    seen: z.strictObject({ liveId: id.nullable() }).optional(),
  }),
])
export type ControlCommand = z.output<typeof ControlCommand>
export type ControlCommandInput = z.input<typeof ControlCommand>

/**
 * The command for the guard, or why there is none: names are looked up, and everything else stays as the sender wrote
 * it. `unknown`, because it is parsed like any other.
 */
export function commandOf(command: ControlCommand, state: AppState): Intent | object {
  switch (command.type) {
    case 'switchScene':
      return switchTo(command, state)
    case 'closePadlock':
      return { type: 'setPadlock', locked: true }
    case 'runMacro':
      return macroNamed(state, command.macro, 'menu')
    case 'commitMacro':
      return { type: 'runMacro', armId: command.armId }
    default:
      return command
  }
}

function switchTo({ projectId, liveId, scene, take: takes }: z.output<typeof Switch>, state: AppState): Intent {
  const project = projectOf(state, projectId)
  if (!project) return { reason: 'unknownProject' }
  if (!project.scenes) return { reason: 'notKnown' }
  // A number is a place in the list, also where a scene is called "3".
  const at = typeof scene === 'number' ? project.scenes[scene - 1] : undefined
  if (typeof scene === 'number' && !at) return { reason: 'noScene' }
  const asked = intend(project, at ? (show) => show.switchScene(at.id, takes) : sceneNamed(String(scene), takes))
  // The broadcast that the sender saw, not the one that is known here.
  return 'reason' in asked ? asked : ({ ...asked, liveId } as Intent)
}
