/** Views that combine several reads: each is a local query, cached with all queries, and shown with its age. */
import type { QueryAnswer, QueryInput, Reading, Touched } from '../../../shared/query/query.ts'
import type { UnsyncedChanges } from '../../../shared/query/unsynced.ts'
import type { ViewAnswers } from '../../../shared/query/views.ts'
import type { Store } from '../state/store.ts'
import { createAccountViews } from './accountViews.ts'
import { createFileViews, type FileViewDependencies } from './durations.ts'
import { createForecast, type ForecastDependencies } from './forecast.ts'
import { createLastShows } from './lastShows.ts'
import { type ContentDependencies, createProjectContent } from './projectContent.ts'
import { createQueries } from './queries.ts'

export type ViewName = keyof ViewAnswers

/** The reads of one service: its queries through the cache, and the views combined from them. */
export function createReads({
  touched,
  ...options
}: Omit<ViewsOptions, 'queries'> & { touched(what: Touched): void }) {
  const queries = createQueries(options.clock, options.service, (what) => {
    views.outdate(what)
    touched(what)
  })
  const views = createViews({ ...options, queries })
  return { queries, views }
}

interface ViewsOptions extends FileViewDependencies, ForecastDependencies, ContentDependencies {
  kept: FileViewDependencies['kept'] & ContentDependencies['kept']
  store: ForecastDependencies['store'] & Pick<Store, 'change'>
  unsyncedChanges(projectId: string): Promise<Reading<UnsyncedChanges>>
}

function createViews(dependencies: ViewsOptions) {
  const { queries, unsyncedChanges } = dependencies
  const account = createAccountViews(dependencies)
  const shows = createLastShows(dependencies)
  const projectContent = createProjectContent(dependencies)
  type View = { [Name in ViewName]: (input: QueryInput<Name>, again: boolean) => Promise<Reading<QueryAnswer<Name>>> }
  const views: View = {
    allSchedules: account.allSchedules,
    runningBroadcasts: account.runningBroadcasts,
    lastShows: shows.lastShows,
    filesWithDurations: createFileViews(dependencies).filesWithDurations,
    projectContent,
    whatPlays: createForecast(dependencies, projectContent),
    unsyncedChanges: ({ projectId }) => unsyncedChanges(projectId),
  }

  return {
    /** Reads a view, or returns the one cached a moment ago. Rejects with a `ServiceError`. */
    read<Name extends ViewName>(name: Name, input: QueryInput<Name>, again = false) {
      const { projectId = null } = input as { projectId?: string }
      const view = { name, key: JSON.stringify([name, input]), projectId }
      return queries.through(view, again, () => views[name](input, again))
    },
    /** Drops what may have changed. */
    outdate({ names, projectId }: Touched): void {
      if (names.includes('listSchedules')) account.outdate(projectId)
      if (names.includes('listBroadcasts')) shows.outdate(projectId)
    },
  }
}
