import type { Project } from '../../shared/contract/records.ts'
import { type AppState, isRunning } from '../../shared/state.ts'
import { seenLiveId } from '../../shared/view/reasons.ts'

/**
 * The id of the broadcast seen running for a project, as sent along with an edit. For a followed project it comes
 * from its live status.
 */
export function seenLive(
  state: AppState | null,
  { id, liveStatus, activeLiveId }: Pick<Project, 'id' | 'liveStatus' | 'activeLiveId'>,
): string | null {
  const followed = state?.projects[id]
  if (followed?.live) return seenLiveId(followed)
  return isRunning({ status: liveStatus, liveId: activeLiveId }) ? activeLiveId : null
}
