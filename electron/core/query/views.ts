/** Views that are put together of many reads: each a local query, kept in the cache of all queries, and told its age. */
import type { QueryAnswer, QueryInput, Reading, Touched } from '../../../shared/query/query.ts'
import type { ViewAnswers } from '../../../shared/query/views.ts'
import { createAccountViews } from './accountViews.ts'
import { createFileViews, type FileViewDependencies } from './durations.ts'
import { createProjectContent } from './projectContent.ts'

export type ViewName = keyof ViewAnswers

export type Views = ReturnType<typeof createViews>

export function createViews(dependencies: FileViewDependencies) {
  const { queries } = dependencies
  const account = createAccountViews(dependencies)
  type View = { [Name in ViewName]: (input: QueryInput<Name>, again: boolean) => Promise<Reading<QueryAnswer<Name>>> }
  const views: View = {
    allSchedules: account.allSchedules,
    runningBroadcasts: account.runningBroadcasts,
    filesWithDurations: createFileViews(dependencies).filesWithDurations,
    projectContent: createProjectContent(dependencies),
  }

  return {
    /** Reads a view, or gives what was put together of it a moment ago. Rejects with a `ServiceError`. */
    read<Name extends ViewName>(name: Name, input: QueryInput<Name>, again = false) {
      const { projectId = null } = input as { projectId?: string }
      const view = { name, key: JSON.stringify([name, input]), projectId }
      return queries.through(view, again, () => views[name](input, again))
    },
    /** What may have changed is read anew. */
    outdate({ names, projectId }: Touched): void {
      if (names.includes('listSchedules')) account.outdate(projectId)
    },
  }
}
