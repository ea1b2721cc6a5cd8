import type { Failure } from '../../shared/failures.ts'
import type { AppState, DestinationState, ProjectState } from '../../shared/state.ts'
import { desktopState } from './desktopSheet.ts'
import type { SetUpState } from './setupSheet.ts'
import {
  appState,
  arm,
  done,
  endedElsewhere,
  errorProject,
  liveProject,
  NOW,
  offline,
  offProject,
  preparingProject,
  refused,
  STUDIO,
  staleProject,
  unauthorised,
  unknownProject,
  unsyncedProject,
} from './states.ts'

const base = appState()
const unread: ProjectState = { ...offProject(), live: null, settings: null, scenes: null, check: null }
const rehearsing = { service: { ...base.service, rehearsal: true, baseUrl: 'http://127.0.0.1:4718/v1/external' } }
const long = 'The very long Friday evening gathering with everybody from near and far and then some more'

function withOutlets({ live, ...project }: ProjectState, more: Partial<DestinationState>): ProjectState {
  const destinations = (live?.destinations ?? []).map((one) => ({ ...one, ...more }))
  return { ...project, live: live && { ...live, destinations } }
}

/** Every state worth a picture, by name. `null`: the core has not sent a state. */
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
  reachesNobody: appState(withOutlets(liveProject(), { error: 'CONNECTION_ERROR' })),
  stale: appState(staleProject(), {
    service: { ...base.service, failure: offline, failingSince: NOW - 190_000, answeredAt: NOW - 200_000 },
  }),
  unauthorised: appState(unread, {
    service: { ...base.service, failure: unauthorised, failingSince: NOW - 5_000, answeredAt: NOW - 5_000 },
  }),
  loading: appState(unread, { journal: [] }),
  noKey: appState(null, {
    service: { ...base.service, keyPresent: false },
    profiles: base.profiles.map((one) => ({ ...one, key: 'none' })),
  }),
  noProject: appState(null),
  noProjects: appState(null, { projectList: { items: [], readAt: NOW, loading: false, failure: null } }),
  padlocked: appState(liveProject(), { padlock: { locked: true } }),
  offBeside: appState(offProject(), {
    projectList: { ...base.projectList, items: [{ id: 'p3', name: 'Morning loop', liveStatus: 'LIVE' }] },
  }),
  armedGoLive: appState(offProject(), {
    arm: arm({ act: 'goLive', mode: 'press', liveId: null, notBefore: NOW + 400, expires: NOW + 3_000 }),
  }),
  armedByAgent: appState(liveProject(), {
    arm: arm({
      ...{ act: 'proposal', mode: 'proposed', notBefore: NOW + 1_000, expires: NOW + 60_000 },
      proposed: {
        ...{ by: 'Helper', about: 'Change project', why: 'The talk has ended, and the guest is late.' },
        fields: ['Project: Friday Night', 'Auto sync: yes', 'Duration, manual: no', 'Duration, planned: 7,200'],
      },
    }),
  }),
  armedExpired: appState(offProject(), {
    arm: arm({
      ...{ act: 'goLive', mode: 'press', liveId: null, notBefore: NOW + 400, expires: NOW + 3_000 },
      expired: ['twitchy', 'The Page'],
    }),
  }),
  notices: appState(liveProject(), {
    notices: [
      { id: 'n1', kind: 'settingsSetAside', about: 'settings.2026-11-20.json' },
      { id: 'n2', kind: 'portTaken', about: '43121' },
    ],
    budget: { ...base.budget, remaining: 7, othersPerMinute: null, basis: 'counting', resetsAt: null },
  }),
  longNames: appState({
    ...withOutlets(unsyncedProject(), { name: long }),
    name: long,
    scenes: (unsyncedProject().scenes ?? []).map((scene, index) => ({
      ...scene,
      name: index % 2 ? long : `${scene.name}${'x'.repeat(40)}`,
    })),
  }),
  oneScene: appState({ ...liveProject(), scenes: liveProject().scenes?.slice(1, 2) ?? null }),
  noScenes: appState({ ...offProject(), scenes: [] }),
  many: appState({
    ...liveProject(),
    scenes: Array.from({ length: 300 }, (_, nr) => ({
      id: `s${nr + 1}`,
      name: `Scene ${nr + 1}`,
      isActive: nr === 1,
    })),
  }),
}

/** The first start: the local studio with its demo project, and the welcome not dismissed yet. */
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

/** The service has been failing for a minute. */
function failing(failure: Failure, more: Partial<AppState['service']> = {}): Partial<AppState> {
  const since = { failingSince: NOW - 61_000, answeredAt: NOW - 66_000, nextTryAt: NOW + 7_000 }
  return { service: { ...base.service, failure, ...since, ...more } }
}

const settings = offProject().settings as NonNullable<ProjectState['settings']>
const starting = { ...base.service, baseUrl: '', account: '' }

const show = (state: AppState, more: Omit<SetUpState, 'hash' | 'state'> = {}): SetUpState => ({
  hash: '',
  state,
  ...more,
})
const off = (more: Partial<AppState>, project: Partial<ProjectState> = {}) =>
  appState({ ...offProject(), ...project }, more)
const GREETED = { ...NEW, welcome: false }
const studioFailed = { id: 'n1', kind: 'studioFailed', about: 'its port 4718 is taken by another program.' } as const

/** Every state that is not "all is well", by name. */
export const TROUBLE: Record<string, SetUpState> = {
  welcome: show(off(NEW)),
  welcomeDesktop: show(off({ ...NEW, desktop: desktopState() })),
  welcomeRehearse: show(off(NEW), { press: ['Rehearse on the local studio'] }),
  welcomeConnect: show(off(NEW), { press: ['Connect your account'] }),
  welcomeConnectWrong: show(off(NEW), { press: ['Connect your account', 'Test and use'] }),
  connecting: show(appState(), { link: 'mute' }),
  neverUp: show(appState(), { link: 'down' }),
  linkRefused: show(appState(), { link: 'refused' }),
  accessEnded: show(appState(liveProject()), { link: 'accessEnded' }),
  linkLost: show(appState(liveProject()), { link: 'lost' }),
  startingStudio: show(appState(null, { ...GREETED, service: starting })),
  startingKey: show(appState(null, { service: starting })),
  studioFailed: show(appState(null, { ...GREETED, service: starting, notices: [studioFailed] })),
  offline: show(appState(staleProject(), failing(offline))),
  offlineUnread: show(appState({ ...unread, failure: offline }, failing(offline))),
  studioSilent: show(appState(staleProject(), { ...GREETED, ...failing(offline, { rehearsal: true }) })),
  wrongKey: show(appState(unread, failing(unauthorised))),
  revokedKey: show(off(failing({ ...unauthorised, kind: 'revoked' }))),
  freePlan: show(off(failing(plan))),
  rateLimited: show(appState(liveProject(), failing(limited, { failingSince: NOW - 2_000 }))),
  staleOnly: show(appState({ ...staleProject(), failure: null })),
  projectFails: show(off({}, { failure: { ...offline, kind: 'notFound' } })),
  noScenes: show(off({}, { scenes: [] })),
  noDestinations: show(off({}, { settings: { ...settings, destinationIds: [], destinations: [] } })),
  listLoading: show(appState(null, { projectList: { items: [], readAt: null, loading: true, failure: null } }), {
    read: () => null,
  }),
}

const quick = (state: AppState, more: Omit<SetUpState, 'hash' | 'state'> = {}): SetUpState => ({
  ...{ hash: '?page=quick', state: { ...state, desktop: desktopState() } },
  ...more,
})
const faults = Array.from({ length: 40 }, (_, nr) => ({
  ...{ fault: 'destination' as const, name: `Channel number ${nr}`, error: 'token expired' },
}))

/** Every state of the panel beside the tray worth a picture. */
export const QUICK_SHEET: Record<string, SetUpState> = {
  ...Object.fromEntries(Object.entries(SHEET).map(([name, state]) => [`quick-${name}`, quick(state)])),
  'quick-starting': quick(appState(null, { service: { ...base.service, baseUrl: '' } })),
  'quick-noDesktop': { hash: '?page=quick', state: appState(liveProject()) },
  'quick-answered': quick(appState(liveProject()), {
    press: ['Break'],
    reply: done({ what: 'sceneSwitched', sceneName: 'Break', reached: 'notOnAir' }),
  }),
  'quick-faults': quick(off({}), { press: ['Go live'], reply: refused({ reason: 'faults', faults }) }),
  'quick-armedElsewhere': quick(appState(liveProject(), { arm: arm({ mode: 'press', expires: NOW + 3_000 }) })),
}
