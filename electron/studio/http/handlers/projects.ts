import { listBroadcasts } from '../../rules/broadcasts/lives.ts'
import { createProject, listProjects, updateProject } from '../../rules/projects/projects.ts'
import { pageOf } from '../../rules/world/find.ts'
import { broadcastRecord } from '../../views/live.ts'
import { projectRecord } from '../../views/project.ts'
import type { Handlers } from '../router.ts'

type Names = 'listProjects' | 'createProject' | 'getProject' | 'updateProject' | 'listBroadcasts'

export const projectHandlers: Handlers<Names> = {
  listProjects({ core, query, broadcasting }) {
    const world = core.read()
    const { items, total, offset } = pageOf(listProjects(world, query.status), query)
    return {
      projects: items.map(({ id }) => projectRecord(world, id, core.now(), broadcasting.targets)),
      total,
      offset,
    }
  },
  createProject({ core, body, broadcasting }) {
    const projectId = core.change((draft, moment) => createProject(draft, body, moment))
    return projectRecord(core.read(), projectId, core.now(), broadcasting.targets)
  },
  getProject: ({ core, params, broadcasting }) =>
    projectRecord(core.read(), params.projectId, core.now(), broadcasting.targets),
  updateProject({ core, params, body, broadcasting }) {
    const synced = core.change((draft, moment) => updateProject(draft, params.projectId, body, moment))
    return { ...projectRecord(core.read(), params.projectId, core.now(), broadcasting.targets), synced }
  },
  listBroadcasts({ core, params, query }) {
    const world = core.read()
    const { items, total, offset } = pageOf(listBroadcasts(world, params.projectId), query)
    return { broadcasts: items.map((past) => broadcastRecord(world, past)), total, offset }
  },
}
