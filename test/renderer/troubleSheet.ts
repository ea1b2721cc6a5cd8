import type { Failure } from '../../shared/failures.ts'
import type { AppState, ProjectState } from '../../shared/state.ts'
import { desktopState } from './desktopStates.ts'
import type { SetUpState } from './setupSheet.ts'
import { STUDIO } from './setupStates.ts'
import { appState, liveProject, NOW, offline, offProject, staleProject, unauthorised } from './states.ts'

const base = appState()

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
export function failing(failure: Failure, more: Partial<AppState['service']> = {}): Partial<AppState> {
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
