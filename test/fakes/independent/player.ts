/** What plays on a broadcast. A list that repeats for a year is one stint, however often it started over. */
import { secondsOf } from './library.ts'
import { type Layer, layerOf, type Project, type Run, type Stint, type World } from './world.ts'

/** Makes what plays match the scene on air, at this moment. */
export function play(world: World, run: Run, at: number): void {
  const scene = run.copy.scenes.find(({ id }) => id === run.copy.activeSceneId)
  const wanted = new Map(scene?.layers.filter(({ isPlaying }) => isPlaying).map((layer) => [layer.id, layer]))
  for (const stint of running(run)) {
    const layer = wanted.get(stint.layerId)
    if (layer && (sameItems(layer, stint) || (sameShow(layer, stint) && playingAt(stint, at)))) {
      wanted.delete(stint.layerId)
      keepOn(stint, layer, at)
      adopt(stint, layer)
    } else {
      stint.until = at
    }
  }
  for (const layer of wanted.values()) {
    const stint = begun(world, run, layer, scene?.name ?? '', at)
    if (stint.items.length > 0) run.stints.push(stint)
  }
}

/** A client chose the scene on air once more: what has ended in it begins again. */
export function playAgain(world: World, run: Run): void {
  const now = world.now()
  for (const stint of running(run)) if (stint.endsAt !== null && stint.endsAt <= now) stint.until = stint.endsAt
  if (run.liveAt !== null) play(world, run, now)
}

/** What plays, or has ended without a successor. */
const running = (run: Run) => run.stints.filter(({ until }) => until === null)

const sameItems = (layer: Layer, { written }: Stint) =>
  layer.type === 'video' ? written.fileId === layer.fileId : idsOf(layer) === idsOf(written)

const idsOf = ({ items }: Layer) => JSON.stringify(items.map(({ id }) => id))

/** A list can be written again without a change of what it plays or where it leads: then nothing happens on air. */
const sameShow = (layer: Layer, { written }: Stint) => shown(layer) === shown(written)

const shown = ({ items, fileId, nextScene }: Layer) =>
  JSON.stringify([fileId, nextScene, ...items.map(({ fileId, adPoints }) => [fileId, adPoints])])

/** The items are known by their new ids from now on. */
function adopt(stint: Stint, layer: Layer): void {
  const renamed = new Map(stint.written.items.map(({ id }, place) => [id, layer.items[place]?.id ?? id]))
  stint.items = stint.items.map((item) => ({ ...item, id: renamed.get(item.id) ?? item.id }))
  stint.written = layer
}

const lengthOf = (items: Stint['items']) => items.reduce((sum, { ms }) => sum + ms, 0)

/**
 * If looping is switched off, the list ends with its current round; if it is switched on, the list goes on from its
 * current position.
 */
function keepOn(stint: Stint, layer: Layer, at: number): void {
  const length = lengthOf(stint.items)
  if (layer.loop) {
    if (stint.endsAt !== null && stint.endsAt <= at) stint.from = stint.since = at
    stint.endsAt = null
  } else if (stint.endsAt === null) {
    stint.endsAt = stint.from + length * (Math.floor((at - stint.from) / length) + 1)
  }
}

function begun(world: World, run: Run, layer: Layer, sceneName: string, at: number): Stint {
  const msOf = (fileId: string) => {
    const seconds = secondsOf(world, fileId)
    return seconds === null ? Number.POSITIVE_INFINITY : Math.max(1, seconds * 1000)
  }
  const single = layer.fileId === null ? [] : [{ id: layer.id, fileId: layer.fileId, name: layer.name }]
  const items = (layer.type === 'video' ? single : layer.items).map(({ id, fileId, name }) => ({
    ...{ id, fileId, name, ms: msOf(fileId) },
  }))
  const { place, played } = beginningOf(world, run, layer.id, items, at)
  const earlier = items.slice(0, place)
  const rest = { layerId: layer.id, sceneName, since: at, until: null, written: layer }
  if (Number.isFinite(lengthOf(earlier))) {
    const from = at - played - lengthOf(earlier)
    return { ...rest, items, from, endsAt: layer.loop ? null : from + lengthOf(items) }
  }
  // What comes before would never have ended. It is played after the others, if the list repeats.
  const later = items.slice(place)
  const from = at - played
  if (layer.loop) return { ...rest, items: [...later, ...earlier], from, endsAt: null }
  return { ...rest, items: later, from, endsAt: from + lengthOf(later) }
}

/**
 * Where a new list begins. If writing does not restart a list, it continues with the file that was playing, or with the
 * first that stood after it and is still there.
 */
function beginningOf(world: World, run: Run, layerId: string, items: Stint['items'], at: number) {
  const before = run.stints.findLast((stint) => stint.layerId === layerId && stint.until === at)
  const current = before && playingAt(before, at)
  if (world.settings.meanings.playlistWriteRestarts === 'yes' || !current) return { place: 0, played: 0 }
  const was = before.items.findIndex(({ id }) => id === current.item.id)
  for (let old = was; old < before.items.length; old += 1) {
    const place = placeOf(before.items, old, items)
    if (place >= 0) return { place, played: old === was ? at - current.startedAt : 0 }
  }
  return { place: 0, played: 0 }
}

/** Where an item of the old list is in the new one: the same place, the same copy of its file, or the last; else -1. */
function placeOf(old: Stint['items'], was: number, items: Stint['items']): number {
  const isSame = (item: { fileId: string } | undefined) => item?.fileId === old[was]?.fileId
  const copies = [...items.keys()].filter((place) => isSame(items[place]))
  if (copies.includes(was)) return was
  const copy = old.slice(0, was).filter(isSame).length
  return copies[copy] ?? copies.at(-1) ?? -1
}

/** The item of a stint at a moment, and since when; undefined when the list has ended. */
function playingAt({ items, from, endsAt }: Stint, at: number) {
  if (endsAt !== null && at >= endsAt) return undefined
  const length = lengthOf(items)
  let startedAt = length === Number.POSITIVE_INFINITY ? from : from + length * Math.floor((at - from) / length)
  for (const item of items) {
    if (startedAt + item.ms > at) return { item, startedAt }
    startedAt += item.ms
  }
  return undefined
}

/** What plays in each layer now. */
export function playing(run: Run, now: number) {
  return running(run).flatMap((stint) => {
    const current = playingAt(stint, now)
    return current ? [{ layerId: stint.layerId, itemId: current.item.id, startedAt: current.startedAt }] : []
  })
}

/** The next moment at which a list ends that leads to another scene, and which. */
export function nextChain(run: Run): { at: number; sceneId: string } | null {
  const chains = running(run).flatMap(({ layerId, endsAt }) => {
    const next = run.copy.scenes.find(({ id }) => id === copied(run, layerId)?.nextScene)
    if (!next || endsAt === null || !Number.isFinite(endsAt)) return []
    // A chain that was set after the list had ended leads on at once.
    return [{ at: Math.max(endsAt, run.pushedAt), sceneId: next.id }]
  })
  return chains.sort((one, other) => one.at - other.at)[0] ?? null
}

const copied = (run: Run, layerId: string) =>
  run.copy.scenes.flatMap(({ layers }) => layers).find(({ id }) => id === layerId)

/** A line of the log of played files. */
export interface Played {
  fileId: string
  fileName: string
  sceneName: string
  action: 'start' | 'stop'
  at: number
}

const MOST_PLAYS = 1000

/** What was played until `end`, the latest first: the last thousand plays of each stint; `total` counts all of them. */
export function played(run: Run, end: number): { rows: Played[]; total: number } {
  const stints = run.stints.map((stint) => rowsOf(stint, Math.min(stint.until ?? end, stint.endsAt ?? end, end)))
  const rows = stints
    .flatMap((stint) => stint.rows)
    .sort((one, other) => other.at - one.at || (one.action === 'start' ? -1 : 1))
  return { rows, total: stints.reduce((sum, { untold }) => sum + untold, rows.length) }
}

function rowsOf(stint: Stint, end: number): { rows: Played[]; untold: number } {
  const { items, sceneName } = stint
  const length = lengthOf(items)
  const rounds = Number.isFinite(length) ? Math.floor((end - stint.from) / length) : 0
  const skipped = Math.max(0, rounds - Math.floor(MOST_PLAYS / items.length))
  const rows: Played[] = []
  let at = stint.from + (skipped === 0 ? 0 : skipped * length)
  for (let place = 0; at < end; place += 1) {
    const item = items[place % items.length]
    if (!item) break
    const row = { fileId: item.fileId, fileName: item.name, sceneName }
    const began = { ...row, action: 'start', at: Math.max(at, stint.since) } as const
    at += item.ms
    if (at > stint.since) rows.push(began, { ...row, action: 'stop', at: Math.min(at, end) })
  }
  return { rows, untold: 2 * Math.max(0, skipped * items.length - notPlayed(stint)) }
}

/** How many items of its first round were skipped because the list started in the middle of it. */
function notPlayed({ items, from, since }: Stint): number {
  let at = from
  return items.filter(({ ms }) => {
    at += ms
    return at <= since
  }).length
}

/** Starts or stops one layer, in the project and on the air. */
export function setPlaying(world: World, project: Project, layerId: string, isPlaying: boolean): void {
  layerOf(project, layerId).layer.isPlaying = isPlaying
  const { run } = project
  const layer = run && copied(run, layerId)
  if (!layer) return
  layer.isPlaying = isPlaying
  if (run.liveAt !== null) play(world, run, world.now())
}
