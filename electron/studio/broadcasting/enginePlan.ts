/** The world as the engine's plan: what runs, what it shows when, and where to. */
import { basename } from 'node:path'
import type { EnginePlan, PlannedBroadcast, Target } from '../engine/plan.ts'
import type { Wish } from '../files/encoding/copying.ts'
import type { Frame } from '../files/encoding/playCopy.ts'
import type { Form } from '../files/encoding/playCopyNames.ts'
import { isSent, isWatchPage, serversAmong } from '../rules/account/servers.ts'
import {
  filesToShow,
  heardBetween,
  type NeededFile,
  type ShownFile,
  shownBetween,
} from '../rules/broadcasts/pictures.ts'
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
  copyOf(fileId: string, form: Form): string | null
  /** Why a file has none, in words without a full stop; null: it is to come. */
  whyNoCopy(fileId: string, form: Form): string | null
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
    const copyOf = copiesOf(sources)
    const times = ({ startedAt, endsAt }: ShownFile) => ({
      startsIn: startedAt - now,
      endsIn: Number.isFinite(endsAt) ? endsAt - now : null,
    })
    // Counted from the start of the broadcast: both are shifted when the clock is set.
    const idOf = ({ fileId, startedAt }: ShownFile) => `${fileId} ${Math.round(startedAt - live.startedAt)}`
    const shown = shownBetween(live, now, now + PLAN_MS, MOST_FILES)
    const plays = shown.map((file) => ({
      ...{ id: idOf(file), ...copyOf(file.fileId, frame), ...times(file) },
      isSilent: file.volume === 0,
    }))
    const soundOf = (file: ShownFile, isAlone: boolean): PlannedBroadcast['sounds'][number] => {
      const copy = copyOf(file.fileId, { volume: file.volume })
      // Another copy, as one at another volume, is heard at once: it is another sound to the engine.
      const id = `${idOf(file)} ${copy.path === null ? '' : basename(copy.path)}`
      return { id, ...copy, ...times(file), with: isAlone ? null : idOf(file) }
    }
    const alone = heardBetween(live, now, now + PLAN_MS, MOST_FILES).map((file) => soundOf(file, true))
    const lowered = shown.filter(({ volume }) => isLowered(volume)).map((file) => soundOf(file, false))
    return [{ liveId: live.liveId, plays, sounds: [...alone, ...lowered], targets, slate: sources.slateOf(frame) }]
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

/** A volume for which there must be a sound of its own: not the full one, and not silence. */
const isLowered = (volume: number) => volume > 0 && volume < 10

/** A loop names the same files again and again: the disk is asked once for each. */
function copiesOf({ copyOf, whyNoCopy }: PlanSources) {
  const known = new Map<string, { path: string | null; why: string | null }>()
  return (fileId: string, form: Form) => {
    const name = `${fileId} ${JSON.stringify(form)}`
    const path = known.has(name) ? null : copyOf(fileId, form)
    const found = known.get(name) ?? { path, why: path === null ? whyNoCopy(fileId, form) : null }
    known.set(name, found)
    return found
  }
}

/** The projects that are really broadcast, whenever they go live. */
export const sentProjects = (world: World): Project[] =>
  Object.values(world.projects).filter(({ destinationIds }) => isSent(world, destinationIds))

/** The play copies that are wanted: those of broadcasts that run, then of all these projects. */
export function wantedCopies(world: World, projects: readonly Project[]): Wish[] {
  const running = projects.flatMap(({ id, format }) => {
    const live = find(world.lives, id)
    const wishes = live ? filesToShow(live.onAir).flatMap((file) => copiesFor(file, frameOf(format))) : []
    return wishes.map((wish) => ({ ...wish, isOnAir: true }))
  })
  const others = projects.flatMap(({ show, format }) =>
    filesToShow(show).flatMap((file) => copiesFor(file, frameOf(format))),
  )
  return [...running, ...others]
}

function copiesFor({ fileId, isShown, volume }: NeededFile, frame: Frame): Wish[] {
  const sound = { fileId, form: { volume } }
  if (!isShown) return [sound]
  return [{ fileId, form: frame }, ...(isLowered(volume) ? [sound] : [])]
}
