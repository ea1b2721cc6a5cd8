import type { Refusal } from '../../shared/outcome.ts'
import type { TimedFile } from '../../shared/query/views.ts'
import type { DestinationState, ProjectState } from '../../shared/state.ts'
import { contentOf, scenes } from './buildSheet.ts'
import { files } from './filesSheet.ts'
import { date, PLANNED } from './scheduleSheet.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, NOW, offProject, refused, unknownProject } from './states.ts'

const HOUR = 3_600_000
const LONG = 'Harbour News 24, rolling headlines for the whole of the coast and everybody who lives there'
const whole = files(12).map((file) => ({ ...file, issues: null }))

interface Parts {
  library?: readonly TimedFile[]
  /** Another project starts on one of the same destinations. */
  clash?: boolean
}

/** The responses of a service to all reads of the checks. */
export function checkReads({ library = whole, clash = false }: Parts = {}): SetUpState['read'] {
  const schedules = clash ? [date(2, NOW + HOUR / 2), date(6, NOW + HOUR / 2)] : []
  const progress = { read: schedules.length, of: schedules.length, problem: null }
  const content = contentOf(scenes())
  return (name, input) => {
    if (name === 'allSchedules') return { schedules, total: schedules.length, progress }
    if (name === 'runningBroadcasts') return { broadcasts: [], total: 0 }
    if (name === 'listProjects') return { projects: PLANNED, total: PLANNED.length, offset: 0 }
    if (name === 'listFiles') return { files: library, total: library.length, offset: 0 }
    return content(name, input)
  }
}

const off = offProject()
const rtmp: DestinationState = {
  ...{ id: 'd4', provider: 'rtmp', name: 'Cable head-end, channel 31', viewingUrl: null },
  ...{ status: null, error: null, viewers: null },
}
const settings = off.settings && { ...off.settings, destinations: [...off.settings.destinations, rtmp] }
const named = scenes().map(({ id, name }, nr) => ({ id, name, isActive: nr === 0 }))
export const ready: ProjectState = { ...off, settings, scenes: named }
const expired = { valid: false, error: 'AUTH_ERROR' }
export const faulty: ProjectState = {
  ...{
    ...ready,
    name: LONG,
    nextScheduleAt: NOW + HOUR,
    late: { start: null, stop: { until: NOW + 20_000, isSeen: true, isOpen: true } },
  },
  check: off.check && { ...off.check, results: { ...off.check.results, d3: expired } },
}
const at = { hash: '#show?check', read: checkReads() }
const first: Refusal = {
  ...{ reason: 'first', projectName: 'Friday Night', destinations: ['Main Channel'], scene: 'Opening' },
}
const gone = { p1: { id: 'gone', name: 'Opening titles' } }

/** Every state of the checks worth a picture. */
export const CHECK_SHEET: Record<string, SetUpState> = {
  checkOk: { ...at, state: appState(ready, { openings: { p1: { id: 's2', name: 'Rain on the window' } } }) },
  checkFaults: { ...at, state: appState(faulty), read: checkReads({ library: files(12), clash: true }) },
  checkGone: {
    ...at,
    state: appState({ ...ready, check: null }, { openings: gone }),
    read: checkReads({ library: [] }),
  },
  checkBare: {
    ...at,
    state: appState({ ...off, scenes: [], settings: settings && { ...settings, destinations: [], manual: true } }),
  },
  checkLoading: { ...at, state: appState(ready), read: () => null },
  checkFailed: { ...at, state: appState(ready), read: () => 'The service cannot be reached' },
  checkNothingLoading: { ...at, state: appState({ ...off, settings: null, scenes: null, check: null }) },
  checkLost: { ...at, state: appState(unknownProject()) },
  checkFirst: { ...at, hash: '', state: appState(ready), press: ['Go live'], reply: refused(first), shows: '.sheet' },
}
