/** The world as the engine's plan: what runs, what it shows when, and where to. */
import type { EnginePlan, Target } from '../engine/plan.ts'
import type { Wish } from '../files/encoding/copying.ts'
import type { Frame } from '../files/encoding/playCopy.ts'
import { isSent, isWatchPage, serversAmong } from '../rules/account/servers.ts'
import { filesToShow, shownBetween } from '../rules/broadcasts/pictures.ts'
import { find } from '../rules/world/find.ts'
import type { Live, Project, World } from '../rules/world/world.ts'
import { frameOf } from '../views/layer.ts'

/**
 * How far a plan reaches, in ms, and how many files it names at most. A new one comes long before its end, unless the
 * studio hangs: then the broadcast continues as planned.
 */
const PLAN_MS = 600_000
const MOST_FILES = 500

/** What a plan needs besides the world. */
export interface PlanSources {
  /** The path of a file's play copy; null: there is none. */
  copyOf(fileId: string, frame: Frame): string | null
  /** Why a file has none, in words without a full stop; null: it is to come. */
  whyNoCopy(fileId: string, frame: Frame): string | null
  slateOf(frame: Frame): string | null
  /** The stream key of a server; null: it was not handed over since the studio was started. */
  keyOf(destinationId: string): string | null
  /** Where a broadcast is sent to for the watch page. */
  watchPageOf(liveId: string, frame: Frame): { readonly url: string; readonly key: string }
}

/** Everything that is to be broadcast from now on. */
export function enginePlan(world: World, now: number, sources: PlanSources): Omit<EnginePlan, 'sentAt'> {
  const broadcasts = Object.values(world.lives).flatMap((live) => {
    const project = find(world.projects, live.projectId)
    if (!project || live.status !== 'LIVE') return []
    const frame = frameOf(project.format)
    const targets = targetsOf(world, live, frame, sources)
    if (targets.length === 0) return []
    const copyOf = remembered((fileId) => {
      const path = sources.copyOf(fileId, frame)
      return { path, why: path === null ? sources.whyNoCopy(fileId, frame) : null }
    })
    const plays = shownBetween(live, now, now + PLAN_MS, MOST_FILES).map(({ fileId, startedAt, endsAt }) => ({
      // Counted from the start of the broadcast: both are shifted when the clock is set.
      id: `${fileId} ${Math.round(startedAt - live.startedAt)}`,
      ...copyOf(fileId),
      startsIn: startedAt - now,
      endsIn: Number.isFinite(endsAt) ? endsAt - now : null,
    }))
    return [{ liveId: live.liveId, plays, targets, slate: sources.slateOf(frame) }]
  })
  return { broadcasts }
}

function targetsOf(world: World, { liveId, destinations }: Live, frame: Frame, sources: PlanSources): Target[] {
  const servers = serversAmong(
    world,
    destinations.map(({ id }) => id),
  ).map(({ id, server }) => ({ destinationId: id, url: server.url, key: sources.keyOf(id) }))
  const page = destinations.find(isWatchPage)
  return page ? [...servers, { destinationId: page.id, ...sources.watchPageOf(liveId, frame) }] : servers
}

/** A loop names the same files again and again: the disk is asked once for each. */
function remembered<T>(look: (fileId: string) => T): (fileId: string) => T {
  const known = new Map<string, T>()
  return (fileId) => {
    const found = known.get(fileId) ?? look(fileId)
    known.set(fileId, found)
    return found
  }
}

/** The projects that are really broadcast, whenever they go live. */
export const sentProjects = (world: World): Project[] =>
  Object.values(world.projects).filter(({ destinationIds }) => isSent(world, destinationIds))

/** The files of which play copies are wanted: those of broadcasts that run, then of all these projects. */
export function wantedCopies(world: World, projects: readonly Project[]): Wish[] {
  const running = projects.flatMap(({ id, format }) => {
    const live = find(world.lives, id)
    return live ? filesToShow(live.onAir).map((fileId) => ({ fileId, frame: frameOf(format), isOnAir: true })) : []
  })
  const others = projects.flatMap(({ show, format }) =>
    filesToShow(show).map((fileId) => ({ fileId, frame: frameOf(format) })),
  )
  return [...running, ...others]
}
