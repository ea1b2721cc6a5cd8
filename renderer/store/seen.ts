import type { Project } from '../../shared/contract/records.ts'
import { type AppState, isRunning } from '../../shared/state.ts'
import { seenLiveId } from '../../shared/view/reasons.ts'

/** The broadcast that is seen to run of a project, as a write carries it along: of the show target as it is followed. */
export function seenLive(
  state: AppState | null,
  { id, liveStatus, activeLiveId }: Pick<Project, 'id' | 'liveStatus' | 'activeLiveId'>,
): string | null {
  const followed = state?.projects[id]
  if (followed?.live) return seenLiveId(followed)
  return isRunning({ status: liveStatus, liveId: activeLiveId }) ? activeLiveId : null
}
