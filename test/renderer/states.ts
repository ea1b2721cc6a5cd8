import type { Arm } from '../../shared/commands/arm.ts'
import type { CommandName } from '../../shared/commands/commands.ts'
import { OUR_MEANINGS } from '../../shared/contract/meanings.ts'
import type { Failure } from '../../shared/failures.ts'
import type { Done, Outcome, Refusal } from '../../shared/outcome.ts'
import { DEFAULT_PREFERENCES } from '../../shared/settings/preferences.ts'
import {
  type AppState,
  type DestinationState,
  type JournalEntry,
  type LiveState,
  type ProfileEntry,
  type ProjectState,
  unreadProject,
} from '../../shared/state.ts'

/** The wall time of every picture and of every test that stops the clock. */
export const NOW = Date.UTC(2026, 10, 20, 21, 42, 7)
const MIN = 60_000

const destination = (id: string, provider: DestinationState['provider'], name: string): DestinationState => ({
  ...{ id, provider, name, viewingUrl: null, status: null, error: null, viewers: null },
})
const OUTLETS = [
  destination('d1', 'youtube', 'Main Channel'),
  destination('d2', 'twitch', 'twitchy'),
  destination('d3', 'facebook', 'The Page'),
] as const
const VALID = { valid: true, error: null }

export const SCENES = ['Opening', 'Main show', 'Break', 'Questions and answers with everyone in the room', 'Ending']

/** A project with five scenes and three destinations, off air, with no problems. */
export function offProject(now = NOW): ProjectState {
  return {
    ...unreadProject('p1', 'Friday Night'),
    settings: {
      readAt: now - 20_000,
      autoSync: false,
      manual: false,
      planned: 7200,
      destinationIds: ['d1', 'd2', 'd3'],
      destinations: [...OUTLETS],
      pluginMode: false,
      scheduledLives: 0,
    },
    live: live('OFFLINE', now),
    scenes: scenes(0),
    scenesReadAt: now - 12_000,
    unsynced: { some: false, edits: 0, basis: 'service' },
    check: { at: now - 2 * MIN, results: { d1: VALID, d2: VALID, d3: VALID }, failure: null },
    staleAfterMs: 90_000,
  }
}

const scenes = (active: number) =>
  SCENES.map((name, index) => ({ id: `s${index + 1}`, name, isActive: index === active }))

const live = (status: LiveState['status'], now: number): LiveState => ({
  ...{ status, readAt: now - 3_000, liveId: null, destinations: [], startedAt: null, endsAt: null },
  ...{ viewers: null, peakViewers: null, onAir: null },
})

/** On air with `Main show`, which is also the active scene. */
export function liveProject(now = NOW): ProjectState {
  const off = offProject(now)
  return {
    ...off,
    live: {
      ...live('LIVE', now),
      liveId: 'live1',
      startedAt: now - 102 * MIN - 7_000,
      endsAt: now + 17 * MIN + 53_000,
      viewers: 1284,
      peakViewers: 1501,
      destinations: [
        { ...OUTLETS[0], status: 'LIVE', viewers: 1102, viewingUrl: 'https://video.example/1' },
        { ...OUTLETS[1], status: 'LIVE', viewers: 182, viewingUrl: 'https://video.example/2' },
        { ...OUTLETS[2], error: 'AUTH_ERROR' },
      ],
    },
    scenes: scenes(1),
    air: { sceneId: 's2', basis: 'service', at: now - 3_000 },
    earlierSceneIds: ['s1'],
  }
}

/** On air with `Main show`, while `Break` is active and waits for Sync. */
export function unsyncedProject(now = NOW): ProjectState {
  const project = liveProject(now)
  return {
    ...project,
    scenes: scenes(2),
    unsynced: { some: true, edits: 2, basis: 'own' },
    earlierSceneIds: ['s2'],
  }
}

export function preparingProject(now = NOW): ProjectState {
  const project = liveProject(now)
  return {
    ...project,
    live: { ...live('PREPARING', now), liveId: 'live1', destinations: project.live?.destinations ?? [] },
  }
}

const START = { operation: 'startLive', method: 'POST', path: '/projects/p1/live' } as const
export const timeout: Failure = { ...START, kind: 'timeout', mayHaveHappened: true }
const READING = { operation: 'getLive', method: 'GET', mayHaveHappened: false } as const
export const offline: Failure = { ...timeout, ...READING, kind: 'offline' }
export const unauthorised: Failure = { ...offline, kind: 'unauthorised', status: 401, code: 'INVALID_API_KEY' }

export function unknownProject(now = NOW): ProjectState {
  return {
    ...offProject(now),
    pending: {
      ...{ act: 'start', commandId: 'c1', phase: 'checking', liveId: null, offReadings: 1 },
      ...{ sentAt: now - 9_000, failure: timeout },
    },
  }
}

export function errorProject(now = NOW): ProjectState {
  return {
    ...offProject(now),
    lastError: { liveId: 'live0', message: 'every destination refused the stream', at: now - MIN },
  }
}

/** Off air, because another client stopped it. */
export function endedElsewhere(now = NOW): ProjectState {
  return { ...offProject(now), lastEnd: { liveId: 'live1', by: 'elsewhere', at: now - 12_000 } }
}

export function staleProject(now = NOW): ProjectState {
  const project = liveProject(now)
  return { ...project, live: project.live && { ...project.live, readAt: now - 200_000 }, failure: offline }
}

export function journal(now = NOW): JournalEntry[] {
  const [started, settled] = [now - 102 * MIN, now - 101 * MIN]
  const other = { projectId: 'p2', projectName: 'Morning prayer', outcome: failed(offline), ms: 2_100 }
  const notYet = done({ what: 'sceneSwitched', sceneName: 'Break', reached: 'notOnAir' })
  const ran = (command: CommandName, about: string | null = null) => ({ command, about })
  return [
    entry('j1', started, 'panel', ran('goLive'), { outcome: { result: 'unknown', failure: timeout }, ms: 10_000 }),
    entry('j2', settled, 'core', { event: 'settled', act: 'start', as: 'started' }),
    entry('j3', now - 2 * MIN, 'tray', ran('sync'), { outcome: done({ what: 'synced', edits: 3 }), ms: 131 }),
    entry('j4', now - MIN, 'cli', ran('refresh'), other),
    entry('j5', now - 2_000, 'hotkey', ran('switchScene', 'Break'), { outcome: notYet, ms: 84 }),
  ]
}

function entry(
  id: string,
  at: number,
  source: JournalEntry['source'],
  what: JournalEntry['what'],
  more: Partial<JournalEntry> = {},
): JournalEntry {
  const about = { projectId: 'p1', projectName: 'Friday Night', outcome: null, ms: null }
  return { id, at, source, what, ...about, ...more }
}

export const profile = (nr: number, more: Partial<ProfileEntry> = {}): ProfileEntry => ({
  id: `0d9c6f0e-6a1f-4b57-9d61-${String(nr).padStart(12, '0')}`,
  name: nr === 1 ? 'Main account' : `Account ${nr}`,
  baseUrl: 'https://live.example/v1/external',
  ...{ kind: 'kept', account: 'default', key: 'kept', test: null },
  ...more,
})

export const MAIN = profile(1).id
export const STUDIO: ProfileEntry = {
  ...{ id: 'studio', kind: 'studio', name: 'Local studio', baseUrl: 'http://127.0.0.1:4718/v1/external' },
  ...{ account: 'local studio', key: 'thisRun', test: null },
}

/** The whole state around one project, or none. */
export function appState(
  project: ProjectState | null = offProject(),
  more: Partial<AppState> = {},
  now = NOW,
): AppState {
  return {
    version: '0.1.0',
    service: {
      baseUrl: 'https://live.example/v1/external',
      account: 'default',
      keyPresent: true,
      rehearsal: false,
      failure: null,
      failingSince: null,
      answeredAt: now - 3_000,
      nextTryAt: null,
    },
    profiles: [STUDIO, profile(1)],
    profileId: MAIN,
    keychain: { state: 'ok', about: null },
    rehearsal: null,
    openings: {},
    operations: [],
    override: null,
    padlock: { locked: false },
    take: false,
    openWork: [],
    preferences: DEFAULT_PREFERENCES,
    macros: [],
    macro: null,
    macroRehearsal: null,
    macroReports: {},
    budget: {
      limit: 150,
      remaining: 61,
      reserve: 10,
      ours: 41,
      othersPerMinute: 35,
      resetsAt: now + 24_000,
      basis: 'headers',
      blockedUntil: null,
    },
    projectList: {
      items: [
        { id: 'p1', name: 'Friday Night', liveStatus: 'OFFLINE' },
        { id: 'p2', name: 'Morning prayer', liveStatus: 'SCHEDULED' },
        { id: 'p3', name: 'A project with a rather long name that goes on', liveStatus: 'OFFLINE' },
      ],
      readAt: now - MIN,
      loading: false,
      failure: null,
    },
    targetId: project?.id ?? null,
    looks: {},
    lostEdits: [],
    heldEdits: [],
    meanings: OUR_MEANINGS,
    projects: project ? { [project.id]: project } : {},
    arm: null,
    journal: project ? journal(now) : [],
    notices: [],
    welcome: false,
    desktop: null,
    ...more,
  }
}

export const done = (done: Done): Outcome => ({ result: 'done', done })
export const refused = (refusal: Refusal): Outcome => ({ result: 'refused', refusal })
export const failed = (failure: Failure): Outcome => ({ result: 'failed', failure })
export const padlocked = refused({ reason: 'padlocked' })

/** An arm as the core would make it. */
export function arm(more: Partial<Arm> = {}, now = NOW): Arm {
  return {
    armId: 'arm1',
    act: 'stop',
    mode: 'hold',
    projectId: 'p1',
    projectName: 'Friday Night',
    liveId: 'live1',
    destinations: ['Main Channel', 'twitchy', 'The Page'],
    armedAt: now,
    notBefore: now + 1_500,
    expires: now + 3_000,
    ...more,
  }
}
