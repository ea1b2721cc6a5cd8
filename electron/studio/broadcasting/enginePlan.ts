/** The world as the engine's plan: what runs, what it shows when, and where to. */
import type { PlannedBroadcast, Target } from '../engine/plan.ts'
import type { Wish } from '../files/encoding/copying.ts'
import type { Mix } from '../files/encoding/mixes.ts'
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
import { isLowered, soundsOf, timesOf } from './soundPlan.ts'

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
  /** A piece of a mix, or in the same words why there is none. */
  mixOf(mix: Mix): { readonly path: string | null; readonly why: string | null }
  slateOf(frame: Frame): string | null
  /** The stream key of a server; null: it was not handed over since the studio was started. */
  keyOf(destinationId: string): string | null
  /** Where a broadcast is sent to for the watch page. */
  watchPageOf(liveId: string, frame: Frame): { readonly url: string; readonly key: string }
}

/** Everything that is to be broadcast from now on, and the mixes of sounds that are wanted for it, the next one first. */
export function enginePlan(world: World, now: number, sources: PlanSources) {
  const mixes: { readonly from: number; readonly mix: Mix }[] = []
  const broadcasts = Object.values(world.lives).flatMap((live): PlannedBroadcast[] => {
    const project = find(world.projects, live.projectId)
    if (!project || live.status !== 'LIVE') return []
    const frame = frameOf(project.format)
    const targets = targetsOf(world, live, frame, sources)
    if (targets.length === 0) return []
    const copyOf = copiesOf(sources)
    // Counted from the start of the broadcast: both are shifted when the clock is set.
    const idOf = ({ fileId, startedAt }: ShownFile) => `${fileId} ${Math.round(startedAt - live.startedAt)}`
    const seenOf = ({ fileId }: ShownFile) => copyOf(fileId, frame)
    const heardOf = ({ fileId, volume }: ShownFile) => copyOf(fileId, { volume })
    const shown = shownBetween(live, now, now + PLAN_MS, MOST_FILES)
    const plays = shown.map((file) => ({
      ...{ id: idOf(file), ...seenOf(file), ...timesOf(file, now) },
      isSilent: file.volume === 0,
    }))
    const heard = heardBetween(live, now, now + PLAN_MS, MOST_FILES)
    const sound = soundsOf(shown, heard, { now, idOf, seenOf, heardOf, mixOf: sources.mixOf })
    mixes.push(...sound.mixes)
    return [{ liveId: live.liveId, plays, sounds: sound.sounds, targets, slate: sources.slateOf(frame) }]
  })
  mixes.sort((one, other) => one.from - other.from)
  return { broadcasts, mixes: mixes.map(({ mix }) => mix) }
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
