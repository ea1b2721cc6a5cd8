import type { Arm } from '../../shared/commands/arming.ts'
import { OUR_MEANINGS } from '../../shared/contract/meanings.ts'
import type { Failure } from '../../shared/failures.ts'
import { DEFAULT_PREFERENCES } from '../../shared/settings/preferences.ts'
import {
  type AppState,
  type DestinationState,
  type JournalEntry,
  type LiveState,
  type ProjectState,
  unreadProject,
} from '../../shared/state.ts'

/** The wall time of every picture and of every test that stops the clock. */
export const NOW = Date.UTC(2026, 10, 20, 21, 42, 7)
const MIN = 60_000

const destination = (id: string, provider: DestinationState['provider'], name: string): DestinationState => ({
  id,
  provider,
  name,
  viewingUrl: null,
  status: null,
  error: null,
  viewers: null,
})

export const SCENES = ['Opening', 'Main show', 'Break', 'Questions and answers with everyone in the room', 'Ending']

/** A project with five scenes and three destinations, off air, all well. */
export function offProject(now = NOW): ProjectState {
  return {
    ...unreadProject('p1', 'Friday Night'),
    settings: {
      readAt: now - 20_000,
      autoSync: false,
      manual: false,
      planned: 7200,
      destinationIds: ['d1', 'd2', 'd3'],
      destinations: [
        destination('d1', 'youtube', 'Main Channel'),
        destination('d2', 'twitch', 'twitchy'),
        destination('d3', 'facebook', 'The Page'),
      ],
      pluginMode: false,
      scheduledLives: 0,
    },
    live: live('OFFLINE', now),
    scenes: SCENES.map((name, index) => ({ id: `s${index + 1}`, name, isActive: index === 0 })),
    scenesReadAt: now - 12_000,
    unsynced: { some: false, edits: 0, basis: 'service' },
    check: {
      at: now - 2 * MIN,
      results: {
        d1: { valid: true, error: null },
        d2: { valid: true, error: null },
        d3: { valid: true, error: null },
      },
      failure: null,
    },
    staleAfterMs: 90_000,
  }
}

function live(status: LiveState['status'], now: number): LiveState {
  return {
    readAt: now - 3_000,
    liveId: null,
    status,
    destinations: [],
    startedAt: null,
    endsAt: null,
    viewers: null,
    peakViewers: null,
  }
}

/** On air with `Main show`; the active scene is the same. */
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
        { ...destination('d1', 'youtube', 'Main Channel'), viewers: 1102, viewingUrl: 'https://video.example/1' },
        { ...destination('d2', 'twitch', 'twitchy'), viewers: 182, viewingUrl: 'https://video.example/2' },
        { ...destination('d3', 'facebook', 'The Page'), error: 'AUTH_ERROR' },
      ],
    },
    scenes: SCENES.map((name, index) => ({ id: `s${index + 1}`, name, isActive: index === 1 })),
    air: { sceneId: 's2', basis: 'service', at: now - 3_000 },
    previousSceneId: 's1',
  }
}

/** On air with `Main show`, while `Break` is active and waits for Sync. */
export function unsyncedProject(now = NOW): ProjectState {
  const project = liveProject(now)
  return {
    ...project,
    scenes: SCENES.map((name, index) => ({ id: `s${index + 1}`, name, isActive: index === 2 })),
    unsynced: { some: true, edits: 2, basis: 'own' },
    previousSceneId: 's2',
  }
}

export function preparingProject(now = NOW): ProjectState {
  const project = liveProject(now)
  return {
    ...project,
    live: { ...live('PREPARING', now), liveId: 'live1', destinations: project.live?.destinations ?? [] },
  }
}

export const timeout: Failure = {
  kind: 'timeout',
  operation: 'startLive',
  method: 'POST',
  path: '/projects/p1/live',
  mayHaveHappened: true,
}
export const offline: Failure = {
  ...timeout,
  kind: 'offline',
  operation: 'getLive',
  method: 'GET',
  mayHaveHappened: false,
}
export const unauthorised: Failure = { ...offline, kind: 'unauthorised', status: 401, code: 'INVALID_API_KEY' }

/** A start whose answer was lost. */
export function unknownProject(now = NOW): ProjectState {
  return {
    ...offProject(now),
    pending: {
      act: 'start',
      commandId: 'c1',
      phase: 'checking',
      sentAt: now - 9_000,
      liveId: null,
      offReadings: 1,
      failure: timeout,
    },
  }
}

export function errorProject(now = NOW): ProjectState {
  return {
    ...offProject(now),
    lastError: { liveId: 'live0', message: 'every destination refused the stream', at: now - MIN },
  }
}

/** Off air, because somebody else stopped it. */
export function endedElsewhere(now = NOW): ProjectState {
  return { ...offProject(now), lastEnd: { liveId: 'live1', by: 'elsewhere', at: now - 12_000 } }
}

export function staleProject(now = NOW): ProjectState {
  const project = liveProject(now)
  return { ...project, live: project.live && { ...project.live, readAt: now - 200_000 }, failure: offline }
}

export function journal(now = NOW): JournalEntry[] {
  const entry = { projectId: 'p1', projectName: 'Friday Night' }
  return [
    {
      ...entry,
      id: 'j1',
      at: now - 102 * MIN,
      source: 'panel',
      what: { command: 'goLive', about: null },
      outcome: { result: 'unknown', failure: timeout },
      ms: 10_000,
    },
    {
      ...entry,
      id: 'j2',
      at: now - 101 * MIN,
      source: 'core',
      what: { event: 'settled', act: 'start', as: 'started' },
      outcome: null,
      ms: null,
    },
    {
      ...entry,
      id: 'j3',
      at: now - 2 * MIN,
      source: 'tray',
      what: { command: 'sync', about: null },
      outcome: { result: 'done', done: { what: 'synced', edits: 3 } },
      ms: 131,
    },
    {
      id: 'j4',
      projectId: 'p2',
      projectName: 'Morning prayer',
      at: now - MIN,
      source: 'cli',
      what: { command: 'refresh', about: null },
      outcome: { result: 'failed', failure: offline },
      ms: 2_100,
    },
    {
      ...entry,
      id: 'j5',
      at: now - 2_000,
      source: 'hotkey',
      what: { command: 'switchScene', about: 'Break' },
      outcome: { result: 'done', done: { what: 'sceneSwitched', sceneName: 'Break', reached: 'notOnAir' } },
      ms: 84,
    },
  ]
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
    profiles: [
      {
        id: 'studio',
        kind: 'studio',
        name: 'Local studio',
        baseUrl: 'http://127.0.0.1:4718/v1/external',
        account: 'local studio',
        key: 'thisRun',
        test: null,
      },
      {
        id: '0d9c6f0e-6a1f-4b57-9d61-000000000001',
        kind: 'kept',
        name: 'Main account',
        baseUrl: 'https://live.example/v1/external',
        account: 'default',
        key: 'kept',
        test: null,
      },
    ],
    profileId: '0d9c6f0e-6a1f-4b57-9d61-000000000001',
    keychain: { state: 'ok', about: null },
    rehearsal: null,
    operations: [],
    override: null,
    padlock: { locked: false },
    preferences: DEFAULT_PREFERENCES,
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
        { id: 'p3', name: 'A project with a rather long name that goes on', liveStatus: 'LIVE' },
      ],
      readAt: now - MIN,
      loading: false,
      failure: null,
    },
    targetId: project?.id ?? null,
    lostEdits: [],
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
