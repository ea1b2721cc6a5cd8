import {
  type Answer,
  type OperationClass,
  type OperationName,
  operations,
} from '../../../shared/contract/operations.ts'
import type { Project, Scene } from '../../../shared/contract/records.ts'
import { type Failure, ServiceError } from '../../../shared/failures.ts'
import { TOPICS, type Topic } from '../../../shared/settings/pace.ts'
import type { ProjectListItem, SceneState } from '../../../shared/state.ts'
import type { Caller, CallOptions } from '../../service/calls.ts'
import { readAll } from '../../service/paging.ts'
import { type ReadingParts, takeGone, takeLive } from '../state/liveReducer.ts'
import { applyProject, applyScenes } from '../state/reducers.ts'
import { changeProject } from '../state/store.ts'
import { checkableIds, isCheckDue, verifyDestinations } from './destinationCheck.ts'
import { NOT_STARTED } from './lostAnswers.ts'

/**
 * What a write may have changed: a start or stop the live status; an edit what viewers see, and which scene is active;
 * a change of the settings these, and the settings.
 */
export type Written = 'air' | 'edit' | 'settings'

export interface Fetcher {
  /**
   * Reads one topic of one project and tells the store. One reading at a time of each thing: whoever asks while it waits to
   * be sent gets that one.
   *
   * @returns false where a write came between, so that not all of the answer was believed: read again
   */
  read(projectId: string, topic: Topic, options: ReadOptions): Promise<boolean>
  readProjects(lane: OperationClass): Promise<void>
  /** A start or stop goes out: what was counted towards the settling of an earlier one says nothing of this one. */
  sending(projectId: string): void
  /** A write was answered or lost: readings sent before this moment may tell of the time before it. */
  written(projectId: string, what: Written): void
}

export type ReadOptions = Pick<CallOptions, 'deadlineMs' | 'timeoutMs'> & { lane: OperationClass }

export interface FetcherOptions extends ReadingParts {
  service: Caller
  /** Told of each believed reading of the live status; monotonic ms at which it was asked. */
  onLive: (projectId: string, askedAt: number) => void
}

type SentOptions = CallOptions & Pick<ReadOptions, 'lane'>

/** One reading on its way. */
interface Flight {
  lane: OperationClass
  aborter: AbortController
  /** Which turn it was when its bytes went out, and the monotonic ms; null while it waits for its budget. */
  sent: { turn: number; at: number } | null
  /** Another one, in a faster lane, that reads the same in its place. */
  overtakenBy: Promise<boolean> | null
  end: Promise<boolean>
}

const FASTER: readonly OperationClass[] = ['show', 'edit', 'refresh']
const isFaster = (lane: OperationClass, than: OperationClass) => FASTER.indexOf(lane) < FASTER.indexOf(than)

const keptOfScene = ({ id, name, isActive }: Scene): SceneState => ({ id, name, isActive })
const keptOfProject = ({ id, name, liveStatus }: Project): ProjectListItem => ({ id, name, liveStatus })

/** Makes one reading at a time of each thing, and believes of each what no write has overtaken. */
export function createFetcher(parts: FetcherOptions): Fetcher {
  const { clock, store, service } = parts
  /** Counts sendings and writes, so that it is plain which came first. */
  let turn = 0
  const lastWrites = new Map<string, Partial<Record<Written, number>>>()
  /** The turn of the last reading that was taken in, by what it read: an older one that comes later tells nothing. */
  const lastTaken = new Map<string, number>()
  const flights = new Map<string, Flight>()
  /** Of which parts of a project the service said that it does not have it, and since when; monotonic ms. */
  const goneTold = new Map<string, Map<Topic, number>>()

  /** Was nothing of the kind written since it was sent? */
  const holds = (projectId: string, { sent }: Flight, ...kinds: Written[]): boolean =>
    sent === null || kinds.every((kind) => sent.turn > (lastWrites.get(projectId)?.[kind] ?? 0))

  function read(projectId: string, topic: Topic, options: ReadOptions): Promise<boolean> {
    const key = `${topic} ${projectId}`
    const earlier = flights.get(key)
    if (!earlier) return begin(key, projectId, topic, options)
    const overtakes = isFaster(options.lane, earlier.lane)
    if (earlier.sent === null) {
      if (!overtakes) return earlier.end
      earlier.overtakenBy = begin(key, projectId, topic, options)
      earlier.aborter.abort()
      return earlier.overtakenBy
    }
    if (holds(projectId, earlier, ...TOLD_BY[topic])) return earlier.end
    // What it tells is partly outdated: one more is sent, after it, unless that would hold up the show.
    if (overtakes) return begin(key, projectId, topic, options)
    return earlier.end.catch(() => false).then((current) => current || read(projectId, topic, options))
  }

  function begin(key: string, projectId: string, topic: Topic, options: ReadOptions): Promise<boolean> {
    const flight: Flight = {
      lane: options.lane,
      aborter: new AbortController(),
      sent: null,
      overtakenBy: null,
      end: Promise.resolve(true),
    }
    flights.set(key, flight)
    flight.end = make(key, projectId, topic, flight, options).finally(() => {
      if (flights.get(key) === flight) flights.delete(key)
    })
    return flight.end
  }

  async function make(
    key: string,
    projectId: string,
    topic: Topic,
    flight: Flight,
    options: ReadOptions,
  ): Promise<boolean> {
    const callOptions: SentOptions = {
      ...options,
      signal: flight.aborter.signal,
      // The age of an answer counts from here: it may have waited long for its budget.
      beforeSend() {
        turn += 1
        if (flight.sent === null || topic !== 'scenes') flight.sent = { turn, at: clock.monotonic() }
      },
    }
    try {
      const take = await ask[topic](projectId, callOptions)
      isThere(projectId, topic)
      const sentTurn = flight.sent?.turn ?? turn
      if (sentTurn < (lastTaken.get(key) ?? 0)) return true
      const current = take(flight)
      if (current) lastTaken.set(key, sentTurn)
      changeProject(store, projectId, (project) => {
        // That there is too much of one thing is no less so because another was read.
        const stands = project.failure?.kind === 'tooLarge' && project.failure.operation !== READ_BY[topic]
        if (!stands) project.failure = null
      })
      return current
    } catch (error) {
      if (flight.overtakenBy) return flight.overtakenBy
      if (error instanceof ServiceError) {
        countGone(projectId, topic, error.failure)
        changeProject(store, projectId, (project) => {
          project.failure = error.failure
        })
      }
      throw error
    }
  }

  /** Told twice of the live status, or of two parts with nothing read between: then it was deleted. */
  function countGone(projectId: string, topic: Topic, failure: Failure): void {
    if (failure.code !== 'PROJECT_NOT_FOUND') return
    const told = goneTold.get(projectId) ?? new Map<Topic, number>()
    goneTold.set(projectId, told)
    const isTwice = (topic === 'live' && told.has('live')) || [...told.keys()].some((other) => other !== topic)
    const forMs = clock.monotonic() - (told.get('live') ?? clock.monotonic())
    if (isTwice) takeGone(parts, projectId, forMs >= NOT_STARTED.overMs)
    if (!told.has(topic)) told.set(topic, clock.monotonic())
  }

  /** What one part answers outdates what the others told, but for the live status: that only itself. */
  function isThere(projectId: string, topic: Topic): void {
    const told = goneTold.get(projectId)
    for (const other of TOPICS) if (topic === 'live' || other !== 'live') told?.delete(other)
  }

  /** Asks the service; returns what takes the answer in, and tells whether all of it was believed. */
  const ask: Record<Topic, (projectId: string, options: SentOptions) => Promise<(flight: Flight) => boolean>> = {
    async live(projectId, options) {
      const answer = await service.call('getLive', { params: { projectId } }, options)
      return (flight) => {
        if (!holds(projectId, flight, 'air')) return false
        const whole = holds(projectId, flight, 'edit', 'settings')
        const told = whole ? answer : { ...answer, unsynced: null, unsyncedEdits: null, onAirSceneId: null }
        const askedAt = flight.sent?.at ?? clock.monotonic()
        takeLive(parts, projectId, told, clock.now() - (clock.monotonic() - askedAt))
        parts.onLive(projectId, askedAt)
        return whole
      }
    },
    async project(projectId, options) {
      const answer = await service.call('getProject', { params: { projectId } }, options)
      refuseOther('getProject', answer.id, projectId)
      const scheduled = (answer.scheduledLivesCount ?? 0) > 0
      const schedules = scheduled ? await readSchedules(projectId, options.lane) : null
      return (flight) => {
        if (!holds(projectId, flight, 'settings')) return false
        takeProject(projectId, answer, schedules)
        checkIfDue(projectId)
        return true
      }
    },
    async scenes(projectId, options) {
      const { items, excess } = await readAll(service, 'listScenes', { projectId }, keptOfScene, options)
      // Which scene is active, or comes next, cannot be told from a part of them.
      if (excess) throw new ServiceError(excess)
      return (flight) => {
        const whole = holds(projectId, flight, 'edit')
        takeScenes(projectId, items, whole)
        return whole
      }
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

  /** The go-live check begins with what is known. A failure stands in the state, and is tried again. */
  function checkIfDue(projectId: string): void {
    const project = store.get().projects[projectId]
    if (!project || projectId !== store.get().targetId || !isCheckDue(project, clock.now())) return
    verifyDestinations(parts, projectId, checkableIds(project), { lane: 'refresh' }).catch((error) => {
      if (!(error instanceof ServiceError)) throw error
    })
  }

  function takeScenes(projectId: string, scenes: SceneState[], knowsActive: boolean): void {
    changeProject(store, projectId, (project) => applyScenes(project, scenes, clock.now(), knowsActive))
  }

  async function readProjects(lane: OperationClass): Promise<void> {
    store.change((draft) => {
      draft.projectList.loading = true
    })
    try {
      const { items, excess } = await readAll(service, 'listProjects', {}, keptOfProject, { lane })
      store.change((draft) => {
        draft.projectList = { items, readAt: clock.now(), loading: false, failure: excess }
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
    written(projectId, what) {
      turn += 1
      lastWrites.set(projectId, { ...lastWrites.get(projectId), [what]: turn })
    },
  }
}

const READ_BY: Record<Topic, OperationName> = { live: 'getLive', project: 'getProject', scenes: 'listScenes' }

/** Which writes outdate something that a topic tells. */
const TOLD_BY: Record<Topic, readonly Written[]> = {
  live: ['air', 'edit', 'settings'],
  project: ['settings'],
  scenes: ['edit'],
}

/**
 * An answer about another project than was asked for is nobody's: a gateway or a cache mixed them up.
 * @throws ServiceError, `unreadable`
 */
export function refuseOther(name: 'getProject' | 'updateProject', answered: string, asked: string): void {
  if (answered === asked) return
  const { method, path } = operations[name]
  throw new ServiceError({
    kind: 'unreadable',
    operation: name,
    method,
    path,
    detail: 'it is about another project',
    mayHaveHappened: method !== 'GET',
  })
}
