import type { Project } from '../../../shared/contract/records.ts'
import { BUILD_NAMES, QUIETLY_NAMES } from '../../../shared/words/projects/build.ts'
import { usePanel } from '../../store/context.tsx'
import { seenLive } from '../../store/seen.ts'
import { useCollected } from './collected.ts'

type Reach = 'collected' | 'atOnce' | 'afterSync'

/** How a save reaches the viewers of a running broadcast; null: none is running. */
export function useReach(project: Project): Reach | null {
  const collects = useCollected(project.id) !== null
  const runs = usePanel(({ state }) => seenLive(state, project) !== null)
  if (collects) return 'collected'
  if (!runs) return null
  return project.autoSync ? 'atOnce' : 'afterSync'
}

/** The name of the button that saves. */
export const saveName = (reach: Reach | null): string =>
  reach === 'collected' ? QUIETLY_NAMES.collect : reach === 'atOnce' ? BUILD_NAMES.saveOnAir : BUILD_NAMES.save
