/**
 * The lists of a scene on air: what each plays when, computed from the time at which it started. Every layer with items
 * plays independently.
 */
import { firstChain, listsOf, playsFrom, roundOf, roundsIn } from '../../../../shared/timeline/lists.ts'
import type { Item, Layer, Live, Show } from '../world/world.ts'

export type Run = Live['playing']['runs'][number]

/** FNV-1a: sorting by it gives the same order for the same items, and another order in every round. */
function rank(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return hash >>> 0
}

export function inOrder({ items, shuffle }: Layer, round: number): readonly Item[] {
  if (!shuffle) return items
  // Two items alternate: in any other order, one of them would play twice in a row.
  if (items.length <= 2) return shuffled(items, 0)
  const order = shuffled(items, round)
  const before = round > 0 ? shuffled(items, round - 1).at(-1)?.fileId : undefined
  // No round begins with the file that ended the one before. The last one keeps its place: the next round depends on it.
  const first = order.slice(0, -1).findIndex(({ fileId }) => fileId !== before)
  return first > 0 ? order.with(0, order[first] as Item).with(first, order[0] as Item) : order
}

function shuffled(items: readonly Item[], round: number): readonly Item[] {
  const ranked = items.map((item) => ({ item, rank: rank(`${round} ${item.playlistItemId}`) }))
  return ranked.sort((one, other) => one.rank - other.rank).map(({ item }) => item)
}

export function playsOfList(layer: Layer, run: Run, from: number) {
  const now = roundAt(layer, run, from)
  return playsFrom<Item>(layer, now, from, (round) => inOrder(layer, now.round + round))
}

/** What a run plays in its first round, which may have begun with a later item of the list. */
export const firstRound = (layer: Layer, { round, place }: Run) => inOrder(layer, round).slice(place)

/** A run as of the round it is in at a time. Rounds that are over are calculated, not iterated. */
export function roundAt(layer: Layer, run: Run, at: number): Run {
  const next = run.startedAt + roundOf({ items: firstRound(layer, run) })
  if (!layer.loop || at < next) return run
  const rounds = roundsIn(at - next, roundOf(layer))
  const startedAt = rounds === 0 ? next : next + rounds * roundOf(layer)
  return { ...run, startedAt, round: run.round + 1 + rounds, place: 0 }
}

/** What a list plays at a time, or undefined if it is over. */
export const playAt = (layer: Layer, run: Run, now: number) => playsOfList(layer, run, now).next().value ?? undefined

export const sceneOnAir = (show: Show) => show.scenes.find(({ id }) => id === show.activeSceneId)
export const layersOnAir = (show: Show) => listsOf<Layer>(sceneOnAir(show))

/** What a broadcast plays at a time, layer by layer; nothing before it is live. */
export function playingNow({ onAir, playing }: Live, now: number) {
  return withLayers(onAir, playing.runs).flatMap(({ layer, run }) => {
    const play = playAt(layer, run, now)
    return play ? [{ layerId: layer.id, playlistItemId: play.item.playlistItemId, startedAt: play.startedAt }] : []
  })
}

/** Runs, each with its layer of the scene on air. */
export function withLayers(show: Show, runs: readonly Run[]) {
  const layers = layersOnAir(show)
  return runs.flatMap((run) => {
    const layer = layers.find(({ id }) => id === run.layerId)
    return layer ? [{ layer, run }] : []
  })
}

/** Whether a list has played to its end. */
export const isOver = (layer: Layer, run: Run, now: number) => !playAt(layer, run, now)

/** The scene that a show on air leads on to, and when; undefined: none. */
export function nextChain(show: Show, runs: readonly Run[]): { sceneId: string; at: number } | undefined {
  const ends = withLayers(show, runs).map(({ layer, run }) => {
    return { layer, endsAt: run.startedAt + roundOf({ items: firstRound(layer, run) }) }
  })
  return firstChain(ends, show.scenes)
}
