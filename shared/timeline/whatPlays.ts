/**
 * What plays when: from a project as it is known, and what is known of now, to the items of the hours to come. Pure.
 * Times are wall ms. Only what the service itself says plays now is known; all else follows from durations, and is estimated.
 */

/** A playlist, or a single video as a list of one. */
export interface TimedLayer {
  id: string
  items: readonly { itemId: string; name: string | null; durationSec: number | null }[]
  loop: boolean
  /** The order is the service's: nobody else knows it. */
  shuffle: boolean
  nextScene: string | null
  /** Without pictures its end is no dead air. */
  audioOnly: boolean
}

export interface TimedScene {
  id: string
  layers: readonly TimedLayer[]
}

export interface Playing {
  scenes: readonly TimedScene[]
  /** The scene on air, or the one it will begin with, and since when. */
  sceneId: string
  since: number
  /** What the service says plays now; null: it does not say. */
  onAir: readonly { layerId: string; itemId: string; startedAt: number }[] | null
  from: number
  until: number
  /** What ends the broadcast by force, if anything does. */
  end: { at: number; why: 'planned' | 'schedule' | 'service' } | null
}

export interface PlayedItem {
  at: number
  /** Null: how long it is is not known. */
  until: number | null
  sceneId: string
  layerId: string
  /** Null: one of a shuffled list, which one is not known. */
  itemId: string | null
  name: string | null
  isKnown: boolean
  /** It is the first of a loop that begins again. */
  isSeam: boolean
}

/** How it ends within these hours; null: it goes on. */
export type PlayedEnd =
  | { why: 'planned' | 'schedule' | 'service'; at: number }
  /** The last list has ended and nothing follows: viewers see nothing. */
  | { why: 'deadAir'; at: number; sceneId: string }
  /** An item's length is not known, so nothing is known after it. */
  | { why: 'unknownLength'; at: number; sceneId: string }

/** More rows than these are not told: the end is then where they end. */
const MOST_ITEMS = 20_000

/**
 * The items between `from` and `until`, in the order of their times, and how it ends.
 *
 * A chained layer switches the scene when its list ends; of several, the first. A new scene begins all of its lists anew.
 */
export function whatPlays(playing: Playing): { items: PlayedItem[]; end: PlayedEnd | null } {
  const { scenes, from, onAir } = playing
  const byId = new Map(scenes.map((scene) => [scene.id, scene]))
  const stopAt = Math.min(playing.until, playing.end?.at ?? Number.POSITIVE_INFINITY)
  const items: PlayedItem[] = []
  let scene = byId.get(playing.sceneId)
  let since = playing.since
  let known = new Map((onAir ?? []).map((one) => [one.layerId, one]))

  while (scene && since < stopAt && items.length < MOST_ITEMS) {
    const { id: sceneId } = scene
    const runs = scene.layers.filter(({ items }) => items.length > 0).map((layer) => runOf(layer, since, known))
    const chained = runs.filter(({ layer }) => layer.nextScene !== null && !layer.loop)
    const next = chained.toSorted((one, other) => one.end - other.end)[0]
    const switchAt = next?.end ?? Number.POSITIVE_INFINITY
    // A list of unknown length may switch before any other does.
    const unknownAt = Math.min(...chained.map(({ unknownFrom }) => unknownFrom))
    const sceneEnd = Math.min(switchAt, stopAt)
    for (const run of runs) items.push(...itemsOf(run, sceneId, Math.max(from, since), sceneEnd))
    const over =
      unknownAt < switchAt ? notKnownFrom(unknownAt, sceneId) : next ? null : sceneOver(sceneId, runs, since)
    if (over && over.at < stopAt) return { items: sorted(items), end: over }
    if (!next || switchAt >= stopAt) break
    scene = byId.get(next.layer.nextScene ?? '')
    if (!scene) return { items: sorted(items), end: { why: 'deadAir', at: switchAt, sceneId } }
    since = switchAt
    known = new Map()
  }
  const forced = playing.end && playing.end.at <= playing.until ? playing.end : null
  return { items: sorted(items), end: forced }
}

const sorted = (items: PlayedItem[]) => items.sort((one, other) => one.at - other.at).slice(0, MOST_ITEMS)

/** One layer's list in a scene: where it stands at first, and when it is over. */
interface Run {
  layer: TimedLayer
  index: number
  at: number
  isKnown: boolean
  /** Infinity: it loops, or an item's length is not known. */
  end: number
  /** Where the first item stands whose length is not known, once the list runs; infinity: all are known. */
  unknownFrom: number
}

function runOf(
  layer: TimedLayer,
  since: number,
  known: ReadonlyMap<string, { itemId: string; startedAt: number }>,
): Run {
  const now = known.get(layer.id)
  const place = now ? layer.items.findIndex(({ itemId }) => itemId === now.itemId) : -1
  const [index, at] = now && place >= 0 ? [place, now.startedAt] : [0, since]
  let end = at
  let unknownFrom = Number.POSITIVE_INFINITY
  for (const { durationSec } of layer.items.slice(index)) {
    if (!durationSec) {
      unknownFrom = Math.min(unknownFrom, end)
      end = Number.POSITIVE_INFINITY
    } else end += durationSec * 1_000
  }
  const passIsKnown = layer.items.every(({ durationSec }) => durationSec)
  if (layer.loop) {
    if (!passIsKnown && unknownFrom === Number.POSITIVE_INFINITY) unknownFrom = end
    end = Number.POSITIVE_INFINITY
  }
  return { layer, index, at, isKnown: place >= 0, end, unknownFrom }
}

/** What a layer plays from a time up to another. */
function itemsOf(run: Run, sceneId: string, from: number, until: number): PlayedItem[] {
  const { layer, isKnown } = run
  const { items, shuffle, loop } = layer
  const total = items.reduce((sum, { durationSec }) => sum + (durationSec ?? 0), 0) * 1_000
  let { at, index } = run
  const played: PlayedItem[] = []
  // Whole passes that are over are not gone through one by one.
  if (loop && run.unknownFrom === Number.POSITIVE_INFINITY && total > 0 && from > at) {
    at += Math.floor((from - at) / total) * total
  }
  for (let nth = 0; at < until && played.length < MOST_ITEMS; nth++, index++) {
    if (index === items.length) {
      if (!loop) break
      index = 0
    }
    const item = items[index]
    if (!item) break
    const end = item.durationSec ? at + item.durationSec * 1_000 : null
    if (end === null || end > from) {
      const told = nth === 0 && isKnown && at === run.at
      played.push({
        at,
        until: end === null ? null : Math.min(end, until),
        sceneId,
        layerId: layer.id,
        itemId: shuffle && !told ? null : item.itemId,
        name: shuffle && !told ? null : item.name,
        isKnown: told,
        isSeam: index === 0 && at > run.at,
      })
    }
    if (end === null) break
    at = end
  }
  return played
}

const notKnownFrom = (at: number, sceneId: string): PlayedEnd => ({ why: 'unknownLength', at, sceneId })

/** Nothing switches this scene: it loops for good, or comes to an end. */
function sceneOver(sceneId: string, runs: readonly Run[], since: number): PlayedEnd | null {
  const seen = runs.filter(({ layer }) => !layer.audioOnly)
  const unknown = Math.min(...seen.map(({ unknownFrom }) => unknownFrom))
  if (Number.isFinite(unknown)) return notKnownFrom(unknown, sceneId)
  const last = Math.max(since, ...seen.map(({ end }) => end))
  return Number.isFinite(last) ? { why: 'deadAir', at: last, sceneId } : null
}
