import type { Project } from '../../shared/contract/records.ts'
import { EMPTY } from '../../shared/words/labels.ts'
import { describeReadFailure, useRead, useWholeList } from './queries.ts'

/** A list of projects as drawn in a chooser. */
export interface ProjectsRead {
  items: readonly Project[]
  isPending: boolean
  /** Why it could not be read, or not completely; null: no failure. */
  failed: string | null
}

/** All projects of the account, for a chooser. */
export function useProjects(): ProjectsRead {
  const { items, isPending, error } = useWholeList('listProjects', {})
  return { items, isPending, failed: error && describeReadFailure(error).what }
}

/** The name of a project; null: not read yet, or no project given. */
export function useProjectName(projectId: string | null): string | null {
  const { data, isPlaceholderData } = useRead('getProject', { projectId: projectId ?? '' }, projectId !== null)
  return data && !isPlaceholderData ? data.value.name || EMPTY.nameless : null
}
