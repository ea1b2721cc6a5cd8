import type { Failure } from '../../shared/failures.ts'
import type { AppState, ProjectState } from '../../shared/state.ts'
import { desktopState } from './desktopSheet.ts'
import type { SetUpState } from './setupSheet.ts'
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
  STUDIO,
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

/** The first start: the local studio with its demo project, nobody welcomed yet. */
export const NEW: Partial<AppState> = {
  welcome: true,
  profiles: [STUDIO],
  profileId: 'studio',
  keychain: { state: 'unused', about: null },
  service: { ...base.service, rehearsal: true, baseUrl: STUDIO.baseUrl },
  journal: [],
}

const plan: Failure = { ...unauthorised, kind: 'plan', status: 403, code: 'API_ACCESS_REQUIRES_PAID_PLAN' }
const limited: Failure = { ...offline, kind: 'rateLimited', status: 429, retryAfterMs: 42_000 }

/** The service fails since a minute ago. */
function failing(failure: Failure, more: Partial<AppState['service']> = {}): Partial<AppState> {
  const since = { failingSince: NOW - 61_000, answeredAt: NOW - 66_000, nextTryAt: NOW + 7_000 }
  return { service: { ...base.service, failure, ...since, ...more } }
}

const unread: ProjectState = { ...offProject(), live: null, settings: null, scenes: null, check: null }
const settings = offProject().settings as NonNullable<ProjectState['settings']>
const starting = { ...base.service, baseUrl: '', account: '' }

/** Every state that is not "all is well", by name. */
export const TROUBLE: Record<string, SetUpState> = {
  welcome: { hash: '', state: appState(offProject(), NEW) },
  welcomeDesktop: { hash: '', state: appState(offProject(), { ...NEW, desktop: desktopState() }) },
  welcomeRehearse: { hash: '', state: appState(offProject(), NEW), press: ['Rehearse on the local studio'] },
  welcomeConnect: { hash: '', state: appState(offProject(), NEW), press: ['Connect your account'] },
  welcomeConnectWrong: {
    hash: '',
    state: appState(offProject(), NEW),
    press: ['Connect your account', 'Test and use'],
  },
  connecting: { hash: '', state: appState(), link: 'mute' },
  neverUp: { hash: '', state: appState(), link: 'down' },
  linkRefused: { hash: '', state: appState(), link: 'refused' },
  linkLost: { hash: '', state: appState(liveProject()), link: 'lost' },
  startingStudio: { hash: '', state: appState(null, { ...NEW, welcome: false, service: starting }) },
  startingKey: { hash: '', state: appState(null, { service: starting }) },
  studioFailed: {
    hash: '',
    state: appState(null, {
      ...NEW,
      welcome: false,
      service: starting,
      notices: [{ id: 'n1', kind: 'studioFailed', about: 'its port 4718 is taken by another program.' }],
    }),
  },
  offline: { hash: '', state: appState(staleProject(), failing(offline)) },
  offlineUnread: { hash: '', state: appState({ ...unread, failure: offline }, failing(offline)) },
  studioSilent: {
    hash: '',
    state: appState(staleProject(), { ...NEW, welcome: false, ...failing(offline, { rehearsal: true }) }),
  },
  wrongKey: { hash: '', state: appState(unread, failing(unauthorised)) },
  revokedKey: { hash: '', state: appState(offProject(), failing({ ...unauthorised, kind: 'revoked' })) },
  freePlan: { hash: '', state: appState(offProject(), failing(plan)) },
  rateLimited: { hash: '', state: appState(liveProject(), failing(limited, { failingSince: NOW - 2_000 })) },
  staleOnly: { hash: '', state: appState({ ...staleProject(), failure: null }) },
  projectFails: { hash: '', state: appState({ ...offProject(), failure: { ...offline, kind: 'notFound' } }) },
  noScenes: { hash: '', state: appState({ ...offProject(), scenes: [] }) },
  noDestinations: {
    hash: '',
    state: appState({ ...offProject(), settings: { ...settings, destinationIds: [], destinations: [] } }),
  },
  listLoading: {
    hash: '',
    state: appState(null, { projectList: { items: [], readAt: null, loading: true, failure: null } }),
    read: () => null,
  },
}

const QUICK = '?page=quick'
const inApp = (state: AppState): AppState => ({ ...state, desktop: desktopState() })
const fault = (nr: number) =>
  ({ fault: 'destination', name: `Channel number ${nr}`, error: 'token expired' }) as const

/** Every state of the panel beside the tray worth a look. */
export const QUICK_SHEET: Record<string, SetUpState> = {
  ...Object.fromEntries(
    Object.entries(SHEET).map(([name, state]) => [`quick-${name}`, { hash: QUICK, state: inApp(state) }]),
  ),
  'quick-starting': {
    hash: QUICK,
    state: inApp(appState(null, { service: { ...appState().service, baseUrl: '' } })),
  },
  'quick-noDesktop': { hash: QUICK, state: appState(liveProject()) },
  'quick-answered': {
    hash: QUICK,
    state: inApp(appState(liveProject())),
    press: ['Break'],
    reply: { result: 'done', done: { what: 'sceneSwitched', sceneName: 'Break', reached: 'notOnAir' } },
  },
  'quick-faults': {
    hash: QUICK,
    state: inApp(appState(offProject())),
    press: ['Go live'],
    reply: {
      result: 'refused',
      refusal: { reason: 'faults', faults: Array.from({ length: 40 }, (_, nr) => fault(nr)) },
    },
  },
  'quick-armedElsewhere': {
    hash: QUICK,
    state: inApp(appState(liveProject(), { arm: arm({ mode: 'press', expires: NOW + 3_000 }) })),
  },
}
