import type { Clock } from '../../shared/clock.ts'
import type { Answer, OperationClass } from '../../shared/contract/operations.ts'
import type { Project, Scene } from '../../shared/contract/records.ts'
import { ServiceError } from '../../shared/failures.ts'
import type { Topic } from '../../shared/pace.ts'
import type { Caller } from '../service/calls.ts'
import { readAll } from '../service/paging.ts'
import { changeProject } from './context.ts'
import { takeLive } from './liveReading.ts'
import { applyProject, applyScenes } from './readings.ts'
import type { Recorder } from './recorder.ts'
import type { Watches } from './settling.ts'
import type { Store } from './store.ts'

export interface Reader {
  /**
   * Reads one topic of one project and tells the store.
   * @returns false when a write came between, so that the answer may be older than what is known: read again
   */
  read(projectId: string, topic: Topic, lane: OperationClass): Promise<boolean>
  readProjects(lane: OperationClass): Promise<void>
  /** A start or stop goes out: what was counted towards the settling of an earlier one says nothing of this one. */
  sending(projectId: string): void
  /** A write was answered or lost: readings begun before this moment may tell of the time before it. */
  written(projectId: string): void
}

export interface ReaderParts {
  clock: Clock
  store: Store
  service: Caller
  recorder: Recorder
  watches: Watches
}

/** Makes one reading at a time of each thing, in the order in which they must be believed. */
export function createReader(parts: ReaderParts): Reader {
  const { clock, store, service } = parts
  /** Counts readings and writes, so that it is plain which came first. */
  let turn = 0
  /** The last write, by project. */
  const lastWrite = new Map<string, number>()
  const underWay = new Map<string, { begun: number; end: Promise<boolean> }>()

  const isOutdated = (projectId: string, begun: number) => begun < (lastWrite.get(projectId) ?? 0)

  function read(projectId: string, topic: Topic, lane: OperationClass): Promise<boolean> {
    const key = `${lane} ${topic} ${projectId}`
    const earlier = underWay.get(key)
    if (earlier && !isOutdated(projectId, earlier.begun)) return earlier.end
    turn += 1
    const begun = turn
    const end = readAnew(projectId, topic, lane, begun).finally(() => {
      if (underWay.get(key)?.end === end) underWay.delete(key)
    })
    underWay.set(key, { begun, end })
    return end
  }

  async function readAnew(projectId: string, topic: Topic, lane: OperationClass, begun: number): Promise<boolean> {
    try {
      const take = await ask[topic](projectId, lane)
      if (isOutdated(projectId, begun)) return false
      take()
      changeProject(store, projectId, (project) => {
        project.failure = null
      })
      return true
    } catch (error) {
      if (error instanceof ServiceError) {
        changeProject(store, projectId, (project) => {
          project.failure = error.failure
        })
      }
      throw error
    }
  }

  /** Asks the service; answers what takes the answer in. */
  const ask: Record<Topic, (projectId: string, lane: OperationClass) => Promise<() => void>> = {
    async live(projectId, lane) {
      const answer = await service.call('getLive', { params: { projectId } }, { lane })
      return () => takeLive(parts, projectId, answer)
    },
    async project(projectId, lane) {
      const answer = await service.call('getProject', { params: { projectId } }, { lane })
      const scheduled = (answer.scheduledLivesCount ?? 0) > 0
      const schedules = scheduled ? await readSchedules(projectId, lane) : null
      return () => takeProject(projectId, answer, schedules)
    },
    async scenes(projectId, lane) {
      const { items } = await readAll(service, 'listScenes', { projectId }, {}, { lane })
      return () => takeScenes(projectId, items)
    },
  }

  /** The dates only add to the clock: a service that does not tell them keeps nothing else from being known. */
  async function readSchedules(projectId: string, lane: OperationClass): Promise<Answer<'listSchedules'> | null> {
    try {
      return await service.call('listSchedules', { params: { projectId } }, { lane })
    } catch (error) {
      if (error instanceof ServiceError) return null
      throw error
    }
  }

  function takeProject(projectId: string, answer: Project, schedules: Answer<'listSchedules'> | null): void {
    const now = clock.now()
    const dates = (schedules?.schedules ?? [])
      .map((one) => Date.parse(one.scheduledDate))
      .filter((date) => date > now)
    changeProject(store, projectId, (project) => {
      applyProject(project, answer, now)
      project.nextScheduleAt = dates.length ? Math.min(...dates) : null
    })
  }

  function takeScenes(projectId: string, scenes: Scene[]): void {
    changeProject(store, projectId, (project) => applyScenes(project, scenes, clock.now()))
  }

  async function readProjects(lane: OperationClass): Promise<void> {
    store.change((draft) => {
      draft.projectList.loading = true
    })
    try {
      const projects = await readAll(service, 'listProjects', {}, {}, { lane })
      const items = projects.items.map(({ id, name, liveStatus }) => ({ id, name, liveStatus }))
      store.change((draft) => {
        draft.projectList = { items, readAt: clock.now(), loading: false, failure: null }
      })
    } catch (error) {
      store.change((draft) => {
        draft.projectList.loading = false
        draft.projectList.failure = error instanceof ServiceError ? error.failure : null
      })
      throw error
    }
  }

  return {
    read,
    readProjects,
    sending(projectId) {
      parts.watches.delete(projectId)
    },
    written(projectId) {
      turn += 1
      lastWrite.set(projectId, turn)
    },
  }
}
