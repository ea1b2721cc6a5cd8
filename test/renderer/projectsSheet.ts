import type { LostEdit } from '../../shared/state.ts'
import { FEW, project, projects, readsOf } from './projectStates.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, liveProject, NOW } from './states.ts'

const LONG = 'The very long Friday evening gathering with everybody from near and far and then some more'
const onAir = appState({ ...liveProject(), id: 'p3', name: FEW[2]?.name ?? '' })
const many = { state: onAir, read: readsOf(projects(140)) }

export const lostCreate = (phase: LostEdit['phase']): LostEdit => ({
  id: 'c1',
  operation: 'createProject',
  about: 'Create project: Fireplace 24/7',
  projectId: null,
  sentAt: NOW - 11_000,
  phase,
  foundId: phase === 'found' ? 'p1' : null,
})

const one = (id: string) => `#projects?project=${id}`
const allKinds = [
  project('p1', LONG, 'LIVE', { autoSync: true, description: LONG.repeat(4) }),
  project('p2', 'Getting ready', 'PREPARING'),
  project('p3', `${'x'.repeat(59)}`, 'SCHEDULED', { destinations: [] }),
  project('p4', 'Nobody knows', 'UNKNOWN', { createdAt: null }),
  project('p5', 'Over', 'COMPLETED'),
  project('p6', '', 'OFFLINE', { scheduledLivesCount: 2 }),
]

/** Every state of the projects worth a picture. */
export const PROJECTS_SHEET: Record<string, SetUpState> = {
  projects: { hash: '#projects', ...many },
  projectsFew: { hash: '#projects', state: appState() },
  projectsAllKinds: { hash: '#projects', state: appState(), read: readsOf(allKinds) },
  projectsEmpty: { hash: '#projects', state: appState(null), read: readsOf([]) },
  projectsNone: { hash: '#projects?find=firplace', ...many },
  projectsFailed: { hash: '#projects', state: appState(), read: () => 'The service cannot be reached' },
  projectsLoading: { hash: '#projects', state: appState(), read: () => null },
  projectsLost: { hash: '#projects', ...many, state: { ...onAir, lostEdits: [lostCreate('looking')] } },
  projectsNotKnown: { hash: '#projects', ...many, state: { ...onAir, lostEdits: [lostCreate('notKnown')] } },
  projectsFound: { hash: '#projects', ...many, state: { ...onAir, lostEdits: [lostCreate('found')] } },
  projectOff: { hash: one('p1'), ...many },
  projectLive: { hash: one('p1'), state: onAir, read: readsOf(allKinds) },
  projectScheduled: { hash: one('p2'), state: appState() },
  projectGone: { hash: one('p99'), state: appState() },
  projectNew: { hash: '#projects?create', state: onAir },
  projectNewLost: { hash: '#projects?create', state: { ...onAir, lostEdits: [lostCreate('looking')] } },
}
