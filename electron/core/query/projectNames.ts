import { ServiceError } from '../../../shared/failures.ts'
import { findNamed, type Named, noneNamed, projectNamed } from '../../../shared/intents/naming.ts'
import type { Refusal } from '../../../shared/outcome.ts'
import type { Caller } from '../../service/calls.ts'
import { readAll } from '../../service/paging.ts'
import type { Store } from '../state/store.ts'

interface Dependencies {
  readonly store: Store
  readonly service: Caller
}

/** A person waits, and then something is sent: a name that cannot be read within this time, in ms, is not known. */
const READ = { lane: 'edit', deadlineMs: 3_000, timeoutMs: 3_000 } as const

/**
 * The project that is called so now. Names of projects that nobody follows are never polled, so the one that was called so
 * is read first; where it is called otherwise by now, or was never known, the whole list tells. An id needs no reading.
 *
 * @throws ServiceError where the service does not tell
 */
export async function projectCalled(wanted: string, parts: Dependencies): Promise<Named | Refusal> {
  const known = projectNamed(parts.store.get(), wanted)
  if ('id' in known && known.id === wanted.trim()) return known
  if ('id' in known && (await nameOf(known.id, parts)) === known.name) return known
  const { items } = await readAll(parts.service, 'listProjects', {}, ({ id, name }) => ({ id, name }), READ)
  for (const { id, name } of items) rename(parts.store, id, name)
  const found = findNamed(items, wanted)
  return 'found' in found ? found.found : noneNamed(found, wanted)
}

/** Its name now; null: it is gone. */
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

/** What a project is called now, wherever it is shown. */
export function rename(store: Pick<Store, 'change'>, projectId: string, name: string): void {
  store.change(({ projects, projectList }) => {
    const project = projects[projectId]
    if (project) project.name = name
    for (const item of projectList.items) if (item.id === projectId) item.name = name
  })
}
