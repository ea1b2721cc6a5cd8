/** States in which the tray is looked at: on the contact sheet and in tests. */
import type { AppState, ProjectState } from '../../shared/state.ts'
import {
  appState,
  arm,
  errorProject,
  liveProject,
  NOW,
  offline,
  offProject,
  preparingProject,
  staleProject,
  unknownProject,
  unsyncedProject,
} from '../renderer/states.ts'

const base = appState()
const rehearsing = { service: { ...base.service, rehearsal: true, baseUrl: 'http://127.0.0.1:4718/v1/external' } }
const long = 'The very long Friday evening gathering with everybody from near and far, R&D and then some more'

/** What a menu says under an icon, and the state it is drawn from. */
export interface TrayState {
  state: AppState
  answer?: string
}

/** On air with so many scenes, `onAir` (from 0) among them. */
export function withScenes(count: number, onAir = 1): ProjectState {
  const scenes = Array.from({ length: count }, (_, at) => ({
    id: `s${at + 1}`,
    name: `Scene ${at + 1}`,
    isActive: at === onAir,
  }))
  return {
    ...liveProject(),
    scenes,
    air: { sceneId: `s${onAir + 1}`, basis: 'service', at: NOW },
    previousSceneId: 's1',
  }
}

const longNamed = (): ProjectState => {
  const project = unsyncedProject()
  const rename = <T extends { name: string }>(one: T): T => ({ ...one, name: long })
  return {
    ...project,
    name: long,
    scenes: project.scenes?.map(rename) ?? null,
    live: project.live && { ...project.live, destinations: project.live.destinations.map(rename) },
  }
}

export const TRAY_STATES: Record<string, TrayState> = {
  off: { state: appState(offProject()) },
  'going live, armed': {
    state: appState(offProject(), { arm: arm({ act: 'goLive', mode: 'menu', liveId: null, expires: NOW + 10_000 }) }),
  },
  preparing: { state: appState(preparingProject()) },
  live: { state: appState(liveProject()) },
  unsynced: { state: appState(unsyncedProject()) },
  'stop, armed': { state: appState(liveProject(), { arm: arm({ mode: 'menu', expires: NOW + 10_000 }) }) },
  unknown: { state: appState(unknownProject()) },
  error: { state: appState(errorProject()) },
  stale: {
    state: appState(staleProject(), {
      service: { ...base.service, failure: offline, failingSince: NOW - 190_000, answeredAt: NOW - 200_000 },
    }),
  },
  padlocked: {
    state: appState(liveProject(), { padlock: { locked: true } }),
    answer: 'Sync: The padlock is closed. Open it first.',
  },
  rehearsal: { state: appState(unsyncedProject(), rehearsing) },
  'no target': { state: appState(null, { projectList: { items: [], readAt: null, loading: false, failure: null } }) },
  'no key': {
    state: appState(null, {
      service: { ...base.service, keyPresent: false },
      profiles: base.profiles.map((one) => ({ ...one, key: 'none' as const })),
    }),
  },
  'long names': { state: appState(longNamed()) },
  '300 scenes': { state: appState(withScenes(300, 141)) },
}
