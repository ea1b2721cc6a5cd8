import { NO_BROADCASTING } from '../../shared/broadcasting.ts'
import { operations as contract, type OperationName } from '../../shared/contract/operations.ts'
import type { ActiveFault, RehearsalState } from '../../shared/rehearsal/rehearsal.ts'
import { FAULT_KINDS, type FaultKind } from '../../shared/rehearsal/rehearsalKinds.ts'
import type { AppState, OperationEntry, ProfileEntry } from '../../shared/state.ts'
import { appState, liveProject, NOW, offline, offProject, profile, STUDIO, unauthorised } from './states.ts'

const MIN = 60_000
const LONG_NAME = 'The account of the very long Friday evening gathering, part 2'.slice(0, 60)

const test = { at: NOW - 3 * MIN, ms: 212, projects: 4, failure: null }

/** One profile for each place of a key, and for each result of a test. */
export const VARIED: ProfileEntry[] = [
  STUDIO,
  profile(1, { test }),
  profile(2, { name: 'Revoked', key: 'kept', test: failed({ ...unauthorised, kind: 'revoked' }) }),
  profile(3, { name: 'Never worked', key: 'thisRun', test: failed(unauthorised) }),
  profile(4, { name: 'Free plan', test: failed({ ...unauthorised, kind: 'plan', status: 403, code: undefined }) }),
  profile(5, { name: 'Without a key', key: 'none' }),
  profile(6, { name: 'Taken out of the keychain', key: 'missing' }),
  profile(7, {
    ...{ name: LONG_NAME, account: LONG_NAME, key: 'locked', test: failed(offline) },
    baseUrl: `https://${'a-rather-long-name-of-a-host.'.repeat(2)}example/v1/external`,
  }),
  profile(8, { id: 'run', kind: 'run', name: 'Command line', key: 'thisRun' }),
]

function failed(failure: NonNullable<ProfileEntry['test']>['failure']): ProfileEntry['test'] {
  return { at: NOW - MIN, ms: 90, projects: null, failure }
}

const QUIET: RehearsalState = {
  ...{ account: 'paid', preparingMs: 8_000, faults: [], scenario: null, keys: [] },
  broadcasting: NO_BROADCASTING,
}

export function activeFault(kind: FaultKind, more: Partial<ActiveFault> = {}): ActiveFault {
  const lasting = { since: NOW - 5_000, until: null, timesLeft: null, scenario: null }
  return { id: `f-${kind}`, fault: { kind, on: 'all' }, ...lasting, ...more }
}

/** The local studio in use, with this rehearsal. */
export function rehearsing(rehearsal: Partial<RehearsalState> | null, project = offProject()): AppState {
  return appState(project, {
    profiles: [STUDIO, profile(1)],
    profileId: 'studio',
    service: { ...appState().service, baseUrl: STUDIO.baseUrl, rehearsal: true },
    rehearsal: rehearsal && { ...QUIET, ...rehearsal },
  })
}

const MORE: Partial<Record<FaultKind, { ms: number }>> = { latency: { ms: 2_500 }, clockJump: { ms: -3_600_000 } }

/** Every kind of fault at once, with everything that can be reported about one. */
export const ALL_FAULTS: ActiveFault[] = FAULT_KINDS.map((kind, index) =>
  activeFault(kind, {
    until: index % 3 === 0 ? NOW + (index + 1) * 17_000 : null,
    timesLeft: index % 4 === 1 ? index : null,
    fault: { kind, on: kind === 'cutAfter' ? 'start' : 'all', ...MORE[kind] },
  }),
)

export const PLAYING: Partial<RehearsalState> = {
  scenario: { name: 'platformDown', startedAt: NOW - 45_000, endsAt: NOW + 75_000 },
  faults: [activeFault('cutBefore', { until: NOW + 55_000, scenario: 'platformDown' })],
}

export const KEYS: RehearsalState['keys'] = [
  { id: 'k1', label: 'the lighting desk', createdAt: NOW - 26 * 60 * MIN },
  { id: 'k2', label: LONG_NAME, createdAt: NOW - MIN },
]

export const OPERATIONS: OperationEntry[] = (Object.keys(contract) as OperationName[]).map((name, index) => {
  const { method, path, class: kind, repeat, air, sources } = contract[name]
  const sent = index % 3 === 0 ? index * 7 + 1 : 0
  const refused = { status: 403, failure: 'plan', code: 'API_ACCESS_REQUIRES_PAID_PLAN' } as const
  const came = index % 6 === 3 ? refused : { status: 200, failure: null, code: null }
  const last = sent ? { at: NOW - index * 11_000, ms: 40 + index * 37, ...came } : null
  return { name, method, path, class: kind, repeat, air, sources, overridden: index === 4, sent, last }
})

export const onAir = appState(liveProject(), { profiles: VARIED })
