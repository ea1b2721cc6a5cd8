import type { Project } from '../../shared/contract/records.ts'
import type { QueryAnswer } from '../../shared/query/query.ts'
import type { AccountSchedule, ForecastItem, RunningBroadcast } from '../../shared/query/views.ts'
import type { LostEdit } from '../../shared/state.ts'
import { oneOf, project } from './projectStates.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, liveProject, NOW } from './states.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MIDNIGHT = Date.UTC(2026, 10, 20)

const LONG = 'Sunday Service, St Brigid and the valley choir with everybody'
export const PLANNED: readonly Project[] = [
  project('p1', 'Harbour News 24', 'SCHEDULED', { destinations: project('p1', '').destinations.slice(1) }),
  project('p2', LONG, 'SCHEDULED', { destinations: project('p2', '').destinations.slice(0, 1) }),
  project('p3', 'Thunder until stopped', 'SCHEDULED', {
    ...{ duration: { manual: true, planned: null, elapsed: null, remaining: null }, destinations: [] },
  }),
  project('p4', 'Council'),
  project('p5', 'Night loop', 'OFFLINE', {
    duration: { manual: true, planned: null, elapsed: null, remaining: null },
  }),
  project('p6', 'Quiet Classics', 'SCHEDULED', { destinations: project('p6', '').destinations.slice(0, 1) }),
]

/** A date of one of the projects. */
export const date = (nr: number, at: number): AccountSchedule => ({
  ...{ liveId: `s${nr}-${at}`, status: 'SCHEDULED', scheduledDate: new Date(at).toISOString(), createdAt: null },
  ...{ projectId: `p${nr}`, projectName: PLANNED[nr - 1]?.name ?? '', destinations: null },
})

export const DATES: readonly AccountSchedule[] = [
  date(1, MIDNIGHT + 22 * HOUR),
  ...[1, 2, 5, 6, 12].map((days) => date(1, MIDNIGHT + days * DAY + 6 * HOUR)),
  ...[2, 9, 16].map((days) => date(2, MIDNIGHT + days * DAY + 10.5 * HOUR)),
  date(6, MIDNIGHT + 9 * DAY + 11 * HOUR),
  ...[7, 8, 9, 14].map((days) => date(6, MIDNIGHT + days * DAY + 22 * HOUR)),
  date(1, MIDNIGHT + 9 * DAY + 6 * HOUR),
  date(3, MIDNIGHT + 9 * DAY + 20 * HOUR),
].sort((one, other) => Date.parse(one.scheduledDate) - Date.parse(other.scheduledDate))

/** Two projects whose names have the same beginning. */
const BEGINNING = 'A very long evening show with guests from all over,'
export const ALIKE = {
  projects: ['one', 'two'].map((part, nr) => project(`n${nr + 1}`, `${BEGINNING} part ${part}`, 'SCHEDULED')),
  dates: ['one', 'two'].map((part, nr) => ({
    ...date(1, NOW + (nr + 1) * 3 * HOUR),
    ...{ liveId: `n${nr}`, projectId: `n${nr + 1}`, projectName: `${BEGINNING} part ${part}` },
  })),
}

/** Two that need one channel at the same time. */
export const CLASHING = [date(2, NOW + 3 * HOUR), date(6, NOW + 4 * HOUR)]

const [outlet] = project('p9', '').destinations as [Project['destinations'][number]]
export const RUNNING: readonly RunningBroadcast[] = [
  {
    ...{ liveId: 'l9', projectId: 'p9', projectName: 'Rain on the window', status: 'LIVE', elapsedSeconds: 274_329 },
    ...{ remainingSeconds: null, duration: { manual: true, planned: null }, viewers: 1_284, unsynced: false },
    destinations: [{ ...outlet, id: 'd3', name: 'The Page', provider: 'facebook' }],
  },
]

interface Parts {
  dates?: readonly AccountSchedule[]
  running?: readonly RunningBroadcast[]
  projects?: readonly Project[]
  progress?: { read: number; of: number; problem: string | null }
}

const item = (minutes: number, name: string | null, more: Partial<ForecastItem> = {}): ForecastItem => ({
  ...{
    at: new Date(NOW + minutes * 60_000).toISOString(),
    until: new Date(NOW + (minutes + 9) * 60_000).toISOString(),
  },
  ...{
    name,
    fileId: name && `f-${name}`,
    playlistItemId: name,
    sceneId: 'sc1',
    sceneName: 'Rain on the window',
    layerId: 'l1',
  },
  ...{ layerName: 'Loop', isKnown: false, isSeam: false },
  ...more,
})

/** What plays in a running broadcast, until nothing follows. */
export const PLAYS: QueryAnswer<'whatPlays'> = {
  ...{ isRunning: true, from: new Date(NOW).toISOString(), total: 4, layers: [] },
  items: [
    item(-4, 'Harbour fog at 4 a.m., field recording mix with everything.mp4', { isKnown: true }),
    item(5, 'Old radio.avi'),
    item(14, 'Harbour fog at 4 a.m., field recording mix with everything.mp4', { isSeam: true }),
    item(23, null, { until: null, sceneId: 'sc2', sceneName: 'Night', layerId: 'l2', layerName: 'Music' }),
  ],
  end: { why: 'deadAir', at: new Date(NOW + 5 * HOUR).toISOString(), sceneId: 'sc1' },
  progress: { read: 1, of: 2, problem: null },
}

/** The responses of a service with these dates. */
export function plansOf({ dates = DATES, running = RUNNING, projects = PLANNED, progress }: Parts = {}) {
  const of = new Set(dates.map(({ projectId }) => projectId)).size
  return (name: string, { status, projectId, offset = 0 }: Record<string, unknown>): object | string | null => {
    if (name === 'allSchedules')
      return { schedules: dates, total: dates.length, progress: progress ?? { read: of, of, problem: null } }
    if (name === 'runningBroadcasts') return { broadcasts: running, total: running.length }
    if (name === 'whatPlays') return PLAYS
    const listed = projects.filter(({ liveStatus }) => status !== 'scheduled' || liveStatus === 'SCHEDULED')
    if (name === 'listProjects') return { projects: listed, total: listed.length, offset }
    return name === 'getProject' ? oneOf(projects, projectId) : `nothing answers ${name} here`
  }
}

export const lostDates = (phase: LostEdit['phase']): LostEdit => ({
  ...{ id: 'e1', operation: 'scheduleLive', about: 'Schedule 3 dates: Council', projectId: 'p4' },
  ...{ sentAt: NOW - 11_000, phase, foundId: null },
})

const state = appState(liveProject(NOW))
const read = plansOf()

/** Every state of the schedule worth a picture. */
export const SCHEDULE_SHEET: Record<string, SetUpState> = {
  schedule: { hash: '#schedule', state, read },
  scheduleList: { hash: '#schedule?view=list', state, read },
  schedulePartly: {
    ...{ hash: '#schedule', state },
    read: plansOf({
      dates: DATES.slice(0, 5),
      progress: { read: 2, of: 17, problem: 'The request limit is reached' },
    }),
  },
  scheduleEmpty: { hash: '#schedule', state: appState(), read: plansOf({ dates: [], running: [] }) },
  scheduleFailed: { hash: '#schedule', state, read: () => 'The service cannot be reached' },
  scheduleHours: { hash: '#schedule?view=hours', state, read },
  schedulePlays: { hash: '#schedule?view=hours&project=p1', state, read },
  scheduleHoursClash: {
    hash: '#schedule?view=hours',
    state,
    read: plansOf({ dates: CLASHING }),
  },
  scheduleHoursNone: {
    hash: '#schedule?view=hours',
    state,
    read: plansOf({ dates: [date(1, NOW + 9 * DAY)], running: [] }),
  },
  scheduleAdd: { hash: '#schedule?add', state, read },
  scheduleAlike: { hash: '#schedule?project=n2', state, read: plansOf(ALIKE) },
  scheduleHoursAlike: { hash: '#schedule?view=hours', state, read: plansOf(ALIKE) },
  scheduleForm: { hash: '#schedule?project=p4', state, read },
  scheduleManual: { hash: '#schedule?project=p5', state, read },
  scheduleStanding: { hash: '#schedule?project=p6', state, read },
  scheduleCancel: { hash: '#schedule?project=p6', state, read, press: ['Cancel all 5 dates…'] },
  scheduleMove: { hash: '#schedule?project=p6', state, read, press: ['Change dates'] },
  scheduleEndsThen: {
    ...{ hash: '#schedule', state },
    read: plansOf({ running: RUNNING.map((one) => ({ ...one, remainingSeconds: 3 * 86_400 })) }),
  },
  scheduleDay: { hash: '#schedule?add&day=2026-11-27', state, read },
  scheduleClash: { hash: '#schedule?project=p2', state, read },
  schedulePut: { hash: '#schedule?project=p2&day=2026-12-05&from=2026-12-06T10:30', state, read },
  scheduleOnAir: {
    ...{ hash: '#schedule?project=p4', state },
    read: plansOf({
      projects: PLANNED.map((one) => ({ ...one, ...(one.id === 'p4' && { liveStatus: 'LIVE', activeLiveId: 'a' }) })),
    }),
  },
  schedulePlugin: {
    ...{ hash: '#schedule?project=p4', state },
    read: plansOf({ projects: PLANNED.map((one) => ({ ...one, pluginMode: true })) }),
  },
  scheduleNoDestination: {
    ...{ hash: '#schedule?project=p4', state },
    read: plansOf({ projects: PLANNED.map((one) => ({ ...one, ...(one.id === 'p4' && { destinations: [] }) })) }),
  },
  scheduleGone: { hash: '#schedule?project=p77', state, read },
  scheduleLost: { hash: '#schedule', state: { ...state, lostEdits: [lostDates('looking')] }, read },
  scheduleNotKnown: { hash: '#schedule?project=p4', state: { ...state, lostEdits: [lostDates('notKnown')] }, read },
  scheduleLoading: { hash: '#schedule', state, read: () => null },
}
