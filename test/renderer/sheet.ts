import type { AppState } from '../../shared/state.ts'
import {
  appState,
  arm,
  endedElsewhere,
  errorProject,
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
  endedElsewhere: appState(endedElsewhere()),
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
  oneScene: appState({ ...liveProject(), scenes: liveProject().scenes?.slice(1, 2) ?? null }),
  noScenes: appState({ ...offProject(), scenes: [] }),
  many: appState({
    ...liveProject(),
    scenes: Array.from({ length: 300 }, (_, index) => ({
      id: `s${index + 1}`,
      name: `Scene ${index + 1}`,
      isActive: index === 1,
    })),
  }),
}
