import type { Project } from '../../shared/contract/records.ts'
import { EMPTY } from '../../shared/words/labels.ts'
import { tellUnread, useRead, useWholeList } from './queries.ts'

/** A list of projects as it is drawn to choose one of. */
export interface ProjectsRead {
  items: readonly Project[]
  isPending: boolean
  /** Why it could not be read, or not further; null: it is. */
  failed: string | null
}

/** All projects of the account, to choose one. */
export function useProjects(): ProjectsRead {
  const { items, isPending, error } = useWholeList('listProjects', {})
  return { items, isPending, failed: error && tellUnread(error).what }
}

/** What a project is called; null: not read, or none is meant. */
export function useProjectName(projectId: string | null): string | null {
  const { data, isPlaceholderData } = useRead('getProject', { projectId: projectId ?? '' }, projectId !== null)
  return data && !isPlaceholderData ? data.value.name || EMPTY.nameless : null
}
