/** What a broadcast plays as its show on air changes: which lists go on, which start, and which are over. */
import { isDeepStrictEqual } from 'node:util'
import { type Play as ListedPlay, lengthOf } from '../../../../shared/timeline/lists.ts'
import {
  asIs,
  type Item,
  type Layer,
  type LiveDraft,
  meaningsOf,
  type ShowDraft,
  type WorldDraft,
} from '../world/world.ts'
import { remember, rememberRun, visitOf } from './played.ts'
import { inOrder, layersOnAir, nextChain, playAt, type Run, roundAt, withLayers } from './runs.ts'

/** Ends everything that a broadcast plays. */
export function stopPlaying(world: WorldDraft, live: LiveDraft, at: number): void {
  remember(world, live.liveId, [visitOf(live, live.playing.runs, at)])
  live.playing = { sceneId: null, runs: [], switchAt: null }
}

/** Ends the runs of the chosen layers on air: the next show that is put there starts them again. */
export function endRuns(
  world: WorldDraft,
  live: LiveDraft,
  at: number,
  isMeant: (layer: Layer, run: Run) => boolean,
): void {
  const meant = withLayers(asIs(live.onAir), asIs(live.playing.runs)).filter(({ layer, run }) => isMeant(layer, run))
  for (const { run } of meant) rememberRun(world, live, run, at)
  const ended = new Set(meant.map(({ layer }) => layer.id))
  live.playing.runs = live.playing.runs.filter(({ layerId }) => !ended.has(layerId))
}

/**
 * Puts a show on air. A newly active scene restarts all its lists; in one that stays active, only changed lists
 * restart.
 */
export function putOnAir(world: WorldDraft, live: LiveDraft, show: ShowDraft, at: number): void {
  if (live.status === 'LIVE') {
    const stays = live.playing.sceneId === show.activeSceneId
    const before = stays ? live.playing.runs.map((run) => ({ ...run })) : []
    if (!stays) stopPlaying(world, live, at)
    const runs = layersOnAir(show).map(
      (layer) =>
        continueRun(world, live, layer, at) ?? { layerId: layer.id, startedAt: at, round: live.nth ?? 0, place: 0 },
    )
    for (const run of before) if (!runs.some((one) => one.layerId === run.layerId)) rememberRun(world, live, run, at)
    // A chain that was set after its list had ended leads on at once.
    const ends = nextChain(show, runs)
    live.playing = { sceneId: show.activeSceneId, runs, switchAt: ends ? Math.max(ends.at, at) : null }
  }
  live.onAir = show
}

/** Returns the run of a layer that continues; undefined: it restarts. Stores the plays of it that are over. */
function continueRun(world: WorldDraft, live: LiveDraft, layer: Layer, at: number): Run | undefined {
  const [found] = withLayers(
    live.onAir,
    live.playing.runs.filter(({ layerId }) => layerId === layer.id),
  )
  if (!found) return undefined
  const [before, run] = [found.layer, { ...found.run }]
  const wasWritten = before.items[0]?.playlistItemId !== layer.items[0]?.playlistItemId
  const isKept = !wasWritten || meaningsOf(world).playlistWriteRestarts === 'no' || isSameList(before, layer)
  const play = playAt(before, run, at)
  if (!isKept || before.shuffle !== layer.shuffle || (!play && (layer.loop || wasWritten))) {
    rememberRun(world, live, run, at)
    return undefined
  }
  if (wasWritten && play) return continuePlay(world, live, before, layer, run, play, at)
  return before.loop && !layer.loop ? thisRound(world, live, before, run, at) : run
}

/**
 * Returns whether a list was written as it was before: other names matter to no audience, and no ad breaks may be
 * written as an empty list. Chaining it restarts it (P).
 */
function isSameList(before: Layer, after: Layer): boolean {
  const played = ({ items, nextScene }: Layer) => [
    nextScene,
    items.map(({ fileId, adPoints = [] }) => [fileId, adPoints]),
  ]
  return isDeepStrictEqual(played(asIs(before)), played(asIs(after)))
}

/**
 * A rewritten list continues with the file that is playing, wherever it is now. If it was taken out, the list goes on
 * with the next one of the old order that is still there; if there is none, with its first one. If it is shorter now
 * than what has been played of it, the one after it begins.
 */
function continuePlay(
  world: WorldDraft,
  live: LiveDraft,
  before: Layer,
  layer: Layer,
  run: Run,
  { item, startedAt }: ListedPlay<Item>,
  at: number,
): Run {
  const { round } = roundAt(before, run, at)
  const [old, order] = [inOrder(before, round), inOrder(layer, round)]
  const own = old.findIndex(({ playlistItemId }) => playlistItemId === item.playlistItemId)
  const places = old.slice(own).map((one) => placeOf(one, old, order))
  const place = places.find((one) => one >= 0) ?? 0
  const isThere = places[0] !== -1
  const isPast = isThere && startedAt + lengthOf(order[place] as Item) <= at
  const began = isThere && !isPast ? startedAt : at
  rememberRun(world, live, run, began)
  return { layerId: layer.id, startedAt: began, round, place: isPast ? place + 1 : place }
}

/**
 * The place of an item in a rewritten list: its own if its file is still there, else the same occurrence of its file,
 * else the last one; -1: there is none.
 */
function placeOf(item: Item, before: readonly Item[], order: readonly Item[]): number {
  const own = before.findIndex(({ playlistItemId }) => playlistItemId === item.playlistItemId)
  if (order[own]?.fileId === item.fileId) return own
  const nth = before.slice(0, own).filter(({ fileId }) => fileId === item.fileId).length
  const places = order.flatMap(({ fileId }, place) => (fileId === item.fileId ? [place] : []))
  return places[nth] ?? places.at(-1) ?? -1
}

/** When loop is turned off, the list ends with its current round. */
function thisRound(world: WorldDraft, live: LiveDraft, layer: Layer, run: Run, at: number): Run {
  const now = roundAt(layer, run, at)
  if (now !== run) rememberRun(world, live, run, now.startedAt)
  return now
}
