/** The world as the engine's plan: what runs, what it shows when, and where to. */
import type { PlannedBroadcast, Target } from '../engine/plan.ts'
import type { Composition } from '../files/encoding/compositions.ts'
import type { Wish } from '../files/encoding/copying.ts'
import type { Mix } from '../files/encoding/mixes.ts'
import type { Frame } from '../files/encoding/playCopy.ts'
import type { Form } from '../files/encoding/playCopyNames.ts'
import { isSent, isWatchPage, serversAmong } from '../rules/account/servers.ts'
import {
  filesToShow,
  heardBetween,
  type NeededFile,
  openingOf,
  type Part,
  partsBetween,
  type ShownFile,
  shownBetween,
} from '../rules/broadcasts/pictures.ts'
import { find } from '../rules/world/find.ts'
import type { Live, Project, World } from '../rules/world/world.ts'
import { frameOf } from '../views/layer.ts'
import { AHEAD_MS, CELL_MS, type Composed, type ComposeSources, composedOf } from './composePlan.ts'
import type { Held } from './held.ts'
import type { MissingOf } from './missing.ts'
import { isLowered, soundsOf, timesOf } from './soundPlan.ts'

/**
 * How far a plan reaches, in ms, and how many files it names at most. A new one comes long before its end, unless the
 * studio hangs: then the broadcast continues as planned.
 */
const PLAN_MS = 600_000
const MOST_FILES = 500
/** The number of scenes whose beginnings are composed before they come on air, so that a switch to one is seen at once. */
const MOST_OPENINGS = 20
/** These come before what is on air in more than this, in ms. */
const OPENINGS_AT_MS = 30_000

/** What a plan needs besides the world. */
export interface PlanSources {
  /** The path of a file's play copy; null: there is none. */
  copyOf(fileId: string, form: Form): string | null
  /**
   * Why a file has none, or of a sound only one at another volume, in words without a full stop; null: it has one, or it
   * is to come.
   */
  whyNoCopy(fileId: string, form: Form, path: string | null): string | null
  /** A piece of a mix, or in the same words why there is none. */
  mixOf(mix: Mix): { readonly path: string | null; readonly why: string | null }
  /** A piece of a composition, like `mixOf`. */
  pieceOf(piece: Composition): { readonly path: string | null; readonly why: string | null }
  /** What was composed before an edit. */
  readonly held: Held
  /** How many broadcasts can be composed at once. */
  capacity(): number
  /** Width by height of a file's picture; null: not known. */
  aspectOf(fileId: string): number | null
  slateOf(frame: Frame): string | null
  /** False: a video without any sound, with which nothing needs to be mixed. */
  hasSound(fileId: string): boolean
  /** The stream key of a server; null: it was not handed over since the studio was started. */
  keyOf(destinationId: string): string | null
  /** Where a broadcast is sent to for the watch page. */
  watchPageOf(liveId: string, frame: Frame): { readonly url: string; readonly key: string }
}

/** What is to be made for what is broadcast, the next one first, and what viewers miss until then. */
interface Wanted {
  readonly mixes: { readonly from: number; readonly mix: Mix }[]
  readonly pieces: { readonly from: number; readonly piece: Composition }[]
  readonly missing: MissingOf[]
  /** How many broadcasts are composed. */
  composed: number
}

/** Everything that is to be broadcast from now on, and what is to be made for it. */
export function enginePlan(world: World, now: number, sources: PlanSources) {
  const wanted: Wanted = { mixes: [], pieces: [], missing: [], composed: 0 }
  const broadcasts = Object.values(world.lives).flatMap((live): PlannedBroadcast[] => {
    const project = find(world.projects, live.projectId)
    if (!project) return []
    const frame = frameOf(project.format)
    if (!isSent(world, idsOf(live))) return []
    const copyOf = copiesOf(sources)
    const compose = composeSources(frame, copyOf, sources)
    if (sources.capacity() > 0) wanted.pieces.push(...openings(live, project, now, compose))
    if (live.status !== 'LIVE') return []
    const targets = targetsOf(world, live, frame, sources)
    if (targets.length === 0) return []
    const composed = composedFor(live, now, compose, sources, wanted)
    // Counted from the start of the broadcast: both are shifted when the clock is set.
    const idOf = ({ fileId, startedAt }: ShownFile) => `${fileId} ${Math.round(startedAt - live.startedAt)}`
    const seenOf = ({ fileId }: ShownFile) => copyOf(fileId, frame)
    const heardOf = ({ fileId, volume }: ShownFile) => copyOf(fileId, { volume })
    const shown = shownBetween(live, now, now + PLAN_MS, MOST_FILES).map((file) =>
      sources.hasSound(file.fileId) ? file : { ...file, volume: 0 },
    )
    const plays = shown.map((file) => ({
      ...{ id: idOf(file), ...seenOf(file), ...timesOf(file, now) },
      ...{ isSilent: file.volume === 0, layers: null },
    }))
    const heard = heardBetween(live, now, now + PLAN_MS, MOST_FILES)
    const sound = soundsOf(shown, heard, { now, idOf, seenOf, heardOf, mixOf: sources.mixOf })
    // Also where a composition has all sounds: it may come to its end, or not be made in time.
    wanted.mixes.push(...sound.mixes)
    const all = [...composed.plays, ...plays]
    return [{ liveId: live.liveId, plays: all, sounds: sound.sounds, targets, slate: sources.slateOf(frame) }]
  })
  sources.held.keep(broadcasts.map(({ liveId }) => liveId))
  const { mixes, pieces, missing } = wanted
  mixes.sort((one, other) => one.from - other.from)
  pieces.sort((one, other) => one.from - other.from)
  return { broadcasts, mixes: mixes.map(({ mix }) => mix), pieces: pieces.map(({ piece }) => piece), missing }
}

/** What is composed for a broadcast, unless the machine has enough to do with those before it. */
function composedFor(
  live: Live,
  now: number,
  compose: ComposeSources,
  sources: PlanSources,
  wanted: Wanted,
): Composed {
  const parts = partsBetween(live, now - CELL_MS, now + AHEAD_MS, MOST_FILES)
  const isTooMuch = wanted.composed >= sources.capacity()
  const nothing = { ...compose, pieceOf: () => ({ path: null, why: TOO_MUCH }) }
  const composed = composedOf(parts, now, live.startedAt, isTooMuch ? nothing : compose)
  wanted.missing.push(...composed.missing.map((one) => ({ ...one, liveId: live.liveId })))
  if (isTooMuch || composed.pieces.length === 0) return composed
  wanted.composed += 1
  const all = sources.held.take(live, composed, now)
  wanted.pieces.push(...all.pieces)
  return all
}

const TOO_MUCH = 'this computer is too slow to combine its layers live'

/** The beginnings of the scenes that could be switched to, and of the one a broadcast will begin with. */
function openings(live: Live, { show }: Project, now: number, compose: ComposeSources) {
  const [onAir, from] = [live.status === 'LIVE' ? live.onAir.activeSceneId : null, now + OPENINGS_AT_MS]
  const begun = show.scenes.filter(({ id }) => id !== onAir).slice(0, MOST_OPENINGS)
  return begun.flatMap(({ id }) => {
    const parts: Part[] = openingOf(show, id, live.nth ?? 0, CELL_MS, MOST_FILES)
    return composedOf(parts, 0, 0, compose)
      .pieces.filter((piece) => piece.from < CELL_MS)
      .map(({ piece }) => ({ from, piece }))
  })
}

function composeSources(frame: Frame, copyOf: ReturnType<typeof copiesOf>, sources: PlanSources): ComposeSources {
  const { aspectOf, pieceOf } = sources
  return {
    ...{ frame, aspectOf, pieceOf },
    copyOf: ({ fileId, box, volume }) => copyOf(fileId, box === null ? { volume } : frame),
  }
}

const idsOf = ({ destinations }: Live) => destinations.map(({ id }) => id)

function targetsOf(world: World, live: Live, frame: Frame, sources: PlanSources): Target[] {
  const { liveId, destinations } = live
  const servers = serversAmong(world, idsOf(live)).map(({ id, server }) => ({
    destinationId: id,
    url: server.url,
    key: sources.keyOf(id),
  }))
  const page = destinations.find(isWatchPage)
  return page ? [...servers, { destinationId: page.id, ...sources.watchPageOf(liveId, frame) }] : servers
}

/** A loop names the same files again and again: the disk is asked once for each. */
function copiesOf({ copyOf, whyNoCopy }: PlanSources) {
  const known = new Map<string, { path: string | null; why: string | null }>()
  return (fileId: string, form: Form) => {
    const name = `${fileId} ${JSON.stringify(form)}`
    const path = known.has(name) ? null : copyOf(fileId, form)
    const found = known.get(name) ?? { path, why: whyNoCopy(fileId, form, path) }
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
