/**
 * What a broadcast plays, and has played: pure, computed from the times at which its lists started. Every layer with
 * items in the scene on air plays independently.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  firstChain,
  type Play as ListedPlay,
  lengthOf,
  listsOf,
  playsFrom,
  roundOf,
  roundsIn,
} from '../../../../shared/timeline/lists.ts'
import { find } from '../world/find.ts'
import {
  asIs,
  type Item,
  type Layer,
  type Live,
  type LiveDraft,
  meaningsOf,
  type Play,
  type Show,
  type ShowDraft,
  type World,
  type WorldDraft,
} from '../world/world.ts'

/** The latest plays of a broadcast that are remembered, at most. */
export const MOST_PLAYS = 2_000
/** At most this many plays are made at once when broadcasts are caught up with, after days of sleep, in total. */
const MOST_AT_ONCE = 20_000

/** The latest plays of a broadcast that are worth making when it is caught up with: its share of all of them. */
export const playsToCatchUp = ({ lives }: World) =>
  Math.min(MOST_PLAYS, Math.ceil(MOST_AT_ONCE / Math.max(1, Object.keys(lives).length)))

type Run = Live['playing']['runs'][number]

/** FNV-1a: sorting by it gives the same order for the same items, and another order in every round. */
function rank(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return hash >>> 0
}

function inOrder({ items, shuffle }: Layer, round: number): readonly Item[] {
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

function playsOfList(layer: Layer, run: Run, from: number) {
  const now = roundAt(layer, run, from)
  return playsFrom<Item>(layer, now, from, (round) => inOrder(layer, now.round + round))
}

/** What a run plays in its first round, which may have begun with a later item of the list. */
const firstRound = (layer: Layer, { round, place }: Run) => inOrder(layer, round).slice(place)

/** A run as of the round it is in at a time. Rounds that are over are calculated, not iterated. */
function roundAt(layer: Layer, run: Run, at: number): Run {
  const next = run.startedAt + roundOf({ items: firstRound(layer, run) })
  if (!layer.loop || at < next) return run
  const rounds = roundsIn(at - next, roundOf(layer))
  const startedAt = rounds === 0 ? next : next + rounds * roundOf(layer)
  return { ...run, startedAt, round: run.round + 1 + rounds, place: 0 }
}

/** What a list plays at a time, or undefined if it is over. */
const playAt = (layer: Layer, run: Run, now: number) => playsOfList(layer, run, now).next().value ?? undefined

const sceneOnAir = (show: Show) => show.scenes.find(({ id }) => id === show.activeSceneId)
const layersOnAir = (show: Show) => listsOf<Layer>(sceneOnAir(show))

/** What a broadcast plays at a time, layer by layer; nothing before it is live. */
export function playingNow({ onAir, playing }: Live, now: number) {
  return withLayers(onAir, playing.runs).flatMap(({ layer, run }) => {
    const play = playAt(layer, run, now)
    return play ? [{ layerId: layer.id, playlistItemId: play.item.playlistItemId, startedAt: play.startedAt }] : []
  })
}

/** Runs, each with its layer of the scene on air. */
function withLayers(show: Show, runs: readonly Run[]) {
  const layers = layersOnAir(show)
  return runs.flatMap((run) => {
    const layer = layers.find(({ id }) => id === run.layerId)
    return layer ? [{ layer, run }] : []
  })
}

/**
 * What a broadcast has played up to a time, the earliest first, and how many plays came before these.
 *
 * @param before the latest plays that are no longer in the world
 */
export function playsOf(world: World, live: Live | undefined, liveId: string, now: number, before: readonly Play[]) {
  const past = playedSoFar(world, liveId)
  const runs = live?.playing.runs ?? []
  const visit = live && visitOf(live.onAir, runs, now + 1)
  const running = visit ? playsUntil(visit.lists, visit.sceneName, now, MOST_PLAYS) : []
  const open = running.map((play) => ({ ...play, stoppedAt: play.stoppedAt > now ? null : play.stoppedAt }))
  // A play that is still running is included, however many began since.
  const all = [...before, ...past.plays, ...open]
  const recent = new Set(latest(all))
  const plays = all.filter((play) => recent.has(play) || play.stoppedAt === null)
  const total = past.earlier + past.plays.length + (visit?.count ?? 0)
  return { plays, earlier: total - plays.length }
}

const playedSoFar = (world: World, liveId: string) => asIs(find(world.played, liveId) ?? { plays: [], earlier: 0 })

const latest = (plays: readonly Play[]) =>
  plays.toSorted((one, other) => one.startedAt - other.startedAt).slice(-MOST_PLAYS)

/** A list that runs, or ran, with its layer. */
interface Listed {
  readonly layer: Layer
  readonly run: Run
}

/** How many plays of these lists have begun up to a time. */
const countOf = (lists: readonly Listed[], until: number) =>
  lists.reduce((sum, { layer, run }) => sum + countOfRun(layer, run, until), 0)

function countOfRun(layer: Layer, run: Run, until: number): number {
  const now = roundAt(layer, run, until)
  const over = now.round === run.round ? 0 : (now.round - run.round) * layer.items.length - run.place
  return over + startsIn(layer, now).filter((at) => at <= until).length
}

/** When each item of a run's first round starts; infinity: never, because an earlier item has no end. */
function startsIn(layer: Layer, run: Run): number[] {
  let at = run.startedAt
  return firstRound(layer, run).map((item) => {
    const start = at
    at += lengthOf(item)
    return start
  })
}

type EndingPlay = Play & { readonly stoppedAt: number }

/** What lists have played up to a time. If that is more than `most`, few that began before the latest `most`. */
function playsUntil(lists: readonly Listed[], sceneName: string, until: number, most: number): EndingPlay[] {
  const from = latestFrom(lists, until, most)
  return lists.flatMap(({ layer, run }) => {
    const plays: EndingPlay[] = []
    for (const { item, startedAt, endsAt } of playsOfList(layer, run, from)) {
      if (startedAt > until) break
      plays.push({ fileId: item.fileId, fileName: item.name, sceneName, startedAt, stoppedAt: endsAt })
    }
    return plays
  })
}

/** A time since which at least the latest `most` plays began; minus infinity: there are no more than that. */
function latestFrom(lists: readonly Listed[], until: number, most: number): number {
  const all = countOf(lists, until)
  if (all <= most) return Number.NEGATIVE_INFINITY
  let ms = 1_000
  while (all - countOf(lists, until - ms) < most) ms *= 2
  return until - ms
}

/** A scene that was on air until a time, with the lists that ran in it. */
export interface Visit {
  readonly sceneName: string
  readonly lists: readonly Listed[]
  readonly until: number
  /** The number of plays. */
  readonly count: number
}

/** What runs on air, as ended at a time. */
export function visitOf(show: Show, runs: readonly Run[], until: number): Visit {
  const lists = withLayers(asIs(show), asIs(runs))
  return { sceneName: sceneOnAir(show)?.name ?? '', lists, until, count: countOf(lists, until - 1) }
}

/** The same at another time. */
export function shiftVisit({ lists, until, ...visit }: Visit, ms: number): Visit {
  const shifted = lists.map(({ layer, run }) => ({ layer, run: { ...run, startedAt: run.startedAt + ms } }))
  return { ...visit, lists: shifted, until: until + ms }
}

/**
 * Stores what was played in scenes, the earliest of them first: their latest plays are listed, all are counted.
 *
 * @param most how many are worth listing
 * @param earlier how many more there were that are not listed
 * @returns how many are listed
 */
export function remember(
  world: WorldDraft,
  liveId: string,
  visits: readonly Visit[],
  most = MOST_PLAYS,
  earlier = 0,
): number {
  const plays: Play[] = []
  for (const { lists, sceneName, until } of visits.toReversed()) {
    if (plays.length >= most) break
    const played = playsUntil(lists, sceneName, until - 1, most - plays.length)
    plays.push(...played.map((play) => ({ ...play, stoppedAt: Math.min(play.stoppedAt, until) })))
  }
  const count = visits.reduce((sum, visit) => sum + visit.count, earlier)
  if (count === 0) return 0
  const past = playedSoFar(world, liveId)
  const kept = latest([...past.plays, ...plays])
  world.played[liveId] = { plays: kept, earlier: past.earlier + past.plays.length + count - kept.length }
  return plays.length
}

/** Stores what a run has played when it ends. */
function rememberRun(world: WorldDraft, live: LiveDraft, run: Run, until: number): void {
  remember(world, live.liveId, [visitOf(live.onAir, [run], until)])
}

/** Ends everything that a broadcast plays. */
export function stopPlaying(world: WorldDraft, live: LiveDraft, at: number): void {
  remember(world, live.liveId, [visitOf(live.onAir, live.playing.runs, at)])
  live.playing = { sceneId: null, runs: [], switchAt: null }
}

/** Whether a list has played to its end. */
export const isOver = (layer: Layer, run: Run, now: number) => !playAt(layer, run, now)

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
      (layer) => continueRun(world, live, layer, at) ?? { layerId: layer.id, startedAt: at, round: 0, place: 0 },
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

/** Returns whether a list was written as it was before: other names matter to no audience. Chaining it restarts it (P). */
function isSameList(before: Layer, after: Layer): boolean {
  const played = ({ items, nextScene }: Layer) => [nextScene, items.map(({ fileId, adPoints }) => [fileId, adPoints])]
  return isDeepStrictEqual(played(asIs(before)), played(asIs(after)))
}

/**
 * A rewritten list continues with the file that is playing, wherever it is now. If it was taken out, the list goes on
 * with the next one of the old order that is still there; if there is none, with its first one.
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
  const began = places[0] === -1 ? at : startedAt
  rememberRun(world, live, run, began)
  return { layerId: layer.id, startedAt: began, round, place: places.find((place) => place >= 0) ?? 0 }
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

/** The scene that a show on air leads on to, and when; undefined: none. */
export function nextChain(show: Show, runs: readonly Run[]): { sceneId: string; at: number } | undefined {
  const ends = withLayers(show, runs).map(({ layer, run }) => {
    return { layer, endsAt: run.startedAt + roundOf({ items: firstRound(layer, run) }) }
  })
  return firstChain(ends, show.scenes)
}
