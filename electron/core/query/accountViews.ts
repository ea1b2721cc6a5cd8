/** Views over all projects. The list of projects shows which of them need a request; the others cost none. */
import type { Answer } from '../../../shared/contract/operations.ts'
import type { Reading } from '../../../shared/query/query.ts'
import type { AccountSchedule, RunningBroadcast, ViewAnswers } from '../../../shared/query/views.ts'
import { isRunning } from '../../../shared/state.ts'
import { VIEW_WORDS } from '../../../shared/words/commands/views.ts'
import type { Caller } from '../../service/calls.ts'
import { type ItemOf, readAll } from '../../service/paging.ts'
import type { Store } from '../state/store.ts'
import { createParts, noneIfDeleted, type ViewDependencies } from './parts.ts'

type Project = ItemOf<'listProjects'>
type Dates = Answer<'listSchedules'>['schedules']

/**
 * How long dates are trusted while the list reports an unchanged count, in ms: another client may have moved them.
 * While someone looks, this costs ten requests a minute, whatever the number of projects with dates.
 */
const LIFE_EACH_MS = 6_000
const LEAST_LIFE_MS = 30_000
const MOST_LIFE_MS = 15 * 60_000

interface AccountDependencies extends ViewDependencies {
  store: Pick<Store, 'change'>
}

/** The projects that are on air or have dates; all projects if the service ignores the filter. */
function createBusyProjects({ clock, service, queries, store }: AccountDependencies) {
  function projectsOf(status: 'live' | 'scheduled', again: boolean) {
    const asked: Caller = {
      call: (name, input, options) =>
        service.call(name, { ...input, query: { ...input.query, status } } as typeof input, options),
    }
    return queries.through({ name: 'listProjects', key: `all ${status}`, projectId: null }, again, async () => {
      const readAt = clock.now()
      const lane = queries.laneOf(again)
      const { items, whole, excess } = await readAll(asked, 'listProjects', {}, withoutTexts, { lane })
      return { value: { items, isWhole: whole && excess === null }, readAt }
    })
  }

  return async function busyProjects(again: boolean) {
    const lists = await Promise.all([projectsOf('live', again), projectsOf('scheduled', again)])
    const byId = new Map(lists.flatMap(({ value }) => value.items).map((project) => [project.id, project]))
    const isWhole = lists.every(({ value }) => value.isWhole)
    const readAt = Math.min(...lists.map((one) => one.readAt))
    if (isWhole) updateStatuses(store, byId, readAt)
    return { projects: [...byId.values()], isWhole, readAt }
  }
}

/** Passes the statuses on to the project list, so that views of one project also show what else is on air. */
function updateStatuses(
  { change }: Pick<Store, 'change'>,
  busy: ReadonlyMap<string, Pick<Project, 'id' | 'name' | 'liveStatus'>>,
  readAt: number,
): void {
  change(({ projectList }) => {
    if (readAt <= (projectList.readAt ?? readAt)) return
    projectList.readAt = readAt
    for (const one of projectList.items) one.liveStatus = busy.get(one.id)?.liveStatus ?? 'OFFLINE'
    const known = new Set(projectList.items.map(({ id }) => id))
    for (const { id, name, liveStatus } of busy.values())
      if (!known.has(id)) projectList.items.push({ id, name, liveStatus })
  })
}

export function createAccountViews(dependencies: AccountDependencies) {
  const { clock, service, queries, onFault } = dependencies
  const busyProjects = createBusyProjects(dependencies)
  /** How many dates the list reported when they were read. */
  const counts = new Map<string, number | null>()
  let planned = 0
  const dates = createParts<Dates>({
    clock,
    read: readDates,
    life: () => Math.max(LEAST_LIFE_MS, Math.min(MOST_LIFE_MS, planned * LIFE_EACH_MS)),
    onMore: () => queries.touch(['allSchedules'], null),
    onFault,
  })

  function readDates(projectId: string, lane: 'read' | 'later'): Promise<Dates> {
    const asked = service.call('listSchedules', { params: { projectId } }, { lane })
    return noneIfDeleted(asked.then(({ schedules }) => schedules))
  }

  return {
    /** Every date of every project: one request per project that has any; of many, the rest is read later. */
    async allSchedules(
      { anew }: { anew?: boolean | undefined },
      again: boolean,
    ): Promise<Reading<ViewAnswers['allSchedules']>> {
      // A list just read is used again while its dates are being read.
      const list = await busyProjects(again && !dates.isReading())
      // Dates may change while their count stays equal, so the dates themselves are read again.
      if (anew) dates.age()
      const those = list.projects.filter(hasDates)
      planned = those.length
      for (const { id, scheduledLivesCount: count } of those) {
        if (dates.get(id) && counts.get(id) !== count) dates.drop(id)
        counts.set(id, count)
      }
      const progress = await dates.want(those.map(({ id }) => id))
      const read = those.flatMap(({ id, name }) => {
        const part = dates.get(id)
        return part ? [{ id, name, ...part }] : []
      })
      const schedules = read.flatMap(({ id, name, value }) =>
        value.map((one): AccountSchedule => ({ ...one, projectId: id, projectName: name })),
      )
      schedules.sort((one, other) => Date.parse(one.scheduledDate) - Date.parse(other.scheduledDate))
      const problem = list.isWhole ? progress.problem : VIEW_WORDS.listNotWhole
      return {
        value: { schedules, total: schedules.length, progress: { ...progress, problem } },
        readAt: Math.min(list.readAt, ...read.map(({ readAt }) => readAt)),
      }
    },

    /** All broadcasts that are being prepared or on air: the list contains them, however many projects there are. */
    async runningBroadcasts(_: object, again: boolean): Promise<Reading<ViewAnswers['runningBroadcasts']>> {
      const { projects, readAt } = await busyProjects(again)
      const broadcasts = projects.filter(runs).map(
        (one): RunningBroadcast => ({
          ...{ liveId: one.activeLiveId, projectId: one.id, projectName: one.name, status: one.liveStatus },
          ...{ elapsedSeconds: one.duration.elapsed, remainingSeconds: one.duration.remaining },
          duration: { manual: one.duration.manual, planned: one.duration.planned },
          ...{ viewers: one.viewers, unsynced: one.unsynced, destinations: one.destinations },
        }),
      )
      return { value: { broadcasts, total: broadcasts.length }, readAt }
    },

    /** The dates of a project may have changed; null: those of any project. */
    outdate(projectId: string | null): void {
      dates.drop(projectId)
    },
  }
}

/** Drops the texts, so that a list of a thousand projects stays small. */
const withoutTexts = ({ title, description, format, ...project }: Project) => project

const runs = (one: Pick<Project, 'liveStatus' | 'activeLiveId'>) =>
  isRunning({ status: one.liveStatus, liveId: one.activeLiveId })

/** A service that does not count dates still shows that one is planned; a running project may have more. */
const hasDates = (project: Pick<Project, 'liveStatus' | 'activeLiveId' | 'scheduledLivesCount'>) =>
  project.scheduledLivesCount === null
    ? project.liveStatus === 'SCHEDULED' || runs(project)
    : project.scheduledLivesCount > 0
