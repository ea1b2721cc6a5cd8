import type { LiveStatus, Project } from '../../shared/contract/records.ts'
import { PLAYING } from './playingSheet.ts'
import { NOW, SCENES } from './states.ts'

const DAY = 86_400_000

/** A project as the service returns it, with internal names. */
export function project(id: string, name: string, liveStatus: LiveStatus = 'OFFLINE', more = {}): Project {
  return {
    ...{ id, name, title: `${name}, live`, description: '', audioQuality: 128, maxFps: 30, autoSync: false },
    format: { aspectRatio: '16:9', resolution: '1920x1080' },
    unsynced: null,
    duration: { manual: false, planned: 7_200, elapsed: null, remaining: null },
    liveStatus,
    activeLiveId: liveStatus === 'LIVE' || liveStatus === 'PREPARING' ? `live-${id}` : null,
    viewers: liveStatus === 'LIVE' ? 1_284 : null,
    peakViewers: null,
    scheduledLivesCount: liveStatus === 'SCHEDULED' ? 7 : 0,
    destinationIds: ['d1', 'd2'],
    destinations: [outlet('d1', 'youtube', 'Main Channel'), outlet('d2', 'twitch', 'twitchy')],
    createdAt: new Date(NOW - 9 * DAY).toISOString(),
    pluginMode: false,
    ...more,
  }
}

const outlet = (id: string, provider: Project['destinations'][number]['provider'], name: string) => ({
  ...{ id, provider, name, status: null, viewingUrl: null, viewers: null, peakViewers: null, error: null },
  tokenExpired: null,
})

/** As many as a large account has; one in a hundred is on air, some have dates. */
export function projects(count: number): Project[] {
  const statusOf = (nr: number): LiveStatus => (nr % 100 === 42 ? 'LIVE' : nr % 9 === 4 ? 'SCHEDULED' : 'OFFLINE')
  return Array.from({ length: count }, (_, nr) => {
    const createdAt = new Date(NOW - nr * DAY).toISOString()
    return project(`p${nr + 1}`, `${SCENES[nr % 5]} no. ${nr + 1}`, statusOf(nr), { createdAt })
  })
}

export const FEW = [
  project('p1', 'Friday Night'),
  project('p2', 'Morning prayer', 'SCHEDULED'),
  project('p3', 'A project with a rather long name that goes on', 'LIVE'),
]

const BROADCASTS = Array.from({ length: 7 }, (_, nr) => ({
  liveId: `l${nr}`,
  date: new Date(NOW - (nr + 1) * 7 * DAY).toISOString(),
  endedAt: null,
  duration: 5_400 + nr * 977,
  peakViewers: nr === 5 ? null : 640 + nr * 211,
  status: nr === 2 ? 'ERROR' : 'COMPLETED',
  destinations: [],
}))
const OUTLETS = [
  { id: 'd1', name: 'Main Channel', type: 'channel', provider: 'youtube' },
  { id: 'd2', name: 'twitchy', type: 'channel', provider: 'twitch' },
  { id: 'd3', name: 'The Page', type: 'page', provider: 'facebook' },
  { id: 'd4', name: null, type: 'rtmp', provider: 'rtmp' },
]

/** The project with this id, or the service's failure for an unknown id. */
export const oneOf = (all: readonly Project[], id: unknown): object =>
  all.find((one) => one.id === id) ?? {
    failure: {
      ...{ kind: 'notFound', operation: 'getProject', method: 'GET', path: `/projects/${id}`, status: 404 },
      mayHaveHappened: false,
    },
  }

/** The responses of a service with these projects, one page at a time. */
export function readsOf(all: readonly Project[]) {
  return (name: string, { limit = 100, offset = 0, projectId }: Record<string, unknown>): object | string | null => {
    const page = <Item>(items: readonly Item[]) => items.slice(Number(offset), Number(offset) + Number(limit))
    if (name === 'whatPlays') return PLAYING({ isRunning: false })
    if (name === 'listProjects') return { projects: page(all), total: all.length, offset }
    if (name === 'listBroadcasts') return { broadcasts: page(BROADCASTS), total: BROADCASTS.length, offset }
    if (name === 'listDestinations') return { destinations: page(OUTLETS), total: OUTLETS.length, offset }
    return name === 'getProject' ? oneOf(all, projectId) : `nothing answers ${name} here`
  }
}

export const READS = readsOf(FEW)
