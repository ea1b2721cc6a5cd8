import type { Failure } from '../../shared/failures.ts'
import { FEW, readsOf } from './projectStates.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, liveProject, NOW } from './states.ts'

const DAY = 86_400_000
const at = (daysAgo: number) => new Date(NOW - daysAgo * DAY).toISOString()

/** Newest last, as a service may list them; one without a peak, one that ended with an error, one of eight days. */
const BROADCASTS = Array.from({ length: 12 }, (_, nr) => ({
  liveId: `l${nr}`,
  date: at((12 - nr) * 7),
  endedAt: null,
  duration: nr === 11 ? 699_044 : 5_400 + nr * 977,
  peakViewers: nr === 5 ? null : 640 + nr * 111,
  status: nr === 2 ? 'ERROR' : 'COMPLETED',
  destinations: nr % 2 ? [] : [{ id: 'd1', provider: 'youtube', name: 'Main Channel', status: null }],
}))

const statistics = (liveId: unknown) => {
  const nr = Number(String(liveId).slice(1))
  const days = nr === 11 ? 9 : 1
  return {
    overview: {
      views: 4_821 * (nr + 1),
      watchTimeMinutes: 59_317 * (nr + 1),
      likes: null,
      averageViewDurationSec: 738,
    },
    livestream: { peakConcurrentViewers: 640 + nr * 111, averageConcurrentViewers: nr === 10 ? null : 211 },
    revenue: nr === 10 ? null : { estimatedRevenue: 214.37, currency: 'EUR' },
    sections: {
      dailyTrend: Array.from({ length: days }, (_, day) => ({
        ...{ date: at(7 - day).slice(0, 10), views: 3_900 + ((day * 1_700) % 3_500) },
        watchTimeMinutes: 900 * (day + 1),
      })),
    },
  }
}

const SCENES = ['Rain on the window, all night long', 'Fireplace', null]

/** Rows of a log: each file's start and its stop, a new one every five minutes. */
export const playedRows = (count: number) =>
  Array.from({ length: count }, (_, nr) => ({
    ...{ fileId: `f${nr >> 1}`, fileName: `${1 + (nr >> 1)} Harbour fog at 4 a.m., field recording mix.mp4` },
    ...{ sceneName: SCENES[Math.floor(nr / 8) % 3] ?? null, action: nr % 2 ? 'stop' : 'start' },
    timestamp: new Date(NOW - 7 * DAY + Math.ceil(nr / 2) * 300_000).toISOString(),
    concurrentLiveViews: 1_000 + nr,
  }))

export const refusal = (code: string, given = {}): Failure => ({
  ...{ kind: 'refused', operation: 'getStatistics', method: 'GET', path: '/', status: 403, code, given },
  mayHaveHappened: false,
})

interface Given {
  broadcasts?: readonly object[]
  rows?: readonly object[]
  /** Failures, by the name of the read. */
  refused?: Record<string, Failure>
}

/** The responses of a service with these broadcasts. */
export function pastOf({ broadcasts = BROADCASTS, rows = playedRows(140), refused = {} }: Given = {}) {
  const projects = readsOf(FEW)
  return (name: string, input: Record<string, unknown>): object | string | null => {
    const { limit = 100, offset = 0, liveId, accountId } = input
    const page = <Item>(items: readonly Item[]) => items.slice(Number(offset), Number(offset) + Number(limit))
    const failure = refused[name]
    if (failure && accountId === undefined) return { failure }
    if (name === 'listBroadcasts') return { broadcasts: page(broadcasts), total: broadcasts.length, offset }
    if (name === 'lastShows') return shows(broadcasts)
    if (name === 'getStatistics') return statistics(liveId)
    if (name === 'getPlayedFiles') return { rows: page(rows), total: rows.length, offset }
    return projects(name, input)
  }
}

/** The last shows of two projects, out of forty. */
const shows = (broadcasts: readonly object[]) => ({
  broadcasts: broadcasts.toReversed().map((one, nth) => ({
    ...one,
    ...{
      projectId: `p${(nth % 2) + 1}`,
      projectName: nth % 2 ? 'Morning prayer' : 'Lofi Sleep 24/7, beats to rest and read to',
    },
  })),
  ...{ total: broadcasts.length, projects: 40, progress: { read: 30, of: 30, problem: null } },
})

export const CHANNELS = refusal('ACCOUNT_SELECTION_REQUIRED', {
  availableAccounts: [
    { id: 'c1', name: 'Nightjar Radio' },
    { id: 'c2', name: 'Nightjar Extra' },
  ],
})

const state = appState(liveProject())
const one = '#reports?project=p1&live=l11'
const of = (given?: Given) => ({ state, read: pastOf(given) })
const noStatistics = (failure: Failure) => ({ hash: one, ...of({ refused: { getStatistics: failure } }) })

/** Every state of the reports worth a picture. */
export const STATISTICS_SHEET: Record<string, SetUpState> = {
  reports: { hash: '#reports?project=p1', ...of() },
  reportsOne: { hash: one, ...of() },
  reportsAll: { hash: '#reports?all', ...of() },
  reportsAllNone: { hash: '#reports?all', ...of({ broadcasts: [] }) },
  reportsConsent: noStatistics(refusal('YOUTUBE_ANALYTICS_CONSENT_REQUIRED')),
  reportsChannels: noStatistics(CHANNELS),
  reportsNotYet: noStatistics(refusal('LIVE_NOT_FOUND')),
  reportsPlatform: noStatistics(refusal('PLATFORM_ERROR')),
  reportsCompare: { hash: `${one}&with=l10`, ...of() },
  reportsNoLog: { hash: one, ...of({ refused: { getPlayedFiles: refusal('FEATURE_NOT_AVAILABLE') } }) },
  reportsNothingPlayed: { hash: one, ...of({ rows: [] }) },
  reportsGone: { hash: '#reports?project=p1&live=l99', ...of() },
  reportsEmpty: { hash: '#reports?project=p1', ...of({ broadcasts: [] }) },
  reportsFailed: { hash: '#reports?project=p1', state, read: () => 'The service cannot be reached' },
  reportsLoading: { hash: '#reports?project=p1', state, read: () => null },
  reportsNoProject: { hash: '#reports', state: appState(null), read: readsOf([]) },
}
