/** The last broadcasts of all projects. The service lists them per project, so at most `MOST_PROJECTS` are read. */
import type { Answer } from '../../../shared/contract/operations.ts'
import type { Reading } from '../../../shared/query/query.ts'
import type { LastShow, ViewAnswers } from '../../../shared/query/views.ts'
import { createParts, noneIfDeleted, type ViewDependencies } from './parts.ts'

type Broadcasts = Answer<'listBroadcasts'>['broadcasts']

/** At most this many projects, the first ones of the list, and at most this many broadcasts of each. */
const MOST_PROJECTS = 30
const OF_EACH = 10
const LIFE_MS = 5 * 60_000

export function createLastShows({ clock, service, queries, onFault }: ViewDependencies) {
  const shows = createParts<Broadcasts>({
    clock,
    read: readShows,
    life: () => LIFE_MS,
    onMore: () => queries.touch(['lastShows'], null),
    onFault,
  })

  function readShows(projectId: string, lane: 'read' | 'later'): Promise<Broadcasts> {
    const input = { params: { projectId }, query: { limit: OF_EACH, offset: 0 } }
    return noneIfDeleted(service.call('listBroadcasts', input, { lane }).then(({ broadcasts }) => broadcasts))
  }

  return {
    async lastShows(_: object, again: boolean): Promise<Reading<ViewAnswers['lastShows']>> {
      const list = await queries.read('listProjects', { limit: MOST_PROJECTS, offset: 0 }, again)
      const { projects, total: all } = list.value
      const looked = projects.slice(0, MOST_PROJECTS)
      const progress = await shows.want(looked.map(({ id }) => id))
      const read = looked.flatMap(({ id, name }) => {
        const part = shows.get(id)
        return part ? [{ id, name, ...part }] : []
      })
      const broadcasts = read
        .flatMap(({ id, name, value }) =>
          value.map((one): LastShow => ({ ...one, projectId: id, projectName: name })),
        )
        .sort((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))
      return {
        value: { broadcasts, total: broadcasts.length, projects: all ?? looked.length, progress },
        readAt: Math.min(list.readAt, ...read.map(({ readAt }) => readAt)),
      }
    },

    /** A broadcast of a project may have ended; null: of any project. */
    outdate: (projectId: string | null): void => shows.drop(projectId),
  }
}
