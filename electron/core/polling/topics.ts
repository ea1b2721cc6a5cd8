/** How each topic of a project is read, and how its response changes the state. */

import { PAGE } from '../../../shared/contract/limits.ts'
import type { Answer } from '../../../shared/contract/operations.ts'
import type { Project } from '../../../shared/contract/records.ts'
import { ServiceError } from '../../../shared/failures.ts'
import type { Topic } from '../../../shared/settings/pace.ts'
import type { AppState, ProjectListItem } from '../../../shared/state.ts'
import type { Lane } from '../../service/budget/lanes.ts'
import { type Caller, type CallOptions, ownFailure, passOver } from '../../service/calls.ts'
import { readAll } from '../../service/paging.ts'
import type { Sequence } from '../../util/sequence.ts'
import { rename } from '../query/projectNames.ts'
import type { Queries } from '../query/queries.ts'
import { applyProject, applyScenes } from '../state/reducers.ts'
import { changeProject } from '../state/store.ts'
import { type Outline, sceneOutline, settingsOutline } from '../unsynced/content.ts'
import { checkableIds, isCheckDue, verifyDestinations } from './destinationCheck.ts'
import { type ReadingDependencies, takeLive } from './liveReducer.ts'

/**
 * What a write may have changed. `air`: a start or stop changes the live status. `edit`: what viewers see, and which
 * scene is active. `settings`: what an edit changes, and the settings.
 */
export type Written = 'air' | 'edit' | 'settings'

export interface ReaderDependencies extends ReadingDependencies {
  sequence: Sequence
  service: Caller
  queries: Queries
  /** Called for each accepted reading of the live status, with the monotonic ms at which it was sent. */
  onLive: (projectId: string, askedAt: number) => void
  /** Called each time the service has reported twice that a project does not exist. */
  onGone: (projectId: string) => void
  /** Called with what viewers could see, for each accepted reading that contains it; `askedAt` is in wall ms. */
  outlined: (projectId: string, outline: Partial<Outline>, askedAt: number) => void
}

export type ReadOptions = Pick<CallOptions, 'deadlineMs' | 'timeoutMs'> & {
  lane: Lane
  /** A reading that is at most this old, in ms, is reused if nothing was written since. */
  youngMs?: number
}

/** When a response was requested, and which parts of it are still valid. */
interface TopicRequest {
  /** Monotonic ms. */
  at: number
  /** True if none of these kinds was written since. */
  isCurrent(...kinds: Written[]): boolean
}

/** Calls the service. Returns a function that applies the response, and returns whether all of it was accepted. */
type Reader = (
  parts: ReaderDependencies,
  projectId: string,
  options: CallOptions & ReadOptions,
) => Promise<(asked: TopicRequest) => boolean>

/** Reads the live status. @returns the response, and the function that applies it */
export async function readLive(parts: ReaderDependencies, projectId: string, options: CallOptions & ReadOptions) {
  const { clock, service } = parts
  const answer = await service.call('getLive', { params: { projectId } }, options)
  const take = ({ at, isCurrent }: TopicRequest): boolean => {
    if (!isCurrent('air')) return false
    const whole = isCurrent('edit', 'settings')
    const known = whole ? answer : { ...answer, unsynced: null, unsyncedEdits: null, onAirSceneId: null }
    takeLive(parts, projectId, known, clock.now() - (clock.monotonic() - at))
    parts.onLive(projectId, at)
    return whole
  }
  return { answer, take }
}

export const readers: Record<Topic, Reader> = {
  live: async (...asked) => (await readLive(...asked)).take,
  async project(parts, projectId, options) {
    const answer = await parts.service.call('getProject', { params: { projectId } }, options)
    refuseOther('getProject', answer.id, projectId)
    const reading = () => parts.service.call('listSchedules', { params: { projectId } }, { lane: options.lane })
    // The dates only add to the clock: if the service does not return them, the rest is still read.
    const schedules = answer.scheduledLivesCount ? await reading().catch(passOver) : null
    return ({ isCurrent }) => {
      if (!isCurrent('settings')) return false
      takeProject(parts, answer, schedules)
      parts.outlined(projectId, { settings: settingsOutline(answer) }, parts.clock.now())
      checkIfDue(parts, projectId)
      return true
    }
  },
  async scenes({ clock, store, service, outlined }, projectId, options) {
    const { items, excess } = await readAll(service, 'listScenes', { projectId }, sceneOutline, options)
    // The active scene and the next one cannot be derived from a part of the list.
    if (excess) throw new ServiceError(excess)
    return ({ at, isCurrent }) => {
      const whole = isCurrent('edit')
      changeProject(store, projectId, (project) => applyScenes(project, items, clock.now(), whole))
      if (whole) outlined(projectId, { scenes: items }, clock.now() - (clock.monotonic() - at))
      return whole
    }
  },
}

const keptOfProject = ({ id, name, liveStatus }: Project): ProjectListItem => ({ id, name, liveStatus })

function takeProject(
  { clock, store }: ReaderDependencies,
  answer: Project,
  schedules: Answer<'listSchedules'> | null,
): void {
  const now = clock.now()
  const dates = (schedules?.schedules ?? []).map((one) => Date.parse(one.scheduledDate)).filter((date) => date > now)
  rename(store, answer.id, answer.name)
  changeProject(store, answer.id, (project) => {
    applyProject(project, answer, now)
    project.nextScheduleAt = dates.length ? Math.min(...dates) : null
  })
}

/** Starts the go-live check with what is known. A failure is stored in the state, and the check is tried again. */
function checkIfDue(parts: ReaderDependencies, projectId: string): void {
  const { clock, store } = parts
  const project = store.get().projects[projectId]
  if (!project || projectId !== store.get().targetId || !isCheckDue(project, clock.now())) return
  verifyDestinations(parts, projectId, checkableIds(project), { lane: 'refresh' }).catch(passOver)
}

/**
 * Reads the newest projects and those on air, which the tray offers. The complete list comes from the queries.
 *
 * @param again they were read before, and a newer reading is wanted
 * @returns the total number of projects
 */
export async function readProjects(
  { clock, store, queries }: Pick<ReaderDependencies, 'clock' | 'store' | 'queries'>,
  again: boolean,
): Promise<number> {
  const tell = (list: Partial<AppState['projectList']>) =>
    store.change((draft) => {
      Object.assign(draft.projectList, list)
    })
  tell({ loading: true })
  try {
    const { value: newest } = await queries.read('listProjects', { limit: PAGE.most }, again)
    const { projects, total } = newest
    const onAir = total > projects.length ? await readOnAir(queries, again) : []
    const known = new Map([...onAir, ...projects].map((one) => [one.id, keptOfProject(one)]))
    tell({ items: [...known.values()], readAt: clock.now(), loading: false, failure: null })
    return total
  } catch (error) {
    tell({ loading: false, failure: error instanceof ServiceError ? error.failure : null })
    throw error
  }
}

/** A service may not know the filter: a project on air beyond the newest is then seen only once it is opened. */
async function readOnAir(queries: Queries, again: boolean): Promise<readonly Project[]> {
  try {
    return (await queries.read('listProjects', { limit: PAGE.most, status: 'live' }, again)).value.projects
  } catch (error) {
    if (error instanceof ServiceError && error.failure.kind === 'refused') return []
    throw error
  }
}

/** Rejects a response about another project: a gateway or a cache mixed them up. @throws ServiceError */
export function refuseOther(name: 'getProject' | 'updateProject', answered: string, asked: string): void {
  if (answered === asked) return
  throw new ServiceError(ownFailure(name, 'unreadable', 'it is about another project'))
}
