import { ServiceError } from '../../../shared/failures.ts'
import { findNamed, isNamed, type Named, noneNamed, projectNamed } from '../../../shared/intents/naming.ts'
import type { Refusal } from '../../../shared/outcome.ts'
import type { Caller } from '../../service/calls.ts'
import { readAll } from '../../service/paging.ts'
import type { Store } from '../state/store.ts'

interface Dependencies {
  readonly store: Store
  readonly service: Caller
}

/** The user waits for this before a command is sent: a name that is not read within this time, in ms, is unknown. */
const READ = { lane: 'edit', deadlineMs: 3_000, timeoutMs: 3_000 } as const

/**
 * Finds the project that has this name now. Names of projects that are not followed are never polled, so the project
 * last known by exactly this name is read first. If it was renamed, or only the start of a name is known, the whole list
 * is read: a project made since may have this very name. An id needs no reading.
 *
 * @throws ServiceError if the service cannot be read
 */
export async function projectCalled(wanted: string, parts: Dependencies): Promise<Named | Refusal> {
  const known = projectNamed(parts.store.get(), wanted)
  if ('id' in known && known.id === wanted.trim()) return known
  if ('id' in known && isNamed(known, wanted) && (await nameOf(known.id, parts)) === known.name) return known
  const { items } = await readAll(parts.service, 'listProjects', {}, ({ id, name }) => ({ id, name }), READ)
  for (const { id, name } of items) rename(parts.store, id, name)
  const found = findNamed(items, wanted)
  return 'found' in found ? found.found : noneNamed(found, wanted)
}

/** The project's name now; null: it is gone. */
async function nameOf(projectId: string, { service, store }: Dependencies): Promise<string | null> {
  try {
    const { name } = await service.call('getProject', { params: { projectId } }, READ)
    rename(store, projectId, name)
    return name
  } catch (error) {
    if (error instanceof ServiceError && error.failure.kind === 'notFound') return null
    throw error
  }
}

/** Updates a project's name wherever it is shown. */
export function rename(store: Pick<Store, 'change'>, projectId: string, name: string): void {
  store.change(({ projects, projectList }) => {
    const project = projects[projectId]
    if (project) project.name = name
    for (const item of projectList.items) if (item.id === projectId) item.name = name
  })
}
