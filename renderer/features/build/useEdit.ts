import type { AnyEdit } from '../../../shared/contract/inputs.ts'
import type { Project } from '../../../shared/contract/records.ts'
import { useActions } from '../../store/context.tsx'
import { seenLive } from '../../store/seen.ts'
import type { Answer, FeedbackId } from '../../store/submissions.ts'

/** Sends an edit of a project, with the broadcast that was seen to run. */
export function useEdit(project: Project, spot: FeedbackId) {
  const { store, press } = useActions()
  return (operation: AnyEdit, input: object): Promise<Answer | null> => {
    const seen = { liveId: seenLive(store.getState().state, project) }
    return press(spot, { type: 'edit', operation, input: { projectId: project.id, ...input }, seen })
  }
}
