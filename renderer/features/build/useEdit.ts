import type { CommandInput } from '../../../shared/commands/commands.ts'
import type { AnyEdit } from '../../../shared/contract/inputs.ts'
import type { Project } from '../../../shared/contract/records.ts'
import { useActions } from '../../store/context.tsx'
import { seenLive } from '../../store/seen.ts'
import type { Answer, FeedbackId } from '../../store/submissions.ts'
import type { useSubmit } from '../../ui/form/useSubmit.ts'
import { collect } from './collected.ts'

type Edit = Extract<CommandInput, { type: 'edit' }>

/**
 * Sends an edit of a project, with the broadcast that was seen running; or holds it back while changes are collected.
 *
 * @param form the form that sends it, if one does: `submit` is as that of the form
 */
export function useEdit(project: Project, spot: FeedbackId, form?: ReturnType<typeof useSubmit>) {
  const { store, press, tell } = useActions()
  const commandOf = (operation: AnyEdit, input: object): Edit => ({
    ...{ type: 'edit', operation, input: { projectId: project.id, ...input } },
    seen: { liveId: seenLive(store.getState().state, project) },
  })
  async function send(command: Edit): Promise<Answer | null> {
    const held = collect(project.id, command.operation as AnyEdit, { ...command.input })
    if (held) tell(spot, held)
    return held ?? (form ? form.send(command) : press(spot, command))
  }
  return Object.assign((operation: AnyEdit, input: object) => send(commandOf(operation, input)), {
    async submit(operation: AnyEdit, input: object, why: string | null) {
      const command = commandOf(operation, input)
      return form?.submit(command, why, () => send(command)) ?? null
    },
  })
}
