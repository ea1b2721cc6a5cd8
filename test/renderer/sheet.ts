import type { AppState, JournalEntry } from '../../shared/state.ts'
import {
  appState,
  arm,
  errorProject,
  journal,
  liveProject,
  NOW,
  offline,
  offProject,
  preparingProject,
  staleProject,
  unauthorised,
  unknownProject,
  unsyncedProject,
} from './states.ts'

const base = appState()
const rehearsing = { service: { ...base.service, rehearsal: true, baseUrl: 'http://127.0.0.1:4718/v1/external' } }
const long = 'The very long Friday evening gathering with everybody from near and far and then some more'

/** Three switches of ours since the last sync, none of which reached the air. */
function switchedBackAndForth(): JournalEntry[] {
  const switches = ['Break', 'Ending', 'Break'].map(
    (scene, index): JournalEntry => ({
      projectId: 'p1',
      projectName: 'Friday Night',
      what: { command: 'switchScene', about: scene },
      ms: 84,
      id: `s${index}`,
      at: NOW - 90_000 + index * 20_000,
      source: (['tray', 'cli', 'hotkey'] as const)[index] ?? 'panel',
      outcome: {
        result: 'done',
        done: { what: 'sceneSwitched', sceneName: scene, reached: 'notOnAir' },
      },
    }),
  )
  return [...journal().slice(0, 3), ...switches]
}

/** Every state worth a look, by name. `null`: the core has not told anything. */
export const SHEET: Record<string, AppState> = {
  off: appState(offProject()),
  offFaulty: appState({
    ...offProject(),
    scenes: offProject().scenes?.map((scene) => ({ ...scene, isActive: false })) ?? null,
    nextScheduleAt: NOW + 47 * 60_000,
    check: { at: NOW - 30_000, results: { d3: { valid: false, error: 'token expired' } }, failure: null },
  }),
  preparing: appState(preparingProject()),
  live: appState(liveProject()),
  liveNearEnd: appState({ ...liveProject(), nextScheduleAt: NOW + 4 * 60_000 + 5_000 }),
  airNotKnown: appState({
    ...liveProject(),
    air: { sceneId: null, basis: 'notKnown', at: null },
    unsynced: { some: null, edits: null, basis: 'own' },
  }),
  unsynced: appState(unsyncedProject()),
  rehearsal: appState(unsyncedProject(), rehearsing),
  rehearsalOff: appState(offProject(), { ...rehearsing, journal: [] }),
  unknown: appState(unknownProject()),
  error: appState(errorProject()),
  reachesNobody: appState({
    ...liveProject(),
    live: {
      ...(liveProject().live as NonNullable<ReturnType<typeof liveProject>['live']>),
      destinations: (liveProject().live?.destinations ?? []).map((one) => ({
        ...one,
        error: 'CONNECTION_ERROR' as const,
      })),
    },
  }),
  stale: appState(staleProject(), {
    service: { ...base.service, failure: offline, failingSince: NOW - 190_000, answeredAt: NOW - 200_000 },
  }),
  unauthorised: appState(
    { ...offProject(), live: null, settings: null, scenes: null, check: null },
    { service: { ...base.service, failure: unauthorised, failingSince: NOW - 5_000, answeredAt: NOW - 5_000 } },
  ),
  loading: appState({ ...offProject(), live: null, settings: null, scenes: null, check: null }, { journal: [] }),
  noKey: appState(null, {
    service: { ...base.service, keyPresent: false },
    profiles: base.profiles.map((one) => ({ ...one, key: 'none' })),
  }),
  noProject: appState(null),
  noProjects: appState(null, { projectList: { items: [], readAt: NOW, loading: false, failure: null } }),
  padlocked: appState(liveProject(), { padlock: { locked: true } }),
  armedGoLive: appState(offProject(), {
    arm: arm({ act: 'goLive', mode: 'press', liveId: null, notBefore: NOW + 400, expires: NOW + 3_000 }),
  }),
  notices: appState(liveProject(), {
    notices: [
      { id: 'n1', kind: 'settingsSetAside', about: 'settings.2026-11-20.json' },
      { id: 'n2', kind: 'portTaken', about: '43121' },
    ],
    budget: { ...base.budget, remaining: 7, othersPerMinute: null, basis: 'counting', resetsAt: null },
  }),
  longNames: appState({
    ...unsyncedProject(),
    name: long,
    scenes: (unsyncedProject().scenes ?? []).map((scene, index) => ({
      ...scene,
      name: index % 2 ? long : `${scene.name}${'x'.repeat(40)}`,
    })),
    live: unsyncedProject().live && {
      ...(unsyncedProject().live as NonNullable<ReturnType<typeof liveProject>['live']>),
      destinations: (liveProject().live?.destinations ?? []).map((one) => ({ ...one, name: long })),
    },
  }),
  manyDestinations: appState({
    ...liveProject(),
    live: liveProject().live && {
      ...(liveProject().live as NonNullable<ReturnType<typeof liveProject>['live']>),
      destinations: Array.from({ length: 30 }, (_, index) => ({
        id: `d${index}`,
        provider: 'rtmp' as const,
        name: `Parish ${index + 1}`,
        viewingUrl: index % 3 ? `https://video.example/${index}` : null,
        status: null,
        error: index === 17 || index === 25 ? ('CONNECTION_ERROR' as const) : null,
        viewers: index * 7,
      })),
    },
  }),
  budgetLow: appState(offProject(), { budget: { ...base.budget, remaining: 8 } }),
  budgetUsedUp: appState(offProject(), {
    budget: { ...base.budget, remaining: 0, blockedUntil: NOW + 18_000, othersPerMinute: 96 },
  }),
  unseenEdits: appState(
    { ...unsyncedProject(), unsynced: { some: true, edits: 4, basis: 'service' } },
    { journal: switchedBackAndForth() },
  ),
  unseenElsewhere: appState(
    { ...unsyncedProject(), unsynced: { some: true, edits: null, basis: 'service' } },
    { journal: [] },
  ),
  many: appState({
    ...liveProject(),
    scenes: Array.from({ length: 300 }, (_, index) => ({
      id: `s${index + 1}`,
      name: `Scene ${index + 1}`,
      isActive: index === 1,
    })),
  }),
}
