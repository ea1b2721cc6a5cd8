import { isUnsynced, secondsLive, statusOf } from './air.ts'
import { optional } from './options.ts'
import { playing } from './player.ts'
import type { Outlet, PastRun, Project, Run, Scene, Schedule, World } from './world.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms))

/** The project in the service's responses. */
export function projectView(world: World, project: Project): object {
  const { run, content } = project
  const live = run && run.liveAt !== null
  return {
    ...{ id: project.id, name: project.name, title: content.title, description: content.description },
    ...{ format: formatView(project.format), audioQuality: project.audioQuality, maxFps: 30 },
    ...{ autoSynch: project.autoSynch, unsyncedLive: isUnsynced(project), duration: durationView(world, project) },
    ...{ liveStatus: statusOf(project), activeLiveId: run?.liveId ?? null },
    ...{ viewers: live ? run.viewers : null, peakViewers: live ? run.peakViewers : null },
    ...{ scheduledLivesCount: project.schedules.length, destinationIds: project.outletIds },
    destinations: outletsOf(world, project.outletIds).map((outlet) => projectOutletView(world, project, outlet)),
    createdAt: iso(project.createdAt),
    ...optional(world.settings.shape, { pluginMode: project.pluginMode }),
  }
}

/** `16:9_720p` is 1280x720: the number after the underscore is the shorter side. */
function formatView(format: string): object {
  const [aspectRatio = '', lines = ''] = format.split('_')
  const [across = 0, down = 0] = aspectRatio.split(':').map(Number)
  const unit = Number.parseInt(lines, 10) / Math.min(across, down)
  return { aspectRatio, resolution: `${across * unit}x${down * unit}` }
}

function durationView(world: World, project: Project): object {
  const planned = project.plannedSeconds
  const elapsed = project.run ? secondsLive(project.run, world.now()) : null
  const fields = { planned, elapsed, remaining: remaining(planned, elapsed) }
  return { manual: planned === null, ...optional(world.settings.shape, fields) }
}

function remaining(planned: number | null, elapsed: number | null): number | null {
  return planned === null || elapsed === null ? null : Math.max(0, planned - elapsed)
}

/** What is on air, or that nothing is. */
export function liveView(world: World, project: Project): object {
  const { run } = project
  return run ? runningView(world, project, run) : offlineView(world, project)
}

function runningView(world: World, project: Project, run: Run): object {
  const elapsed = secondsLive(run, world.now())
  const live = run.liveAt !== null
  return {
    ...{ liveId: run.liveId, status: statusOf(project), destinations: runOutletsView(world, run, null) },
    ...{ elapsedSeconds: elapsed, remainingSeconds: remaining(run.plannedSeconds, elapsed) },
    ...{ viewers: live ? run.viewers : null, peakViewers: live ? run.peakViewers : null },
    unsyncedLive: isUnsynced(project),
    ...airFields(world, run.copy.activeSceneId, run.unsyncedEdits, onAir(world, run)),
    ...optional(world.settings.shape, { preparingStartedAt: iso(run.preparingAt), error: null, stopInitiator: null }),
  }
}

/** The last end is explained until the next start. */
function offlineView(world: World, project: Project): object {
  const last = project.past[0]
  return {
    ...{ liveId: null, status: statusOf(project), destinations: [], elapsedSeconds: null, remainingSeconds: null },
    ...{ viewers: null, peakViewers: null, unsyncedLive: isUnsynced(project) },
    ...airFields(world, null, 0, []),
    ...optional(world.settings.shape, { error: last?.error ?? null, stopInitiator: last?.initiator ?? null }),
  }
}

function airFields(world: World, onAirSceneId: string | null, unsyncedEdits: number, onAir: object[]): object {
  return world.settings.airFields ? optional(world.settings.shape, { onAirSceneId, unsyncedEdits, onAir }) : {}
}

function onAir(world: World, run: Run): object[] {
  const items = run.liveAt === null ? [] : playing(run, world.now())
  return items.map(({ layerId, itemId, startedAt }) => ({
    layerId,
    playlistItemId: itemId,
    startedAt: iso(startedAt),
  }))
}

const outletsOf = (world: World, ids: string[]) =>
  ids.map((id) => world.outlet(id)).filter((outlet) => outlet !== undefined)

const displayName = (outlet: Outlet) => outlet.name ?? `Custom ${outlet.provider}`

/** Only the video platform provides a link, and only once its broadcast exists. */
function viewingUrl(outlet: Outlet, run: Run | null): string | undefined {
  if (!run || run.liveAt === null || outlet.provider !== 'youtube') return undefined
  return `https://watch.example/v/${encodeURIComponent(run.liveId)}`
}

function outletStatus(run: Run, outlet: Outlet): string {
  if (run.outletErrors[outlet.id]) return 'ERROR'
  return run.liveAt === null ? 'PREPARING' : 'LIVE'
}

/** All viewers are counted at the first destination. */
const outletCount = (run: Run, outlet: Outlet, count: number) => (run.outletIds[0] === outlet.id ? count : 0)

function projectOutletView(world: World, project: Project, outlet: Outlet): object {
  const { run } = project
  const live = run && run.liveAt !== null
  const fields = {
    ...{ id: outlet.id, status: run ? outletStatus(run, outlet) : 'OFFLINE', viewingUrl: viewingUrl(outlet, run) },
    ...{ viewers: live ? outletCount(run, outlet, run.viewers) : undefined, error: run?.outletErrors[outlet.id] },
    peakViewers: live ? outletCount(run, outlet, run.peakViewers) : undefined,
  }
  return { provider: outlet.provider, name: displayName(outlet), ...optional(world.settings.shape, fields) }
}

function runOutletsView(world: World, run: Run, endedAt: number | null): object[] {
  return outletsOf(world, run.outletIds).map((outlet) => {
    const seconds = secondsLive(run, endedAt ?? world.now())
    const fields = {
      ...{ id: outlet.id, viewingUrl: viewingUrl(outlet, run), error: run.outletErrors[outlet.id] ?? null },
      ...{ status: endedAt === null ? outletStatus(run, outlet) : 'COMPLETED', durationSeconds: seconds },
      ...{ startedAt: isoOrNull(run.liveAt), stoppedAt: isoOrNull(endedAt) },
      viewers: seconds === null || endedAt !== null ? null : outletCount(run, outlet, run.viewers),
      peakViewers: seconds === null ? null : outletCount(run, outlet, run.peakViewers),
    }
    return { provider: outlet.provider, name: displayName(outlet), ...optional(world.settings.shape, fields) }
  })
}

/** The response to a start: what the specification shows, and no more. */
export function startedView(world: World, run: Run): object {
  const destinations = outletsOf(world, run.outletIds).map((outlet) => ({
    provider: outlet.provider,
    name: displayName(outlet),
    ...optional(world.settings.shape, { viewingUrl: viewingUrl(outlet, run) }),
  }))
  return { liveId: run.liveId, status: 'PREPARING', destinations }
}

/** A past broadcast. */
export function pastView(world: World, { run, endedAt, status }: PastRun): object {
  return {
    ...{ liveId: run.liveId, date: isoOrNull(run.liveAt), endedAt: iso(endedAt), status },
    ...{ duration: secondsLive(run, endedAt), peakViewers: run.liveAt === null ? null : run.peakViewers },
    destinations: runOutletsView(world, run, endedAt),
  }
}

/** A scene of a project. `isActive` is about the project, not about what is on air. */
export function sceneView(world: World, project: Project, scene: Scene): object {
  const layers = scene.layers.map(({ id, name, type, pinned, nextScene }) => ({
    ...{ id, name, type },
    ...optional(world.settings.shape, { pinned, nextScene }),
  }))
  return { id: scene.id, name: scene.name, isActive: project.content.activeSceneId === scene.id, layers }
}

/** Whether a write reached the air; a service may not say. */
export function syncedView(world: World, synced: boolean): object {
  return optional(world.settings.shape, { synced })
}

/** A date on which a broadcast will start. */
export function scheduleView(world: World, project: Project, schedule: Schedule): object {
  const destinations = outletsOf(world, project.outletIds).map((outlet) => ({
    provider: outlet.provider,
    name: displayName(outlet),
  }))
  return {
    ...{ liveId: schedule.liveId, status: 'SCHEDULED', scheduledDate: iso(schedule.startsAt) },
    ...{ createdAt: iso(schedule.createdAt), destinations },
  }
}

/** A destination connected to the account. */
export function outletView({ id, name, type, provider }: Outlet): object {
  return { id, name, type, provider }
}
