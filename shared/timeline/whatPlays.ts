/**
 * The forecast: from a project and the present to the items of the coming hours. Pure. Times are wall ms.
 * Only what the service itself reports as playing now is known; everything else follows from durations: an estimate.
 */
import type { OnAir } from '../state.ts'
import {
  firstChain,
  leadsOn,
  lengthOf,
  listsOf,
  playsFrom,
  roundOf,
  roundsIn,
  type TimedItem,
  type TimedLayer,
  type TimedScene,
} from './lists.ts'

export interface Playing<I extends TimedItem = TimedItem> {
  scenes: readonly TimedScene<TimedLayer<I>>[]
  /** The scene on air, or the scene the broadcast will begin with, and since when. */
  sceneId: string
  since: number
  /** Everything that plays at `from`; null: the service does not report it. */
  onAir: readonly OnAir[] | null
  from: number
  until: number
  /** What forces the broadcast to end, if anything does. */
  end: { at: number; why: 'planned' | 'schedule' | 'service' } | null
}

export interface PlayedItem<I extends TimedItem = TimedItem> {
  at: number
  /** Null: its length is unknown. */
  until: number | null
  sceneId: string
  layerId: string
  /** Null: a shuffled list plays one round, in an unknown order. */
  item: I | null
  isKnown: boolean
  /** A loop starts again. */
  isSeam: boolean
}

/** How the forecast ends within these hours; null: the broadcast goes on. */
export type PlayedEnd =
  | { why: 'planned' | 'schedule' | 'service'; at: number }
  /** The last list has ended and nothing follows: viewers see nothing. */
  | { why: 'deadAir'; at: number; sceneId: string }
  /** An item's length is unknown, so nothing is known after it. */
  | { why: 'unknownLength'; at: number; sceneId: string }

/** At most this many rows are returned; the forecast is cut there. */
const MOST_ITEMS = 20_000

/**
 * The items between `from` and `until`, in order of time, and how the forecast ends.
 *
 * A chained layer switches the scene when its list ends; of several, the first to end. A new scene restarts its lists.
 */
export function whatPlays<I extends TimedItem>(
  playing: Playing<I>,
): { items: PlayedItem<I>[]; end: PlayedEnd | null } {
  const { scenes, from, until, end } = playing
  const stopAt = Math.min(until, end?.at ?? Number.POSITIVE_INFINITY)
  const items: PlayedItem<I>[] = []
  const result = (how: PlayedEnd | null) => ({
    items: items.sort((one, other) => one.at - other.at).slice(0, MOST_ITEMS),
    end: how,
  })
  const cameAt = new Map<string, number>()
  let { sceneId, since } = playing
  let onAir = since <= from ? playing.onAir : null

  while (since < stopAt && items.length < MOST_ITEMS) {
    const runs = listsOf(scenes.find(({ id }) => id === sceneId)).flatMap((layer) => runOf(layer, since, onAir) ?? [])
    const next = firstChain(runs, scenes)
    for (const run of runs) {
      items.push(...rowsOf(run, sceneId, Math.max(from, since), Math.min(next?.at ?? stopAt, stopAt)))
    }
    const over = sceneOver(playing, sceneId, runs, next?.at ?? null, since)
    if (over && over.at < stopAt) return result(over)
    if (!next || next.at >= stopAt) break
    sceneId = next.sceneId
    since = next.at
    onAir = null
    // Scenes that form a ring repeat identically: rounds that are over are skipped, not iterated.
    const ringMs = since - (cameAt.get(sceneId) ?? Number.NEGATIVE_INFINITY)
    if (Number.isFinite(ringMs)) since += roundsIn(from - since, ringMs) * ringMs
    cameAt.set(sceneId, since)
  }
  return result(end && end.at <= until ? end : null)
}

/** One layer's list in a scene. */
interface Run<I extends TimedItem> {
  layer: TimedLayer<I>
  /** The item it began with, and when; if the playing item is known, that item. */
  place: number
  startedAt: number
  known: { item: I; startedAt: number } | null
  /** Infinity: it loops, or an item's length is unknown. */
  endsAt: number
  /** When the first item of unknown length begins; infinity: all lengths are known. */
  unknownAt: number
}

/** Undefined: the service reports what plays and this list is not among it: it ended or was stopped. */
function runOf<I extends TimedItem>(
  layer: TimedLayer<I>,
  since: number,
  onAir: readonly OnAir[] | null,
): Run<I> | undefined {
  const { items, loop, shuffle } = layer
  const now = onAir?.find(({ layerId }) => layerId === layer.id)
  if (onAir && !now) return undefined
  const isOne = layer.type === 'video'
  const found = items.findIndex(({ playlistItemId }) => isOne || playlistItemId === now?.playlistItemId)
  const item = items[found]
  const known = now && item ? { item, startedAt: now.startedAt } : null
  // An item's place in a shuffled round is unknown: only the start of the rounds is known.
  const inOrder = known !== null && !shuffle
  const [place, startedAt] = inOrder ? [found, known.startedAt] : [0, since]
  const ahead = [...items.slice(place), ...(loop ? items.slice(0, place) : [])]
  const unknown = ahead.findIndex((one) => lengthOf(one) === Number.POSITIVE_INFINITY)
  const before = shuffle ? [] : ahead.slice(0, unknown)
  const unknownAt = unknown < 0 ? Number.POSITIVE_INFINITY : startedAt + roundOf({ items: before })
  const endsAt = loop ? Number.POSITIVE_INFINITY : startedAt + roundOf({ items: ahead })
  return { layer, place, startedAt, known, endsAt, unknownAt }
}

/** What a layer plays between two times. */
function rowsOf<I extends TimedItem>(run: Run<I>, sceneId: string, from: number, until: number): PlayedItem<I>[] {
  const { layer, known } = run
  const rows: PlayedItem<I>[] = []
  const add = (item: I | null, at: number, endsAt: number, isSeam: boolean) => {
    const isKnown = known !== null && item === known.item && at === known.startedAt
    const end = endsAt === Number.POSITIVE_INFINITY ? null : Math.min(endsAt, until)
    rows.push({ at, until: end, sceneId, layerId: layer.id, item, isKnown, isSeam })
  }
  if (!layer.shuffle) {
    for (const { item, startedAt, endsAt, isSeam } of playsFrom(layer, run, from)) {
      if (startedAt >= until || rows.length >= MOST_ITEMS) break
      add(item, startedAt, endsAt, isSeam)
    }
    return rows
  }
  const knownUntil = known ? known.startedAt + lengthOf(known.item) : from
  if (known && knownUntil > from) add(known.item, known.startedAt, knownUntil, false)
  const round = { playlistItemId: '', duration: roundOf(layer) / 1_000 }
  for (const { startedAt, endsAt, isSeam } of playsFrom({ items: [round], loop: layer.loop }, run, knownUntil)) {
    if (startedAt >= until || knownUntil >= until || rows.length >= MOST_ITEMS) break
    add(null, Math.max(startedAt, known ? knownUntil : startedAt), endsAt, isSeam)
  }
  return rows
}

/** Is it visible to viewers? Audio alone shows no picture. */
const isSeen = ({ type, hide }: TimedLayer) => type !== 'audioPlaylist' && !hide

/** What ends a scene other than its chain; null if nothing does so before the chain. */
function sceneOver(
  { scenes }: Playing,
  sceneId: string,
  runs: readonly Run<TimedItem>[],
  switchAt: number | null,
  since: number,
): PlayedEnd | null {
  const seen = runs.filter(({ layer }) => isSeen(layer))
  // A list of unknown length may switch before any other does.
  const decisive = runs.filter((run) => leadsOn(run.layer, scenes) || (switchAt === null && seen.includes(run)))
  const unknownAt = Math.min(...decisive.map((run) => run.unknownAt))
  if (unknownAt < (switchAt ?? Number.POSITIVE_INFINITY)) return { why: 'unknownLength', at: unknownAt, sceneId }
  if (switchAt !== null) return null
  const last = Math.max(since, ...seen.map(({ endsAt }) => endsAt))
  return Number.isFinite(last) ? { why: 'deadAir', at: last, sceneId } : null
}
