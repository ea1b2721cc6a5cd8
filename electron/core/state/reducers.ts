/** What a response of the service changes in the known state. Pure recipes over one project; times are wall ms. */
import type { Answer } from '../../../shared/contract/operations.ts'
import type { Live, Project, StartedLive } from '../../../shared/contract/records.ts'
import {
  type DestinationState,
  isRunning,
  type LiveState,
  type ProjectState,
  type SceneState,
} from '../../../shared/state.ts'
import { withSharedStructure } from './store.ts'

export function applyProject(project: ProjectState, answer: Project, now: number): void {
  project.name = answer.name
  project.settings = withSharedStructure(project.settings, {
    readAt: now,
    autoSync: answer.autoSync,
    manual: answer.duration.manual,
    planned: answer.duration.planned,
    destinationIds: answer.destinationIds,
    destinations: answer.destinations.map((one) => destinationOf({ ...one, name: one.name ?? one.provider })),
    pluginMode: answer.pluginMode ?? false,
    scheduledLives: answer.scheduledLivesCount,
  })
}

/**
 * Applies a reading of what is running. A pending start or stop is left unchanged: it is settled elsewhere.
 *
 * @param askedAt when the reading was requested: it cannot know of anything later
 * @param manualEnds after how many seconds the service ends a broadcast that "runs until stopped"; null: never
 */
export function applyLive(
  project: ProjectState,
  answer: Live,
  now: number,
  { askedAt = now, manualEnds = null }: { askedAt?: number; manualEnds?: number | null } = {},
): void {
  const running = isRunning(answer)
  const before = isRunning(project.live) ? project.live?.liveId : null
  if (before !== (running ? answer.liveId : null)) forgetAir(project)
  project.live = withSharedStructure(project.live, {
    ...liveOf(answer, project.live, now, manualEnds),
    readAt: askedAt,
  })
  project.stale = false
  if (running && answer.onAirSceneId !== null) {
    rememberSeen(project, answer.onAirSceneId)
    project.air = withSharedStructure(project.air, { sceneId: answer.onAirSceneId, basis: 'service', at: now })
  }
  applyUnsynced(project, answer)
  if (running) return
  forgetAir(project)
  project.earlierSceneIds = []
}

function liveOf(answer: Live, held: LiveState | null, now: number, manualEnds: number | null): LiveState {
  const running = isRunning(answer)
  const { elapsedSeconds: elapsed, remainingSeconds: planned } = answer
  const remaining = planned ?? (manualEnds !== null && elapsed !== null ? manualEnds - elapsed : null)
  return {
    readAt: now,
    liveId: answer.liveId,
    status: answer.status,
    destinations: answer.destinations.map(destinationOf),
    startedAt: running && elapsed !== null ? steady(held?.startedAt, now - elapsed * 1000) : null,
    endsAt: running && remaining !== null ? steady(held?.endsAt, now + remaining * 1000) : null,
    viewers: answer.viewers,
    peakViewers: answer.peakViewers,
    onAir: (running && answer.onAir?.map((one) => ({ ...one, startedAt: Date.parse(one.startedAt) }))) || null,
  }
}

/** The service counts whole seconds: a time calculated from them must not jitter with each reading. */
const TREMBLE_MS = 1_500

function steady(held: number | null | undefined, next: number): number {
  return held != null && Math.abs(held - next) <= TREMBLE_MS ? held : next
}

function destinationOf(one: DestinationState): DestinationState {
  const { id, provider, name, viewingUrl, status, error, viewers } = one
  return { id, provider, name, viewingUrl, status, error, viewers }
}

/** The service's own count takes precedence; then its flag; then what we changed since the last confirmed sync. */
function applyUnsynced(project: ProjectState, answer: Live): void {
  if (!isRunning(answer)) {
    project.unsynced = withSharedStructure(project.unsynced, { some: null, edits: null, basis: 'own' })
  } else if (answer.unsyncedEdits !== null) {
    const edits = answer.unsyncedEdits
    project.unsynced = withSharedStructure(project.unsynced, { some: edits > 0, edits, basis: 'service' })
  } else if (answer.unsynced === false) {
    // Our unsynced changes reached the air without a sync of ours, so what viewers see now is unknown.
    if (project.unsynced.some && project.air.basis === 'lastSync') forgetAir(project)
    project.unsynced = withSharedStructure(project.unsynced, { some: false, edits: 0, basis: 'service' })
  } else if (answer.unsynced === true && project.unsynced.some !== true && !meansOnlyScheduled(project)) {
    project.unsynced = { some: true, edits: null, basis: 'service' }
  }
}

/**
 * While a broadcast is also scheduled, the flag stays set after a successful sync, because the scheduled one does not
 * have the edits yet (contract, "Conventions"). Then it says nothing about what viewers see now, unless it was clear
 * before: without auto-sync, the edit that set it is not on air either.
 */
function meansOnlyScheduled({ settings, unsynced }: ProjectState): boolean {
  const wasClear = unsynced.basis === 'service' && unsynced.some === false
  return (settings?.scheduledLives ?? 0) > 0 && !(wasClear && settings?.autoSync === false)
}

/**
 * Records the scene that Back leads to when another is on air. @param next what viewers see from now on; null: unknown
 */
function rememberSeen(project: ProjectState, next: string | null): void {
  const seen = project.air.sceneId
  if (seen !== null && seen !== next) rememberScene(project, seen)
}

function rememberScene(project: ProjectState, sceneId: string): void {
  project.earlierSceneIds = [...project.earlierSceneIds.filter((id) => id !== sceneId), sceneId].slice(-2)
}

function forgetAir(project: ProjectState): void {
  rememberSeen(project, null)
  project.air = withSharedStructure(project.air, { sceneId: null, basis: 'notKnown', at: null })
}

/** What is running is no longer known. */
export function forgetLive(project: ProjectState): void {
  project.live = null
  project.stale = false
  forgetReach(project)
  project.earlierSceneIds = []
}

/**
 * Applies a reading of the scenes. `isActive` belongs to the project and never proves what is on air: if it changed
 * without us during a broadcast, a chain or another client changed it. Unless the service reports more, what viewers
 * see is then unknown.
 *
 * @param knowsActive false if a scene was activated after the reading was requested: the response to that determines
 * the active one
 */
export function applyScenes(
  project: ProjectState,
  answer: readonly SceneState[],
  now: number,
  knowsActive = true,
): void {
  const before = activeScene(project)?.id ?? null
  const scenes = answer.map(({ id, name, isActive }) => ({
    id,
    name,
    isActive: knowsActive ? isActive : id === before,
  }))
  project.scenes = withSharedStructure(project.scenes, scenes)
  if (!knowsActive) return
  project.scenesReadAt = now
  project.airUnread = false
  const after = activeScene(project)?.id ?? null
  if (before === null || before === after) return
  rememberActive(project, before)
  if (project.air.basis === 'lastSync') forgetAir(project)
  if (isRunning(project.live) && project.unsynced.basis === 'own') {
    // An unsynced edit may still be unsynced: only a reading of the live status shows that it reached the air.
    project.unsynced = { some: project.unsynced.some === true ? true : null, edits: null, basis: 'own' }
  }
}

/** If it is unknown what viewers see, the previously active scene is the best one for Back. */
function rememberActive(project: ProjectState, before: string | null): void {
  if (before !== null && (!isRunning(project.live) || project.air.sceneId === null)) rememberScene(project, before)
}

/** Applies the response to a start: the broadcast shows the project as sent. @param sceneId active when it was sent */
export function applyStarted(project: ProjectState, answer: StartedLive, sceneId: string | null, now: number): void {
  const overtaken = isRunning(project.live) && project.live?.liveId === answer.liveId
  if (!overtaken) project.live = startedLive(answer, now)
  assumeStartedWith(project, sceneId, now)
}

/** A scene switch during the start may have come before or after it: then nothing is claimed. */
function assumeStartedWith(project: ProjectState, sceneId: string | null, now: number): void {
  if (activeScene(project)?.id === sceneId) applySynced(project, now)
  else forgetReach(project)
}

function startedLive(answer: StartedLive, now: number): LiveState {
  return {
    readAt: now,
    liveId: answer.liveId,
    status: answer.status,
    destinations: answer.destinations.map((one) => ({ ...one, id: null, status: null, error: null, viewers: null })),
    startedAt: null,
    endsAt: null,
    viewers: null,
    peakViewers: null,
    onAir: null,
  }
}

/** Viewers are confirmed to see the current project. */
export function applySynced(project: ProjectState, now: number): void {
  assumeAir(project, now)
  project.unsynced = { some: false, edits: 0, basis: 'own' }
}

/** This scene is confirmed to have reached the air. */
function claimAir(project: ProjectState, sceneId: string, now: number): void {
  rememberSeen(project, sceneId)
  project.air = { sceneId, basis: 'lastSync', at: now }
  project.airUnread = true
}

/** The scene that was active when the project reached the air is on air, unless the service itself reports another. */
function assumeAir(project: ProjectState, now: number): void {
  const active = activeScene(project)
  if (active && mayClaim(project)) claimAir(project, active.id, now)
  else forgetAir(project)
}

/** No edit in progress may change what is on air, and the active scene has been read. */
const mayClaim = ({ openEdits, scenesReadAt }: ProjectState) => openEdits === 0 && scenesReadAt !== null

/** A sync was lost: it may have put the active scene on air, or nothing, or may still do so. */
export function applySyncLost(project: ProjectState): void {
  if (isRunning(project.live)) forgetReach(project)
}

/** A scene switch was lost: the active scene is unknown, and with auto-sync also the one on air. */
export function applyActivationLost(project: ProjectState): void {
  project.scenesReadAt = null
  if (isRunning(project.live) && project.settings?.autoSync !== false) forgetReach(project)
}

/** A change of auto-sync was lost: it is unknown whether it is on, and so what the next edit will do. */
export function applyAutoSyncLost(project: ProjectState): void {
  if (project.settings) project.settings.autoSync = null
}

/**
 * Applies the response to a stop: nothing is running, unless the response says otherwise. Null: nothing was running.
 */
export function applyStopped(project: ProjectState, answer: Answer<'stopLive'> | null, now: number): void {
  if (answer?.status && isRunning({ status: answer.status, liveId: answer.liveId })) return
  keepExpired(project, project.live?.destinations ?? [], now)
  if (project.live)
    Object.assign(project.live, {
      status: 'OFFLINE',
      liveId: null,
      readAt: now,
      startedAt: null,
      endsAt: null,
      onAir: null,
    })
  forgetReach(project)
  project.earlierSceneIds = []
}

/** A scene was activated in the project; `synced` says whether it is confirmed to have reached the air. */
export function applyActivated(project: ProjectState, answer: Answer<'activateScene'>, now: number): void {
  const before = activeScene(project)?.id ?? null
  for (const scene of project.scenes ?? []) scene.isActive = scene.id === answer.activeSceneId
  if (before !== answer.activeSceneId) rememberActive(project, before)
  if (!isRunning(project.live)) return
  if (answer.synced === true && project.openEdits === 0) claimAir(project, answer.activeSceneId, now)
  else if (answer.synced ?? project.settings?.autoSync !== false) forgetReach(project)
  else {
    forgetUnreadAir(project)
    countOwnEdit(project, answer.activeSceneId)
  }
}

/** The scene may have reached the air, and the service does not say so: neither scene may be claimed. */
function forgetReach(project: ProjectState): void {
  forgetAir(project)
  project.unsynced = { some: null, edits: null, basis: 'own' }
}

/**
 * A start or sync uses the scene that is active at the service, which another client may have changed: the next reading
 * of the scenes shows it. A switch before that reading removes this evidence, so the claim is dropped.
 */
function forgetUnreadAir(project: ProjectState): void {
  if (project.air.basis === 'lastSync' && project.airUnread) forgetAir(project)
}

/** However often the scene is switched, that is one change that viewers do not see; switched back, it is none. */
function countOwnEdit(project: ProjectState, activeSceneId: string): void {
  if (project.unsynced.basis === 'service' && project.unsynced.some) return
  const differs = project.air.sceneId !== activeSceneId
  project.unsynced = { some: differs, edits: differs ? 1 : 0, basis: 'own' }
}

/** A login that expired during a broadcast remains a known fault after it, until it is verified again. */
export function keepExpired(
  project: ProjectState,
  destinations: NonNullable<ProjectState['live']>['destinations'],
  now: number,
): void {
  for (const { id, error } of destinations) {
    if (id === null || error !== 'AUTH_ERROR') continue
    project.check ??= { at: now, results: {}, failure: null }
    project.check.results[id] = { valid: false, error }
  }
}

export function activeScene(project: ProjectState) {
  return project.scenes?.find((scene) => scene.isActive)
}
