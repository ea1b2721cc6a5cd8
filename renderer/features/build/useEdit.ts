import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { AnyEdit } from '../../../shared/contract/inputs.ts'
import type { Project } from '../../../shared/contract/records.ts'
import { useActions } from '../../store/context.tsx'
import { seenLive } from '../../store/seen.ts'
import type { Answer, FeedbackId } from '../../store/submissions.ts'
import { collect } from './collected.ts'

type Edit = Extract<CommandInput, { type: 'edit' }>

/**
 * Sends an edit of a project, with the broadcast that was seen running; or holds it back while changes are collected.
 */
export function useEdit(project: Project, spot: FeedbackId) {
  const { store, press, tell } = useActions()
  /** The command as it is sent. */
  const commandOf = (operation: AnyEdit, input: object): Edit => ({
    ...{ type: 'edit', operation, input: { projectId: project.id, ...input } },
    seen: { liveId: seenLive(store.getState().state, project) },
  })
  /** @param send used instead of `press` by a form that sends the command itself */
  async function edit(operation: AnyEdit, input: object, send?: (command: Edit) => Promise<Answer | null>) {
    const command = commandOf(operation, input)
    const held = collect(project.id, operation, { ...command.input })
    if (held) tell(spot, held)
    return held ?? (send ? send(command) : press(spot, command))
  }
  return Object.assign(edit, { commandOf })
}
