import type { WireAnswer } from '../../../shared/contract/operations.ts'
import { looksSame, showToStart } from '../rules/broadcasts/air.ts'
import { secondsOnAir, upcoming } from '../rules/broadcasts/lives.ts'
import { nextShow, runsOf } from '../rules/broadcasts/schedules.ts'
import { projectIn } from '../rules/world/find.ts'
import type { Live, Project, World } from '../rules/world/world.ts'
import { frameOf } from './layer.ts'
import { destinationState, isoTime, NOBODY, type Targets, viewersOf, viewingState } from './records.ts'

type Wire = WireAnswer<'getProject'>

/** A project in the contract's format. */
export function projectRecord(world: World, projectId: string, now: number, targets: Targets): Wire {
  const project = projectIn(world, projectId)
  const live = world.lives[project.id]
  const { width, height } = frameOf(project.format)
  return {
    ...(live ? viewersOf(live, targets) : NOBODY),
    id: project.id,
    name: project.name,
    title: project.show.title,
    description: project.show.description,
    format: { aspectRatio: project.format.split('_')[0] ?? '', resolution: `${width}x${height}` },
    audioQuality: project.audioQuality,
    maxFps: 30,
    autoSynch: project.autoSync,
    unsyncedLive: isUnsynced(world, project),
    duration: { manual: project.planned === null, planned: project.planned, ...timesOf(live, now) },
    liveStatus: upcoming(world, project.id)?.status ?? 'OFFLINE',
    activeLiveId: live?.liveId ?? null,
    scheduledLivesCount: runsOf(world, project.id).length,
    destinationIds: [...project.destinationIds],
    destinations: destinationsOf(world, project, live, targets),
    createdAt: isoTime(world, project.createdAt),
    pluginMode: project.pluginMode,
  }
}

/** Returns whether the running broadcast, or the next scheduled one, differs from the project's current state. */
export function isUnsynced(world: World, project: Project): boolean {
  const live = world.lives[project.id]
  const next = nextShow(world, project.id)
  return (live?.unsyncedEdits ?? 0) > 0 || (next !== undefined && !looksSame(next, showToStart(world, project)))
}

/** Whole seconds on air and until the planned end; null if there is none. */
export function timesOf(live: Live | undefined, now: number) {
  const elapsed = live?.status === 'LIVE' ? secondsOnAir(live.liveAt, now) : null
  const planned = live?.planned ?? null
  return { elapsed, remaining: elapsed === null || planned === null ? null : Math.max(0, planned - elapsed) }
}

function destinationsOf(
  world: World,
  project: Project,
  live: Live | undefined,
  targets: Targets,
): Wire['destinations'] {
  return project.destinationIds.map((id) => ({
    id,
    provider: world.destinations[id]?.provider ?? 'unknown',
    name: world.destinations[id]?.name ?? null,
    ...viewingState(id, live, targets),
    ...destinationState(world, id, live, targets),
  }))
}
