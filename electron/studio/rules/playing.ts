/**
 * What plays, and when: pure, computed from the times at which lists began, never by going through them second by
 * second. Every layer of the scene on air that has items runs on its own. An item whose length is not known plays until
 * it is replaced, as a picture would.
 */
import { current, isDraft } from 'immer'
import { find } from './find.ts'
import type { ShowDraft, World, WorldDraft } from './world.ts'
import { type Item, type Layer, type Live, type LiveDraft, meaningsOf, type Play, type Show } from './world.ts'

/** Of one broadcast, this many plays are remembered: the latest. */
export const MOST_PLAYS = 2_000

type Run = Live['playing']['runs'][number]

const lengthOf = ({ duration }: Item): number =>
  duration && duration > 0 ? Math.max(1, duration) * 1_000 : Number.POSITIVE_INFINITY

const totalOf = ({ items }: Layer): number => items.reduce((sum, item) => sum + lengthOf(item), 0)

/** FNV-1a: the same order for the same items, another one every round. */
function rank(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return hash >>> 0
}

function inOrder({ items, shuffle }: Layer, round: number): readonly Item[] {
  if (!shuffle) return items
  const ranked = items.map((item) => ({ item, rank: rank(`${round} ${item.playlistItemId}`) }))
  return ranked.sort((one, other) => one.rank - other.rank).map(({ item }) => item)
}

interface PlayedItem {
  readonly item: Item
  readonly startedAt: number
  /** Infinity: as long as nothing else comes. */
  readonly endsAt: number
}

/** What a list plays from its start up to a time; of what is long ago, only so many rounds as hold the latest plays. */
export function itemsUntil(layer: Layer, run: Run, until: number, most = MOST_PLAYS): PlayedItem[] {
  const total = totalOf(layer)
  if (layer.items.length === 0) return []
  const last = layer.loop && Number.isFinite(total) ? Math.floor(Math.max(0, until - run.startedAt) / total) : 0
  const first = Math.max(0, last - Math.ceil(most / layer.items.length))
  const plays: PlayedItem[] = []
  for (let round = first; round <= last; round += 1) {
    let at = run.startedAt + (round === 0 ? 0 : round * total)
    for (const item of inOrder(layer, run.round + round)) {
      if (at > until) break
      plays.push({ item, startedAt: at, endsAt: at + lengthOf(item) })
      at += lengthOf(item)
    }
  }
  return plays.slice(-most)
}

/** What a list plays at a time, or undefined: it is over. */
export function itemAt(layer: Layer, run: Run, now: number): PlayedItem | undefined {
  const latest = itemsUntil(layer, run, now, 1).at(-1)
  return latest && latest.endsAt > now ? latest : undefined
}

function layersOnAir(show: Show): readonly Layer[] {
  return show.scenes.find(({ id }) => id === show.activeSceneId)?.layers ?? []
}

/** What a broadcast plays at a time, layer by layer; nothing before it is live. */
export function playingNow({ onAir, playing }: Live, now: number) {
  const layers = layersOnAir(onAir)
  return playing.runs.flatMap((run) => {
    const layer = layers.find(({ id }) => id === run.layerId)
    const played = layer && itemAt(layer, run, now)
    return played
      ? [{ layerId: run.layerId, playlistItemId: played.item.playlistItemId, startedAt: played.startedAt }]
      : []
  })
}

/** What a broadcast has played up to a time, the earliest first. */
export function playsOf(world: World, live: Live | undefined, liveId: string, now: number): Play[] {
  const earlier = find(world.played, liveId)?.plays ?? []
  const running = live?.playing.runs.flatMap((run) => playsOfRun(live.onAir, run, now)) ?? []
  const plays = running.map((play) => ({ ...play, stoppedAt: play.stoppedAt > now ? null : play.stoppedAt }))
  return [...earlier, ...plays].sort((one, other) => one.startedAt - other.startedAt).slice(-MOST_PLAYS)
}

function playsOfRun(show: Show, run: Run, until: number) {
  const layer = layersOnAir(show).find(({ id }) => id === run.layerId)
  const sceneName = show.scenes.find(({ id }) => id === show.activeSceneId)?.name ?? ''
  return (layer ? itemsUntil(layer, run, until) : [])
    .filter(({ startedAt }) => startedAt >= (run.since ?? run.startedAt))
    .map(({ item, startedAt, endsAt }) => {
      return { fileId: item.fileId, fileName: item.name, sceneName, startedAt, stoppedAt: endsAt }
    })
}

/** Remembers what a run has played when it ends. */
function remember(world: WorldDraft, live: LiveDraft, run: Run, until: number): void {
  const plays = playsOfRun(live.onAir, run, until - 1)
  if (plays.length === 0) return
  const cut = plays.map((play) => ({ ...play, stoppedAt: Math.min(play.stoppedAt, until) }))
  const found = find(world.played, live.liveId)?.plays ?? []
  // As it is, not as a draft of every one of its plays.
  const earlier = isDraft(found) ? current(found) : found
  world.played[live.liveId] = { plays: [...earlier, ...cut].slice(-MOST_PLAYS) }
}

/** Ends all that a broadcast plays. */
export function stopPlaying(world: WorldDraft, live: LiveDraft, at: number): void {
  for (const run of live.playing.runs) remember(world, live, run, at)
  live.playing = { sceneId: null, runs: [], switchAt: null }
}

/** Brings a show on air. A scene that comes begins all of its lists anew; in the one that stays, what was written does. */
export function putOnAir(world: WorldDraft, live: LiveDraft, show: ShowDraft, at: number): void {
  if (live.status === 'LIVE') {
    const stays = live.playing.sceneId === show.activeSceneId
    const before = stays ? live.playing.runs.map((run) => ({ ...run })) : []
    if (!stays) stopPlaying(world, live, at)
    const runs = layersOnAir(show)
      .filter(({ items, isPlaying }) => items.length > 0 && isPlaying)
      .map((layer) => goOn(world, live, layer, at) ?? { layerId: layer.id, startedAt: at, round: 0 })
    for (const run of before) if (!runs.some((one) => one.layerId === run.layerId)) remember(world, live, run, at)
    live.playing = { sceneId: show.activeSceneId, runs, switchAt: nextSwitch(show, runs, at) }
  }
  live.onAir = show
}

/** The run of a layer that goes on; undefined: it begins anew. What is over of it is remembered. */
function goOn(world: WorldDraft, live: LiveDraft, layer: Layer, at: number): Run | undefined {
  const found = live.playing.runs.find(({ layerId }) => layerId === layer.id)
  const before = layersOnAir(live.onAir).find(({ id }) => id === layer.id)
  if (!found || !before) return undefined
  const run = { ...found }
  const wasWritten = before.items[0]?.playlistItemId !== layer.items[0]?.playlistItemId
  const isKept = !wasWritten || meaningsOf(world).playlistWriteRestarts === 'no'
  const played = itemAt(before, run, at)
  if (!isKept || before.shuffle !== layer.shuffle || (!played && layer.loop)) {
    remember(world, live, run, at)
    return undefined
  }
  if (wasWritten && played) return goOnWith(world, live, layer, run, played, at)
  return before.loop && !layer.loop ? thisRound(world, live, before, run, at) : run
}

/** A list that was written goes on with the file that plays, wherever that stands now; anew where it stands no more. */
function goOnWith(
  world: WorldDraft,
  live: LiveDraft,
  layer: Layer,
  run: Run,
  { item, startedAt }: PlayedItem,
  at: number,
): Run | undefined {
  const order = inOrder(layer, run.round)
  const place = order.findIndex(({ fileId }) => fileId === item.fileId)
  const earlier = order.slice(0, place).reduce((sum, one) => sum + lengthOf(one), 0)
  const isThere = place >= 0 && Number.isFinite(earlier)
  remember(world, live, run, isThere ? startedAt : at)
  return isThere ? { ...run, startedAt: startedAt - earlier, since: startedAt } : undefined
}

/** With the loop off, it ends with the round it is in. */
function thisRound(world: WorldDraft, live: LiveDraft, layer: Layer, run: Run, at: number): Run {
  const total = totalOf(layer)
  const rounds = Number.isFinite(total) ? Math.floor((at - run.startedAt) / total) : 0
  if (rounds === 0) return run
  const startedAt = run.startedAt + rounds * total
  remember(world, live, run, startedAt)
  return { ...run, startedAt, round: run.round + rounds }
}

/** When a list ends that is chained to another scene of the show: the first of several. */
function nextSwitch(show: Show, runs: readonly Run[], at: number): number | null {
  const ends = chainsOf(show, runs).map(({ endsAt }) => Math.max(endsAt, at))
  return ends.length > 0 ? Math.min(...ends) : null
}

function chainsOf(show: Show, runs: readonly Run[]) {
  return runs.flatMap((run) => {
    const layer = layersOnAir(show).find(({ id }) => id === run.layerId)
    const leadsOn = layer && !layer.loop && show.scenes.some(({ id }) => id === layer.nextScene)
    const endsAt = layer && leadsOn ? run.startedAt + totalOf(layer) : Number.POSITIVE_INFINITY
    return layer?.nextScene && Number.isFinite(endsAt) ? [{ endsAt, sceneId: layer.nextScene }] : []
  })
}

/** The scene that a chain leads to next. */
export function chainedScene({ onAir, playing }: Live): string | undefined {
  const [first] = chainsOf(onAir, playing.runs).sort((one, other) => one.endsAt - other.endsAt)
  return first?.sceneId
}
